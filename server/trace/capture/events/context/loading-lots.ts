import type { Connection } from '#platform/database/database.ts';
import { clockIn } from '#trace/figures/shift.ts';
import { goodsIn } from '#trace/state/code-record.ts';
import type { LotFacts } from '#trace/state/goods-facts.ts';
import type { Ledger } from '#trace/state/ledger.ts';
import type { WaybillFacts } from '#trace/waybill-facts.ts';
import { codesOf, type EventInput } from './event-input.ts';
import { lotsToLoad } from './lots-to-load.ts';

/** The lots that loading and shipping need to know: those of the goods, and those that should leave first (first expired, first out). */
export interface LoadingLots {
  of(lotId: number): LotFacts | undefined;
  /** Whether the last day of a lot is over, where the enterprise is. */
  isExpired(lot: LotFacts, at: number): boolean;
  /** The lot that should leave by a waybill before `lotId`, or before goods without a lot: some of it is there and not loaded. */
  before(waybill: WaybillFacts, productId: number, lotId: number | null): LotFacts | undefined;
  /** Goods are loaded: those loaded after them in the same group find so many fewer of their lot. */
  take(waybill: WaybillFacts, lotId: number | null, units: number): void;
}

export const noLots: LoadingLots = {
  of: () => undefined,
  isExpired: () => false,
  before: () => undefined,
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
  const leaving = inputs.filter(
    ({ act: eventType }) => eventType === 'load' || eventType === 'exchange' || eventType === 'ship',
  );
  if (leaving.length === 0) return noLots;
  const lotIds = [...new Set(goodsOf(ledger, leaving).flatMap(({ lotId }) => lotId ?? []))];
  if (lotIds.length > 0) await ledger.readLots(lotIds);
  const clock = clockIn(timeZone);
  const known = {
    of: (id: number) => ledger.lotOf(id),
    isExpired: ({ expiry }: LotFacts, at: number) => expiry !== null && expiry < clock(at).day,
  };
  const loads = inputs.filter((input) => input.act === 'load' || input.act === 'exchange');
  if (loads.length === 0) return { ...noLots, ...known };
  const loaded = [...new Set(loads.flatMap(({ waybillId }) => waybills.get(waybillId) ?? []))];
  const goods = goodsOf(ledger, loads);
  const dueOf = (lotId: number | null): Due => (lotId === null ? undated : (ledger.lotOf(lotId) ?? undated));
  const products = [...new Set(goods.flatMap(({ productId }) => productId ?? []))];
  const free = await lotsToLoad(sql, loaded, products, {
    timeZone,
    // Only lots that should leave before one of the goods matter.
    matters: (lot) => goods.some((one) => one.productId === lot.productId && leavesBefore(lot, dueOf(one.lotId))),
  });
  const taken = new Map<string, number>();
  const keyOf = ({ fromWarehouseId }: WaybillFacts, lotId: number | null) => `${fromWarehouseId} ${lotId}`;
  return {
    ...known,
    take: (waybill, lotId, units) => {
      const key = keyOf(waybill, lotId);
      taken.set(key, (taken.get(key) ?? 0) + units);
    },
    before: (waybill, productId, lotId) => {
      const first = free(waybill).find(
        (lot) => lot.productId === productId && lot.units > (taken.get(keyOf(waybill, lot.id)) ?? 0),
      );
      return first && leavesBefore(first, dueOf(lotId)) ? first : undefined;
    },
  };
}

const goodsOf = (ledger: Ledger, inputs: readonly EventInput[]) =>
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
