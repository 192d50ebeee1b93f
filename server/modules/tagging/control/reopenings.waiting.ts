import { sql } from 'kysely';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Requests to reopen codes. Accounts cannot decide on their own requests. */
export const reopeningsWaiting = defineWaiting({
  name: 'reopenings',
  permission: 'queryclose:approve',
  screen: 'queryclose',
  query: { status: 'reopen_asked' },
  items: {
    table: 'code_closure',
    rows: (db) => db.selectFrom('code_closure').where('status', '=', 'reopen_asked'),
    what: sql<string>`code_closure.closure_no`,
    except: sql<number | null>`code_closure.asked_by`,
  },
});
