import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

const due = sql<Date | null>`consumer_warning.due_at`;

/** Warnings that the account is to look into. */
export const ownWarnings = defineWaiting({
  name: 'warnings',
  permission: 'queryconsumerwarning:settle',
  screen: 'queryconsumerwarning',
  query: ({ id }) => ({ owner_id: `${id}`, open: 'yes' }),
  rows: (db, { id }) => db.selectFrom('consumer_warning').where('status', '<>', 'settled').where('owner_id', '=', id),
  due,
});

/** Those that nobody looks into wait for whoever may give them to somebody. */
export const unownedWarnings = defineWaiting({
  name: 'unowned_warnings',
  permission: 'queryconsumerwarning:assign',
  screen: 'queryconsumerwarning',
  query: { owned: 'no', open: 'yes' },
  rows: (db) => db.selectFrom('consumer_warning').where('status', '<>', 'settled').where('owner_id', 'is', null),
  due,
});
