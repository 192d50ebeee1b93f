import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Open cases of the account. */
export const ownCases = defineWaiting({
  name: 'cases',
  permission: 'case:update',
  screen: 'case',
  query: ({ id }) => ({ owner_id: `${id}`, status: 'open' }),
  due: sql<Date | null>`inspect_case.due_at`,
  items: {
    table: 'inspect_case',
    rows: (db) => db.selectFrom('inspect_case').where('status', '=', 'open'),
    what: sql<string>`inspect_case.case_no`,
    since: sql<Date>`inspect_case.created_at`,
    ownerColumn: 'owner_id',
    aboutDealer: sql<number | null>`inspect_case.dealer_id`,
  },
});
