import { daysLeft, type LotDays, leavesBefore, undated } from '@suyuan/contract/physical/leaving.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { clockIn } from '../../figures/shift.ts';
import { inOrderOfLeaving, type LotColumns, type LotFacts, lotColumns, lotFacts } from '../../goods.ts';
import type { WaybillFacts } from '../../services.ts';
import { goodsIn } from '../../state/code-record.ts';
import type { Ledger } from '../../state/ledger.ts';
import { rejectedAt } from '../../state/rejected-units.ts';
import { codesOf, type EventInput } from './event-input.ts';

/** A lot in the warehouse of a waybill, and how many units of it are there, on no waybill yet, and not rejected. */
export interface FreeLot extends LotFacts {
  readonly productId: number;
  readonly units: number;
  readonly held: boolean;
}

interface StockedRow extends LotColumns {
  readonly place_id: number;
  readonly product_id: number;
  readonly expired: boolean;
  /** Null for goods that do not expire. */
  readonly days_left: number | null;
  readonly held: boolean;
  readonly units: number;
}

interface Asking {
  readonly timeZone: string;
  /** Whether a lot is looked up; all are by default. */
  readonly matters?: (lot: LotFacts & { readonly productId: number }) => boolean;
}

/**
 * The lots of some products that may leave by each of some waybills, in the order in which they should: what is suggested for loading,
 * and what loading is checked against. They lie in the warehouse of the waybill or a zone of it, those of a dealer where they were delivered.
 */
export async function lotsToLoad(
  sql: Connection,
  waybills: readonly WaybillFacts[],
  products: readonly number[],
  { timeZone, matters = () => true }: Asking,
): Promise<(waybill: WaybillFacts) => readonly FreeLot[]> {
  const places = [...new Set(waybills.flatMap(({ fromPlaces }) => fromPlaces))];
  const stock = (await stockedLots(sql, places, products, timeZone)).filter((row) =>
    matters({ ...lotFacts(row), productId: row.product_id }),
  );
  const [unitsLoaded, rejected] = await Promise.all([
    loadedUnits(sql, waybills, stock),
    waybills.every(({ takesHeld }) => takesHeld)
      ? []
      : rejectedAt(sql, places, [...new Set(stock.map(({ lot_id }) => lot_id))]),
  ]);
  const freeLots = new Map<number, readonly FreeLot[]>();
  return (waybill) =>
    freeLots.getOrInsertComputed(waybill.id, () => {
      const there = stock.filter((row) => waybill.fromPlaces.includes(row.place_id) && mayLeave(waybill, row));
      return [...Map.groupBy(there, ({ lot_id }) => lot_id)].flatMap(([lotId, rows]) => {
        const [first] = rows as [StockedRow];
        const inStock = rows.reduce((sum, row) => sum + row.units, 0);
        const unfit = rejected.filter((one) => one.lotId === lotId && waybill.fromPlaces.includes(one.placeId));
        const unitsFree = inStock - (unitsLoaded.get(`${waybill.fromWarehouseId} ${lotId}`) ?? 0);
        const units = unitsFree - (waybill.takesHeld ? 0 : unfit.length);
        return units > 0
          ? [{ ...lotFacts(first), productId: first.product_id, units, held: rows.some((row) => row.held) }]
          : [];
      });
    });
}

/** The days that goods of a product have to last at least to leave by a waybill: the stricter of product and dealer. */
export const minDaysOf = ({ lines, minDays }: WaybillFacts, productId: number | null): number =>
  Math.max(minDays, ...lines.map((line) => (line.productId === productId ? line.minDays : 0)));

/** Whether a lot may leave by a waybill without anybody giving a reason: by what the waybill takes, and the warehouse allows. */
function mayLeave(waybill: WaybillFacts, row: StockedRow): boolean {
  const { takesHeld, takesExpired, policies } = waybill;
  const isShort = !row.expired && row.days_left !== null && row.days_left < minDaysOf(waybill, row.product_id);
  return (
    (row.released || takesHeld || policies.not_released === 'allow') &&
    (!row.expired || takesExpired || policies.expired === 'allow') &&
    (!isShort || policies.short_life === 'allow') &&
    (!row.held || takesHeld || policies.on_hold === 'allow')
  );
}

/** The stock of some products in some places, by lot, in the order in which the lots should leave. */
async function stockedLots(
  sql: Connection,
  places: readonly number[],
  products: readonly number[],
  timeZone: string,
): Promise<readonly StockedRow[]> {
  if (places.length === 0 || products.length === 0) return [];
  const there = sql`place_id ${among(sql, places)} and product_id ${among(sql, products)}`;
  return sql<StockedRow[]>`
    select s.place_id, s.product_id, l.id as lot_id, ${lotColumns(sql)}, safe_integer(sum(s.units)) as units,
      coalesce(l.expiry_date < (now() at time zone ${timeZone})::date, false) as expired,
      l.expiry_date - (now() at time zone ${timeZone})::date as days_left,
      exists (
        select from hold h where (h.lot_id = l.id or h.place_id = s.place_id) and h.released_at is null
      ) as held
    from (
      select place_id, product_id, lot_id, units from stock where ${there}
      union all
      select place_id, product_id, lot_id, units from stock_delta where ${there}
    ) s
    join lot l on l.id = s.lot_id
    group by s.place_id, s.product_id, l.id
    having sum(s.units) > 0
    order by ${inOrderOfLeaving(sql)}`;
}

