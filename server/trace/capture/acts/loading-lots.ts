import { among } from '../../../platform/database/among.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { GoodsUnits } from '../../goods.ts';
import { goodsIn } from '../../state/code-record.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { WaybillFacts } from '../../waybill-facts.ts';
import { type ActInput, codesOf } from './act-input.ts';

interface LotFacts {
  readonly id: number;
  readonly lotNo: string;
  /** It may go to the market. */
  readonly released: boolean;
  /** `2026-01-31`. */
  readonly expiry: string | null;
}

/** What has to be known of lots before goods of them are loaded. */
export interface LoadingLots {
  of(lotId: number): LotFacts | undefined;
  /** The lot that ought to leave a place before another one does: it expires first, and some of it is there. */
  before(placeId: number, productId: number, lotId: number): LotFacts | undefined;
}

export const noLots: LoadingLots = { of: () => undefined, before: () => undefined };

interface StockedRow {
  readonly place_id: number;
  readonly product_id: number;
  readonly id: number;
  readonly lot_no: string;
  readonly released: boolean;
  readonly expiry: string | null;
  readonly units: number;
}

/** Reads, for acts that load, the lots of their goods and which others of the same products lie where they are loaded. */
export async function loadingLots(
  sql: Connection,
  ledger: Ledger,
  inputs: readonly ActInput[],
  waybills: ReadonlyMap<number, WaybillFacts>,
): Promise<LoadingLots> {
  const loads = inputs.filter((input) => input.act === 'load' || input.act === 'exchange');
  if (loads.length === 0) return noLots;
  const places = [...new Set(loads.flatMap(({ waybillId }) => waybills.get(waybillId)?.fromPlaces ?? []))];
  const records = loads.flatMap(codesOf).flatMap((code) => ledger.get(code) ?? []);
  const goods = records.flatMap(goodsIn);
  const lotIds = [...new Set(goods.flatMap(({ lotId }) => lotId ?? []))];
  if (lotIds.length === 0) return noLots;
  const lots = await sql<Omit<StockedRow, 'place_id' | 'product_id' | 'units'>[]>`
    select id, lot_no, market_released_at is not null as released, to_char(expiry_date, 'YYYY-MM-DD') as expiry
    from lot where id ${among(sql, lotIds)}`;
  const known = new Map(lots.map(({ id, lot_no, ...lot }) => [id, { id, lotNo: lot_no, ...lot }]));
  const expiring = goods.filter(({ lotId }) => known.get(lotId ?? 0)?.expiry);
  const products = [...new Set(expiring.flatMap(({ productId }) => productId ?? []))];
  const stocked = await stockedLots(sql, places, products);
  const left = await notLoaded(
    sql,
    places,
    stocked.filter((one) => expiresBefore(one, expiring, known)),
  );
  return {
    of: (id) => known.get(id),
    before: (placeId, productId, lotId) => {
      const expiry = known.get(lotId)?.expiry;
      if (!expiry) return undefined;
      const first = left.find((one) => one.place_id === placeId && one.product_id === productId);
      if (!first?.expiry || first.expiry >= expiry) return undefined;
      return { id: first.id, lotNo: first.lot_no, released: first.released, expiry: first.expiry };
    },
  };
}

/** Released lots of some products in some places, those that expire first in front. */
async function stockedLots(
  sql: Connection,
  places: readonly number[],
  products: readonly number[],
): Promise<readonly StockedRow[]> {
  if (places.length === 0 || products.length === 0) return [];
  const there = sql`place_id ${among(sql, places)} and product_id ${among(sql, products)}`;
  return sql<StockedRow[]>`
    select s.place_id, s.product_id, l.id, l.lot_no, l.market_released_at is not null as released,
      to_char(l.expiry_date, 'YYYY-MM-DD') as expiry, sum(s.units)::bigint as units
    from (
      select place_id, product_id, lot_id, units from stock where ${there}
      union all
      select place_id, product_id, lot_id, units from stock_delta where ${there}
    ) s
    join lot l on l.id = s.lot_id
    where l.expiry_date is not null and l.market_released_at is not null
    group by 1, 2, 3
    having sum(s.units) > 0
    order by l.expiry_date, l.id`;
}

/** Whether a lot ought to leave before one of the goods: the others need not be looked at. */
const expiresBefore = (
  { product_id, expiry }: StockedRow,
  goods: readonly GoodsUnits[],
  lots: ReadonlyMap<number, LotFacts>,
): boolean =>
  goods.some(({ productId, lotId }) => {
    const own = productId === product_id && lotId !== null ? lots.get(lotId)?.expiry : undefined;
    return own && expiry !== null && expiry < own;
  });

/** Of lots in places, those of which something is not on a waybill yet: what is there is as good as gone. */
async function notLoaded(
  sql: Connection,
  places: readonly number[],
  stocked: readonly StockedRow[],
): Promise<readonly StockedRow[]> {
  if (stocked.length === 0) return [];
  const lots = [...new Set(stocked.map(({ id }) => id))];
  const rows = await sql<{ place_id: number; lot_id: number; units: number }[]>`
    select p.id as place_id, g.lot_id, sum(g.units)::bigint as units
    from waybill w
    join place p on p.kind = 'warehouse' and p.ref_id = w.from_warehouse_id
    join waybill_goods g on g.waybill_id = w.id
    where w.status = 'loading' and p.id = any(${places as number[]}::bigint[]) and g.lot_id = any(${lots}::bigint[])
    group by 1, 2`;
  const loaded = new Map(rows.map(({ place_id, lot_id, units }) => [`${place_id} ${lot_id}`, units]));
  return stocked.filter(({ place_id, id, units }) => units > (loaded.get(`${place_id} ${id}`) ?? 0));
}
