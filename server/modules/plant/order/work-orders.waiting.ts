import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

export const workOrdersToClose = defineWaiting({
  name: 'work_orders_to_close',
  permission: 'orderlist:close',
  screen: 'orderlist',
  query: { status: 'finished' },
  due: hoursAfter('work_order.finished_at', dueWithin.work_order_to_close),
  items: {
    table: 'work_order',
    rows: (db) => db.selectFrom('work_order').where('status', '=', 'finished'),
    what: sql<string>`work_order.order_no`,
    since: sql<Date | null>`work_order.finished_at`,
    factory: sql<number | null>`work_order.factory_id`,
  },
});
