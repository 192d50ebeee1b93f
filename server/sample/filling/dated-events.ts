import type { Sql } from '#platform/database/driver/sql.ts';
import { type Calendar, writeFigureDeltas } from '#trace/figures/figure-deltas.ts';
import type { Measure } from '#trace/goods.ts';

export interface Dating {
  readonly sql: Sql;
  readonly calendar: Calendar;
}

interface Counted {
  readonly event_id: number;
  readonly measure: Measure;
  readonly work_order_id: number;
  readonly product_id: number;
  readonly lot_id: number;
  readonly place_id: number;
  readonly quantity: number;
  readonly cause: string;
}

/**
 * Dates events that calls have just recorded to when they would have been, and what they count with them. Events that count something
 * which is summed up by now stay where they are.
 */
export async function dateEvents(
  { sql, calendar }: Dating,
  events: readonly number[],
  at: number,
  counting = true,
): Promise<void> {
  await sql.begin(async (change) => {
    const counted = await change<Counted[]>`
      delete from figure_delta where event_id = any(${events as number[]}::bigint[])
      returning event_id, measure, work_order_id, product_id, lot_id, place_id, quantity, cause`;
    if (counting && counted.length === 0) return;
    const moment = new Date(at);
    await change`
      update trace_event set event_time = ${moment}, recorded_at = ${moment} where id = any(${events as number[]}::bigint[])`;
    await change`update event_code set event_time = ${moment} where event_id = any(${events as number[]}::bigint[])`;
    await writeFigureDeltas(
      change,
      calendar,
      counted.map((one) => ({
        ...{ eventId: one.event_id, measure: one.measure, quantity: one.quantity, cause: one.cause, at },
        ...{ workOrderId: one.work_order_id, productId: one.product_id, lotId: one.lot_id, placeId: one.place_id },
      })),
    );
  });
}

/** The same for the events that hold the goods of a recall or of quality holds, and for what they hold. */
export async function dateHolds(
  dating: Dating,
  of: { readonly recall: number } | { readonly hold: number },
  at: number,
): Promise<void> {
  const { sql } = dating;
  const [column, id] = 'recall' in of ? (['recall_id', of.recall] as const) : (['quality_hold_id', of.hold] as const);
  const rows = await sql<{ event_id: number }[]>`
    update hold set held_at = ${new Date(at)} where ${sql(column)} = ${id} and event_id is not null returning event_id`;
  await dateEvents(dating, [...new Set(rows.map(({ event_id }) => event_id))], at, false);
}
