import type { WorkOrderStatus } from '@suyuan/contract/plant/order/work-order.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { markDirty } from '../stop/time/progress.ts';

/** Keeps when a work order runs on its line: from each start to the hold or the finish after it. */
export async function keepRun(change: Change, id: number, status: WorkOrderStatus): Promise<void> {
  if (status === 'running') {
    await change.sql`
      insert into order_run (work_order_id, line_id, begins_at)
      select id, line_id, now() from work_order where id = ${id} and line_id is not null
      on conflict (work_order_id) where ends_at is null do nothing`;
    return;
  }
  const over = await change.sql<{ line_id: number; ends_at: Date }[]>`
    update order_run set ends_at = now() where work_order_id = ${id} and ends_at is null returning line_id, ends_at`;
  for (const { line_id, ends_at } of over) await markDirty(change.sql, line_id, ends_at.getTime());
}
