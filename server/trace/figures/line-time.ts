import type { Connection } from '#platform/database/database.ts';
import type { Goods } from '../goods.ts';
import type { Measure } from '../measure.ts';
import { type Calendar, writeFigureDeltas } from './figure-deltas.ts';

/** A report on a line for a period in which a work order was to be made on it. Times are epoch milliseconds. */
export interface LineTime {
  readonly lineId: number;
  readonly order: Goods & { readonly id: number };
  readonly from: number;
  /** The line ran until `ranUntil`, then stood until `stoodUntil`; either period may be empty. */
  readonly ranUntil: number;
  readonly stoodUntil: number;
  /** Codes that came by its cameras, and those of them that were read. */
  readonly reads: number;
  readonly goodReads: number;
}

/**
 * Stores how long a line ran and stood, and counts both, with its reads, on the day and in the shift in which the period began.
 */
export async function tellLineTime(sql: Connection, calendar: Calendar, told: LineTime): Promise<void> {
  const { lineId, order, from, ranUntil, stoodUntil, reads, goodReads } = told;
  const stretches = [
    { condition: 'running', begins: from, ends: ranUntil },
    { condition: 'standing', begins: ranUntil, ends: stoodUntil },
  ].filter(({ begins, ends }) => begins < ends);
  // Reads are stored with the first stretch, even if no time has passed.
  const [first = { condition: 'running', begins: from, ends: from }, ...others] = stretches;
  if (stretches.length === 0 && reads === 0) return;
  await keep(sql, { lineId, orderId: order.id, ...first, reads, goodReads });
  for (const other of others) await keep(sql, { lineId, orderId: order.id, ...other, reads: 0, goodReads: 0 });
  const count = (measure: Measure, quantity: number) => ({
    eventId: 0,
    measure,
    workOrderId: order.id,
    productId: order.productId,
    lotId: order.lotId,
    placeId: null,
    cause: '',
    quantity,
    at: from,
  });
  const deltas = [
    count('running_seconds', (ranUntil - from) / 1000),
    count('standing_seconds', (stoodUntil - ranUntil) / 1000),
    count('reads', reads),
    count('good_reads', goodReads),
  ].filter(({ quantity }) => quantity !== 0);
  await writeFigureDeltas(sql, calendar, deltas);
}

interface Stretch {
  readonly lineId: number;
  readonly orderId: number;
  readonly condition: string;
  readonly begins: number;
  readonly ends: number;
  readonly reads: number;
  readonly goodReads: number;
}

/** Extends the last stretch of the line if the condition goes on unchanged; otherwise begins a new one. */
async function keep(
  sql: Connection,
  { lineId, orderId, condition, begins, ends, reads, goodReads }: Stretch,
): Promise<void> {
  const [from, to] = [new Date(begins), new Date(ends)];
  const longer = await sql`
    update line_stretch set ends_at = ${to}, reads = reads + ${reads}, good_reads = good_reads + ${goodReads}
    where id = (select id from line_stretch where line_id = ${lineId} order by id desc limit 1)
      and work_order_id = ${orderId} and condition = ${condition} and ends_at = ${from}`;
  if (longer.count > 0) return;
  await sql`
    insert into line_stretch (line_id, work_order_id, condition, begins_at, ends_at, reads, good_reads)
    values (${lineId}, ${orderId}, ${condition}, ${from}, ${to}, ${reads}, ${goodReads})`;
}
