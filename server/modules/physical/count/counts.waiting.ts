import { defineWaiting } from '#platform/notices/waiting.ts';

export const countsToApprove = defineWaiting({
  name: 'counts_to_approve',
  permission: 'stock:adjust',
  screen: 'stock',
  query: { tab: 'counts', status: 'to_approve' },
  rows: (db) => db.selectFrom('stock_count').where('status', '=', 'to_approve'),
});
