import type { Connection } from '../../../../platform/database/database.ts';
import { among } from '../../../../platform/database/statements/among.ts';
import { clockIn } from '../../../figures/shift.ts';
import type { Ledger } from '../../../state/ledger.ts';
import { goodsIn } from '../../../state/record/code-record.ts';
import {
  inOrderOfLeaving,
  type LotColumns,
  type LotFacts,
  lotColumns,
  lotFacts,
  maySell,
} from '../../../state/record/lot-facts.ts';
import type { WaybillFacts } from '../../../waybill-facts.ts';
import { type ActInput, codesOf } from './act-input.ts';

/** The lots that loading and shipping need to know: those of the goods, and those that should leave first (first expired, first out). */
export interface LoadingLots {
  of(lotId: number): LotFacts | undefined;
  /** Whether the last day of a lot is over, where the enterprise is. */
  isExpired(lot: LotFacts, at: number): boolean;
  /**
   * The lot that should leave the places of a waybill before `lotId`, or before goods without a lot: some of it is there and not
   * loaded.
   */
  before(places: WaybillFacts['fromPlaces'], productId: number, lotId: number | null): LotFacts | undefined;
}

export const noLots: LoadingLots = { of: () => undefined, isExpired: () => false, before: () => undefined };

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
  timeZone: string,
): Promise<LoadingLots> {
  const leaving = inputs.filter(({ act }) => act === 'load' || act === 'exchange' || act === 'ship');
  if (leaving.length === 0) return noLots;
  const clock = clockIn(timeZone);
  const lotIds = [...new Set(goodsOf(ledger, leaving).flatMap(({ lotId }) => lotId ?? []))];
  if (lotIds.length > 0) await ledger.readLots(lotIds);
  const known = {
    of: (id: number) => ledger.lotOf(id),
    isExpired: ({ expiry }: LotFacts, at: number) => expiry !== null && expiry < clock(at).day,
  };
  const loads = inputs.filter((input) => input.act === 'load' || input.act === 'exchange');
  if (loads.length === 0) return { ...noLots, ...known };
  const places = [...new Set(loads.flatMap(({ waybillId }) => waybills.get(waybillId)?.fromPlaces ?? []))];
  const goods = goodsOf(ledger, loads);
  const dueOf = (lotId: number | null): Due => (lotId === null ? undated : (ledger.lotOf(lotId) ?? undated));
  const products = [...new Set(goods.flatMap(({ productId }) => productId ?? []))];
  // Only lots that should leave before one of the goods matter.
  const stocked = (await stockedLots(sql, places, products, timeZone)).filter((row) =>
    goods.some(({ productId, lotId }) => productId === row.product_id && leavesBefore(row, dueOf(lotId))),
  );
  const loaded = await loadedOf(sql, places, stocked);
  return {
    ...known,
    before: (from, productId, lotId) => {
      // Goods of a dealer lie where they were delivered, and are loaded from its warehouse: what is left is told of all places.
      const there = stocked.filter((row) => row.product_id === productId && from.includes(row.place_id));
      const first = there.find(({ lot_id }) => {
        const units = there.reduce((sum, row) => sum + (row.lot_id === lot_id ? row.units : 0), 0);
        return units > loaded(from[0], lot_id);
      });
      return first && leavesBefore(first, dueOf(lotId)) ? lotFacts(first) : undefined;
    },
  };
}

const goodsOf = (ledger: Ledger, inputs: readonly ActInput[]) =>
  inputs.flatMap(codesOf).flatMap((code) => {
    const record = ledger.get(code);
    return record ? goodsIn(record) : [];
  });

type Due = Pick<LotFacts, 'expiry' | 'production'>;
const undated: Due = { expiry: null, production: null };

/** First expired, first out; goods that do not expire by the day of their production, and undated ones last. */
const leavesBefore = (one: Due, other: Due): boolean =>
  one.expiry === null && other.expiry === null
    ? isBefore(one.production, other.production)
    : isBefore(one.expiry, other.expiry);

const isBefore = (day: string | null, other: string | null): boolean => day !== null && (other === null || day < other);

/** Lots of some products in some places that may be shipped, in the order in which they should leave. */
async function stockedLots(
  sql: Connection,
  places: readonly number[],
  products: readonly number[],
  timeZone: string,
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
    where ${maySell(sql, timeZone)}
    group by s.place_id, s.product_id, l.id
    having sum(s.units) > 0
    order by ${inOrderOfLeaving(sql)}`;
}

/** How many units of a lot are on waybills that have not left yet from the warehouse of a place. */
async function loadedOf(
  sql: Connection,
  places: readonly number[],
  stocked: readonly StockedRow[],
): Promise<(placeId: number, lotId: number) => number> {
  if (stocked.length === 0) return () => 0;
  const lots = [...new Set(stocked.map(({ lot_id }) => lot_id))];
  const rows = await sql<{ place_id: number; lot_id: number; units: number }[]>`
    select p.id as place_id, g.lot_id, safe_integer(sum(g.units)) as units
    from waybill w
    join place p on p.kind = 'warehouse' and p.ref_id = w.from_warehouse_id
    join waybill_goods g on g.waybill_id = w.id
    where w.status = 'loading' and p.id = any(${places as number[]}::bigint[]) and g.lot_id = any(${lots}::bigint[])
    group by 1, 2`;
  const loaded = new Map(rows.map(({ place_id, lot_id, units }) => [`${place_id} ${lot_id}`, units]));
  return (placeId, lotId) => loaded.get(`${placeId} ${lotId}`) ?? 0;
}
