import type { Stretch } from '@suyuan/simulator/past-shift.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Calendar } from '#trace/figures/figure-deltas.ts';
import { tellLineTime } from '#trace/figures/figure-deltas.ts';

/** Records how a line ran in a past shift, since heartbeats only report the present. */
export async function tellLineShift(
  sql: Connection,
  calendar: Calendar,
  { line, order }: { readonly line: number; readonly order: number },
  stretches: readonly Stretch[],
): Promise<void> {
  const [row] = await sql<{ product_id: number; lot_id: number | null }[]>`
    select product_id, lot_id from work_order where id = ${order}`;
  if (!row) throw new Error(`the sample data have no work order ${order}`);
  const made = { id: order, productId: row.product_id, lotId: row.lot_id };
  for (const stretch of stretches) await tellLineTime(sql, calendar, { lineId: line, order: made, ...stretch });
}
