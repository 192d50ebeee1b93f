import type { Connection } from '#platform/database/database.ts';
import type { Measure } from '../measure.ts';
import type { WorkOrders } from '../work-order-facts.ts';
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
export interface FigureDelta {
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
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick);
  await sql`
    insert into figure_delta (
      event_id, day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause, quantity)
    select * from unnest(
      ${column(({ eventId }) => eventId)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ measure }) => measure)}::text[], ${column(({ workOrderId }) => workOrderId ?? 0)}::bigint[],
      ${column(({ productId }) => productId ?? 0)}::bigint[], ${column(({ lotId }) => lotId ?? 0)}::bigint[],
      ${column(({ placeId }) => placeId ?? 0)}::bigint[], ${column(({ shift }) => shift.day)}::date[],
      ${column(({ shift }) => shift.teamId)}::bigint[], ${column(({ cause }) => cause)}::text[],
      ${column(({ quantity }) => quantity)}::bigint[])`;
}
