import type { Connection } from '../platform/database/database.ts';
import type { Calendar } from '../trace/figures/figure-deltas.ts';
import { type LineTime, tellLineTime } from '../trace/figures/line-time.ts';
import type { Random } from './random.ts';

const minute = 60_000;

/** How a line was in a shift: it ran for some hours, stood for some minutes, and ran again; its camera missed some codes. */
export interface LineShift {
  readonly lineId: number;
  readonly orderId: number;
  readonly begins: number;
  readonly ends: number;
  /** What was made in it. */
  readonly units: number;
}

export async function tellLineShift(sql: Connection, calendar: Calendar, random: Random, shift: LineShift) {
  const { lineId, orderId, begins, ends, units } = shift;
  const [row] = await sql<{ product_id: number; lot_id: number | null }[]>`
    select product_id, lot_id from work_order where id = ${orderId}`;
  if (!row) throw new Error(`the sample has no work order ${orderId}`);
  const order: LineTime['order'] = { id: orderId, productId: row.product_id, lotId: row.lot_id };
  for (let from = begins; from < ends; ) {
    const ranUntil = Math.min(ends, from + (100 + random.below(120)) * minute);
    const stoodUntil = Math.min(ends, ranUntil + (2 + random.below(16)) * minute);
    const goodReads = Math.round((units * (stoodUntil - from)) / (ends - begins));
    const reads = goodReads + random.below(Math.max(2, Math.round(goodReads * 0.02)));
    await tellLineTime(sql, calendar, { lineId, order, from, ranUntil, stoodUntil, reads, goodReads });
    from = stoodUntil;
  }
}
