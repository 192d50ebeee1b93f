import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Warnings that the account is to look into. Those that nobody looks into wait for whoever may give them to somebody. */
export const ownWarnings = defineWaiting({
  name: 'warnings',
  permission: 'queryconsumerwarning:settle',
  screen: 'queryconsumerwarning',
  query: ({ id }) => ({ owner_id: `${id}`, open: 'yes' }),
  due: sql<Date | null>`consumer_warning.due_at`,
  items: {
    table: 'consumer_warning',
    rows: (db) => db.selectFrom('consumer_warning').where('status', '<>', 'settled'),
    what: sql<string>`coalesce(consumer_warning.code, consumer_warning.subject)`,
    since: sql<Date>`consumer_warning.fired_at`,
    ownerColumn: 'owner_id',
    usualOwner: 'dealer_manager',
    aboutDealer: sql<number | null>`consumer_warning.dealer_id`,
    unowned: {
      name: 'unowned_warnings',
      permission: 'queryconsumerwarning:assign',
      query: { owned: 'no', open: 'yes' },
    },
  },
});
