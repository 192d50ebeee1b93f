import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Open cases of the account. */
export const ownCases = defineWaiting({
  name: 'cases',
  permission: 'case:update',
  screen: 'case',
  query: ({ id }) => ({ owner_id: `${id}`, status: 'open' }),
  rows: (db, { id }) => db.selectFrom('inspect_case').where('status', '=', 'open').where('owner_id', '=', id),
  due: sql<Date | null>`inspect_case.due_at`,
});
