import type { Connection } from '../../../../platform/database/database.ts';
import { among } from '../../../../platform/database/statements/among.ts';
import type { Goods } from '../../../goods.ts';
import type { Ledger } from '../../../state/ledger.ts';
import { goodsIn } from '../../../state/record/code-record.ts';
import { type LotColumns, type LotFacts, lotColumns, lotFacts } from '../../../state/record/lot-facts.ts';
import type { WaybillFacts } from '../../../waybill-facts.ts';
import { type ActInput, codesOf } from './act-input.ts';
import type { Refused } from './refused.ts';

/** The lots that loading needs to know: those of the goods, and those that should leave first (first expired, first out). */
export interface LoadingLots {
  of(lotId: number): LotFacts | undefined;
  /** The lot that should leave a place before `lotId`: it expires earlier, and some of it is in stock there and not loaded. */
  before(placeId: number, productId: number, lotId: number): LotFacts | undefined;
}

/** Refuses goods that are not released for the market. Those without a lot never are: nobody can have released them. */
export function* notReleased(lots: LoadingLots, code: number, { lotId }: Goods): Generator<Refused> {
  const lot = lotId === null ? undefined : lots.of(lotId);
  if (!lot?.released) yield { code, reason: 'not_released', conflict: lot?.lotNo ?? null };
}

export const noLots: LoadingLots = { of: () => undefined, before: () => undefined };

interface StockedRow extends LotColumns {
  readonly place_id: number;
  readonly product_id: number;
  readonly units: number;
}

/** Reads, for acts that load, the lots of their goods and the other lots of the same products in stock where they are loaded. */
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
  await ledger.readLots(lotIds);
  const expiryOf = (lotId: number | null) => (lotId === null ? null : (ledger.lotOf(lotId)?.expiry ?? null));
  const expiring = goods.filter(({ lotId }) => expiryOf(lotId) !== null);
  const products = [...new Set(expiring.flatMap(({ productId }) => productId ?? []))];
  // Only lots that expire before one of the goods matter.
  const stocked = (await stockedLots(sql, places, products)).filter(({ product_id, expiry }) =>
    expiring.some(({ productId, lotId }) => productId === product_id && isBefore(expiry, expiryOf(lotId))),
  );
  const left = await notLoaded(sql, places, stocked);
  return {
    of: (id) => ledger.lotOf(id),
    before: (placeId, productId, lotId) => {
      const first = left.find((one) => one.place_id === placeId && one.product_id === productId);
      return first && isBefore(first.expiry, expiryOf(lotId)) ? lotFacts(first) : undefined;
    },
  };
}

const isBefore = (expiry: string | null, other: string | null): boolean =>
  expiry !== null && other !== null && expiry < other;

/** Released lots of some products in some places, in the order of their expiry. */
async function stockedLots(
  sql: Connection,
  places: readonly number[],
  products: readonly number[],
): Promise<readonly StockedRow[]> {
  if (places.length === 0 || products.length === 0) return [];
  const there = sql`place_id ${among(sql, places)} and product_id ${among(sql, products)}`;
  return sql<StockedRow[]>`
    select s.place_id, s.product_id, l.id as lot_id, ${lotColumns(sql)}, safe_integer(sum(s.units)) as units
    from (
      select place_id, product_id, lot_id, units from stock where ${there}
      union all
      select place_id, product_id, lot_id, units from stock_delta where ${there}
    ) s
    join lot l on l.id = s.lot_id
    where l.expiry_date is not null and l.market_released_at is not null
    group by s.place_id, s.product_id, l.id
    having sum(s.units) > 0
    order by l.expiry_date, l.id`;
}

/** Drops lots whose whole stock at a place is already on waybills that have not left. */
async function notLoaded(
  sql: Connection,
  places: readonly number[],
  stocked: readonly StockedRow[],
): Promise<readonly StockedRow[]> {
  if (stocked.length === 0) return [];
  const lots = [...new Set(stocked.map(({ lot_id }) => lot_id))];
  const rows = await sql<{ place_id: number; lot_id: number; units: number }[]>`
    select p.id as place_id, g.lot_id, safe_integer(sum(g.units)) as units
    from waybill w
    join place p on p.kind = 'warehouse' and p.ref_id = w.from_warehouse_id
    join waybill_goods g on g.waybill_id = w.id
    where w.status = 'loading' and p.id = any(${places as number[]}::bigint[]) and g.lot_id = any(${lots}::bigint[])
    group by 1, 2`;
  const loaded = new Map(rows.map(({ place_id, lot_id, units }) => [`${place_id} ${lot_id}`, units]));
  return stocked.filter(({ place_id, lot_id, units }) => units > (loaded.get(`${place_id} ${lot_id}`) ?? 0));
}