/** The units of lots that are on waybills that have not left, by the warehouse in or below which these load. */
async function loadedUnits(
  sql: Connection,
  waybills: readonly WaybillFacts[],
  stock: readonly StockedRow[],
): Promise<ReadonlyMap<string, number>> {
  if (stock.length === 0) return new Map();
  const lots = [...new Set(stock.map(({ lot_id }) => lot_id))];
  const warehouses = [...new Set(waybills.map(({ fromWarehouseId }) => fromWarehouseId))];
  const rows = await sql<{ warehouse_id: number; lot_id: number; units: number }[]>`
    select house.id as warehouse_id, g.lot_id, safe_integer(sum(g.units)) as units
    from unnest(${warehouses}::bigint[]) as house (id)
    cross join lateral warehouses_within(house.id) as zone (id)
    join waybill w on w.from_warehouse_id = zone.id and w.status = 'loading'
    join waybill_goods g on g.waybill_id = w.id
    where g.lot_id = any(${lots}::bigint[])
    group by 1, 2`;
  return new Map(rows.map(({ warehouse_id, lot_id, units }) => [`${warehouse_id} ${lot_id}`, units]));
}

/** The lots that loading and shipping need to know: those of the goods, and those that should leave first (first expired, first out). */
export interface LoadingLots {
  of(lotId: number): LotFacts | undefined;
  /** Whether the last day of a lot is over, where the enterprise is. */
  isExpired(lot: LotFacts, at: number): boolean;
  /** The days after today until the last day of a lot, negative once it is over; null for goods that do not expire. */
  daysLeft(lot: LotFacts, at: number): number | null;
  /** The lot of a product that should leave first by a waybill: some of it is there and not loaded. */
  first(waybill: WaybillFacts, productId: number): LotFacts | undefined;
  /** Goods are loaded: those loaded after them in the same group find so many fewer of their lot. */
  take(waybill: WaybillFacts, lotId: number | null, units: number): void;
}

export const noLots: LoadingLots = {
  of: () => undefined,
  isExpired: () => false,
  daysLeft: () => null,
  first: () => undefined,
  take: () => {},
};

/**
 * Reads, for events by which goods leave, the lots of their goods; for those that load, also the other lots of the same products in
 * stock where they are loaded.
 */
export async function loadingLots(
  sql: Connection,
  ledger: Ledger,
  inputs: readonly EventInput[],
  waybills: ReadonlyMap<number, WaybillFacts>,
  timeZone: string,
): Promise<LoadingLots> {
  if (inputs.length === 0) return noLots;
  const lotIds = [...new Set(goodsOf(ledger, inputs).flatMap(({ lotId }) => lotId ?? []))];
  if (lotIds.length > 0) await ledger.readLots(lotIds);
  const clock = clockIn(timeZone);
  const facts = {
    of: (id: number) => ledger.lotOf(id),
    isExpired: ({ expiry }: LotFacts, at: number) => expiry !== null && expiry < clock(at).day,
    daysLeft: (lot: LotFacts, at: number) => daysLeft(lot, clock(at).day),
  };
  const loads = inputs.filter((input) => input.act === 'load' || input.act === 'exchange');
  if (loads.length === 0) return { ...noLots, ...facts };
  const loadedWaybills = [...new Set(loads.flatMap(({ waybillId }) => waybills.get(waybillId) ?? []))];
  const goods = goodsOf(ledger, loads);
  const dueOf = (lotId: number | null): LotDays => (lotId === null ? undated : (ledger.lotOf(lotId) ?? undated));
  const products = [...new Set(goods.flatMap(({ productId }) => productId ?? []))];
  const free = await lotsToLoad(sql, loadedWaybills, products, {
    timeZone,
    // Only lots that should leave before one of the goods matter.
    matters: (lot) => goods.some((one) => one.productId === lot.productId && leavesBefore(lot, dueOf(one.lotId))),
  });
  const unitsTaken = new Map<string, number>();
  const keyOf = ({ fromWarehouseId }: WaybillFacts, lotId: number | null) => `${fromWarehouseId} ${lotId}`;
  return {
    ...facts,
    take: (waybill, lotId, units) => {
      const key = keyOf(waybill, lotId);
      unitsTaken.set(key, (unitsTaken.get(key) ?? 0) + units);
    },
    first: (waybill, productId) =>
      free(waybill).find(
        (lot) => lot.productId === productId && lot.units > (unitsTaken.get(keyOf(waybill, lot.id)) ?? 0),
      ),
  };
}

const goodsOf = (ledger: Ledger, inputs: readonly EventInput[]) =>
  inputs.flatMap(codesOf).flatMap((code) => {
    const record = ledger.get(code);
    return record ? goodsIn(record) : [];
  });
