import { defineWaiting } from '#platform/notices/waiting.ts';

export const workOrdersToClose = defineWaiting({
  name: 'work_orders_to_close',
  permission: 'orderlist:close',
  screen: 'orderlist',
  query: { status: 'finished' },
  rows: (db) => db.selectFrom('work_order').where('status', '=', 'finished'),
});
