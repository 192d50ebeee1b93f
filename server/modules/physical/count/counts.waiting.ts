import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Until when the differences of a count should be approved. */
export const dueToApprove = hoursAfter('stock_count.finished_at', dueWithin.count_to_approve);

/** Counted, with differences: somebody else than who finished it approves them. */
export const countsToApprove = defineWaiting({
  name: 'counts_to_approve',
  permission: 'stock:adjust',
  screen: 'stock',
  query: { tab: 'counts', status: 'to_approve' },
  due: dueToApprove,
  items: {
    table: 'stock_count',
    rows: (db) => db.selectFrom('stock_count').where('status', '=', 'to_approve'),
    what: sql<string>`stock_count.count_no`,
    since: sql<Date | null>`stock_count.finished_at`,
    warehouse: sql<number>`stock_count.warehouse_id`,
    except: sql<number | null>`stock_count.finished_by`,
  },
});
