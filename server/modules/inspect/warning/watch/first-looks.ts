import { provinceCode } from '#platform/areas/province-reach.ts';
import type { Connection } from '#platform/database/database.ts';
import { noDealer } from '#trace/state/genuine-step.ts';
import { holdersOf, type WaybillDealers } from '#trace/state/sold-to.ts';
import { isOfNoConsumer, isOver } from '../rules/rules-of-goods.ts';
import type { Params } from '../rules/warning-params.ts';
import { expiryDates } from './code-facts.ts';
import { heldAmong } from './held-codes.ts';
import type { FirstLook } from './seen-scans.ts';
import type { Sighting } from './sightings.ts';

/** First scans that no rule can fire on, and their counts. */
interface Unsuspected {
  readonly codes: ReadonlySet<number>;
  readonly sightings: readonly Sighting[];
}

/**
 * Finds first scans of codes on goods that are where consumers are, as most scans are. What was stored with the scan suffices to
 * rule out every cause, so the events of their goods need not be read.
 */
export async function unsuspected(
  sql: Connection,
  rows: readonly FirstLook[],
  params: Params,
  waybillDealers: WaybillDealers,
  isNew: (scan: FirstLook) => boolean,
  dayOf: (at: number) => string,
): Promise<Unsuspected> {
  const [{ kinds, dealers }, expiry, held] = await Promise.all([
    holdersOf(
      sql,
      rows.flatMap(({ place_id }) => place_id ?? []),
      waybillDealers,
    ),
    expiryDates(sql, [...new Set(rows.flatMap(({ lot_id }) => lot_id ?? []))]),
    heldAmong(sql, rows),
  ]);
  const oneIsEnough = params.least('outside_area', 'visits') <= 1;
  const plain = rows.filter(({ code_id, place_id, lot_id, scanned_at }) => {
    if (held.has(code_id)) return false;
    const place = kinds.get(place_id ?? 0);
    const part = { ...noDealer, fromDealer: place?.of_dealer === true };
    const date = expiry.get(lot_id ?? 0);
    if (place && isOfNoConsumer(place.kind, part)) return false;
    if (date !== undefined && isOver(date, scanned_at.getTime())) return false;
    return !oneIsEnough || !dealers.has(place_id ?? 0);
  });
  return {
    codes: new Set(plain.map(({ code_id }) => code_id)),
    sightings: plain.filter(isNew).flatMap(({ place_id, lot_id, product_id, province: name, scanned_at }) => {
      const dealer_id = dealers.get(place_id ?? 0);
      const province = provinceCode(name);
      if (dealer_id === undefined || province === undefined) return [];
      const day = dayOf(scanned_at.getTime());
      return [{ day, first: true, dealer_id, product_id: product_id ?? 0, lot_id: lot_id ?? 0, province }];
    }),
  };
}
