import type { Connection } from '#platform/database/database.ts';

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
  const column = (pick: (row: StockDelta) => number) => deltas.map(pick);
  await sql`
    insert into stock_delta (event_id, place_id, product_id, lot_id, units)
    select * from unnest(
      ${column(({ event }) => event)}::bigint[], ${column(({ placeId }) => placeId)}::bigint[],
      ${column(({ productId }) => productId)}::bigint[], ${column(({ lotId }) => lotId)}::bigint[],
      ${column(({ units }) => units)}::bigint[])`;
}
