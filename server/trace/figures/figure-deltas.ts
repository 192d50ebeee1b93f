import type { Connection } from '#platform/database/database.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import type { Goods, Measure } from '../goods.ts';
import type { WorkOrders } from '../services.ts';
import { clockIn, type Shift, shiftAt, type WallTime } from './shift.ts';

/** Decides which day and shift a moment belongs to. */
export interface Calendar {
  readonly clock: (at: number) => WallTime;
  /** The shifts in which each of these work orders may be made. */
  readonly shifts: (sql: Connection, orders: readonly number[]) => Promise<ReadonlyMap<number, readonly Shift[]>>;
}

export const calendarOf = (timeZone: string, orders: WorkOrders): Calendar => ({
  clock: clockIn(timeZone),
  shifts: (sql, ids) => orders.shifts(sql, ids),
});

/** A change of a figure; `quantity` is signed. */
interface FigureDelta {
  /** The event that changed it; 0 if it was no event. */
  readonly eventId: number;
  readonly measure: Measure;
  readonly workOrderId: number | null;
  readonly productId: number | null;
  readonly lotId: number | null;
  readonly placeId: number | null;
  /** The reason in the words of whoever reported it; '' if none was given. */
  readonly cause: string;
  readonly quantity: number;
  /** When it happened, which decides the day and shift that it is counted in. */
  readonly at: number;
}

/** Inserts changes of figures, each on its day and in its shift, in one statement. */
export async function writeFigureDeltas(
  sql: Connection,
  { clock, shifts }: Calendar,
  deltas: readonly FigureDelta[],
): Promise<void> {
  if (deltas.length === 0) return;
  const ofOrders = await shifts(sql, [...new Set(deltas.flatMap(({ workOrderId }) => workOrderId ?? []))]);
  const rows = deltas.map((row) => {
    const time = clock(row.at);
    return { ...row, day: time.day, shift: shiftAt(ofOrders.get(row.workOrderId ?? 0) ?? [], time) };
  });
  await insertRows(sql, 'figure_delta', rows, {
    event_id: ['bigint', ({ eventId }) => eventId],
    day: ['date', ({ day }) => day],
    measure: ['text', ({ measure }) => measure],
    work_order_id: ['bigint', ({ workOrderId }) => workOrderId ?? 0],
    product_id: ['bigint', ({ productId }) => productId ?? 0],
    lot_id: ['bigint', ({ lotId }) => lotId ?? 0],
    place_id: ['bigint', ({ placeId }) => placeId ?? 0],
    shift_day: ['date', ({ shift }) => shift.day],
    team_id: ['bigint', ({ shift }) => shift.teamId],
    cause: ['text', ({ cause }) => cause],
    quantity: ['bigint', ({ quantity }) => quantity],
  });
}

/** How an event changed the stock of goods at a place; `units` is signed. */
export interface StockDelta {
  readonly event: number;
  readonly placeId: number;
  readonly productId: number;
  /** 0 for goods of no lot. */
  readonly lotId: number;
  readonly units: number;
}

/** Inserts changes of stock. */
export async function writeStock(sql: Connection, deltas: readonly StockDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  await insertRows(sql, 'stock_delta', deltas, {
    event_id: ['bigint', ({ event }) => event],
    place_id: ['bigint', ({ placeId }) => placeId],
    product_id: ['bigint', ({ productId }) => productId],
    lot_id: ['bigint', ({ lotId }) => lotId],
    units: ['bigint', ({ units }) => units],
  });
}

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
  /** Of the time that it stood: the state of a machine, and what it gave as the reason. */
  readonly stood?: StandingAs;
}

/** How a machine stood: its PackML state, and the reason that it gave. */
export interface StandingAs {
  readonly state: string | null;
  readonly reason: string | null;
}

/**
 * Stores how long a line ran and stood, and counts both, with its reads, on the day and in the shift in which the period began.
 */
export async function recordLineTime(sql: Connection, calendar: Calendar, time: LineTime): Promise<void> {
  const { lineId, order, from, ranUntil, stoodUntil, reads, goodReads, stood } = time;
  const stretches = [
    { condition: 'running', begins: from, ends: ranUntil, ...unknownState },
    { condition: 'standing', begins: ranUntil, ends: stoodUntil, ...(stood ?? unknownState) },
  ].filter(({ begins, ends }) => begins < ends);
  // Reads are stored with the first stretch, even if no time has passed.
  const [first = { condition: 'running', begins: from, ends: from, ...unknownState }, ...others] = stretches;
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

const unknownState: StandingAs = { state: null, reason: null };

interface Stretch extends StandingAs {
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
  { lineId, orderId, condition, begins, ends, reads, goodReads, state, reason }: Stretch,
): Promise<void> {
  const [from, to] = [new Date(begins), new Date(ends)];
  const longer = await sql`
    update line_stretch set ends_at = ${to}, reads = reads + ${reads}, good_reads = good_reads + ${goodReads}
    where id = (select id from line_stretch where line_id = ${lineId} order by id desc limit 1)
      and work_order_id = ${orderId} and condition = ${condition} and ends_at = ${from}
      and state is not distinct from ${state} and reason is not distinct from ${reason}`;
  if (longer.count > 0) return;
  await sql`
    insert into line_stretch (line_id, work_order_id, condition, begins_at, ends_at, reads, good_reads, state, reason)
    values (${lineId}, ${orderId}, ${condition}, ${from}, ${to}, ${reads}, ${goodReads}, ${state}, ${reason})`;
}
