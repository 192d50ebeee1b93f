import { defineWaiting } from '#platform/notices/waiting.ts';

/** Requests to reopen codes. Accounts cannot decide on their own requests. */
export const reopeningsWaiting = defineWaiting({
  name: 'reopenings',
  permission: 'queryclose:approve',
  screen: 'queryclose',
  query: { status: 'reopen_asked' },
  rows: (db, account) =>
    db.selectFrom('code_closure').where('status', '=', 'reopen_asked').where('asked_by', '<>', account.id),
});
