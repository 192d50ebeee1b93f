import { defineWaiting } from '../../../platform/notices/waiting.ts';

/** Whoever asked for codes to be opened again does not decide on it. */
export const reopeningsWaiting = defineWaiting({
  name: 'reopenings',
  permission: 'queryclose:approve',
  screen: 'queryclose',
  query: { status: 'reopen_asked' },
  rows: (db, account) =>
    db.selectFrom('code_closure').where('status', '=', 'reopen_asked').where('asked_by', '<>', account.id),
});
