import type { Connection } from '#platform/database/database.ts';
import { placesOf } from '#trace/places.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { goodsIn } from '#trace/state/code-record.ts';

/** Which goods a count is of. */
export interface CountScope {
  readonly warehouse_id: number;
  readonly product_id: number | null;
  readonly lot: string | null;
}

export interface CountedPlace {
  /** The warehouse with its zones. */
  readonly places: readonly number[];
  readonly productId: number | undefined;
  /** Undefined for all lots. */
  readonly lots: readonly number[] | undefined;
}

export async function countedPlace(
  sql: Connection,
  { warehouse_id, product_id, lot }: CountScope,
): Promise<CountedPlace> {
  const zones = await sql<{ id: number }[]>`select warehouses_within(${warehouse_id}) as id`;
  const places = await placesOf(
    sql,
    'warehouse',
    zones.map(({ id }) => id),
  );
  const lots =
    lot && product_id
      ? await sql<{ id: number }[]>`select id from lot where product_id = ${product_id} and lot_no = ${lot}`
      : undefined;
  return {
    places: [...places.values()],
    productId: product_id ?? undefined,
    lots: lots?.map(({ id }) => id),
  };
}

/** Units of a product and lot. */
export interface OfLot {
  readonly product_id: number | null;
  readonly lot_id: number | null;
  readonly units: number;
}

/** What should be there now, by product and lot. */
export async function expectedAt(sql: Connection, scope: CountScope): Promise<OfLot[]> {
  const { places, productId, lots } = await countedPlace(sql, scope);
  const there = sql`place_id = any(${places as number[]}::bigint[])
    and ${productId === undefined ? sql`true` : sql`product_id = ${productId}`}
    and ${lots ? sql`lot_id = any(${lots as number[]}::bigint[])` : sql`true`}`;
  return sql<OfLot[]>`
    select product_id, nullif(lot_id, 0) as lot_id, safe_integer(sum(units)) as units from (
      select product_id, lot_id, units from stock where ${there}
      union all select product_id, lot_id, units from stock_delta where ${there}
    ) s group by 1, 2 having sum(units) <> 0`;
}

/** Whether some of the goods of a code are of the product and lot that are counted. */
export const isCounted = ({ productId, lots }: CountedPlace, record: CodeRecord): boolean =>
  goodsIn(record).some(
    (goods) => (productId === undefined || goods.productId === productId) && (!lots || lots.includes(goods.lotId ?? 0)),
  );
