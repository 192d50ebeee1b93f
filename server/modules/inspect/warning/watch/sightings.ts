import type { Connection } from '../../../../platform/database/database.ts';
import { provinceCode } from '../../../../platform/places/province-reach.ts';
import type { CodeFacts } from '../rules/rule.ts';
import type { ScanRow } from './seen-scans.ts';

/** A sold code with all of its known scans. */
export interface SoldCode {
  readonly facts: CodeFacts;
  readonly productId: number | null;
  readonly scans: readonly ScanRow[];
}

/** Codes seen on a day in a province, by dealer and lot. */
export interface Sighting {
  readonly day: string;
  readonly dealer_id: number;
  readonly product_id: number;
  readonly lot_id: number;
  readonly province: string;
}

/**
 * The denominator for suspected goods: codes of sold goods that consumers scanned in a known province, each counted once a day
 * where it was first seen. A code is counted for a day only if all of its scans on that day are new.
 */
export function sightingsOf(
  codes: readonly SoldCode[],
  isNew: (scan: ScanRow) => boolean,
  dayOf: (at: number) => string,
): Sighting[] {
  return codes.flatMap(({ facts, productId, scans }) => {
    const { sold } = facts;
    if (!sold) return [];
    const placed = scans.filter(
      ({ scanned_at, province }) => scanned_at >= sold.shippedAt && provinceCode(province) !== undefined,
    );
    const days = Map.groupBy(placed, ({ scanned_at }) => dayOf(scanned_at.getTime()));
    return [...days].flatMap(([day, seen]) => {
      if (!seen.every(isNew)) return [];
      const [first] = seen.toSorted((a, b) => a.scanned_at.getTime() - b.scanned_at.getTime());
      const province = provinceCode(first?.province ?? '');
      if (province === undefined) return [];
      return [{ day, dealer_id: sold.dealerId, product_id: productId ?? 0, lot_id: facts.lotId ?? 0, province }];
    });
  });
}

/** Adds sightings to the stored counts. */
export async function countSightings(sql: Connection, sightings: readonly Sighting[]): Promise<void> {
  if (sightings.length === 0) return;
  // Equal sightings are combined, so few rows are sent.
  const alike = Map.groupBy(sightings, (one) => Object.values(one).join(' '));
  const counted = [...alike.values()].map((some) => ({ ...some[0], codes: some.length }));
  await sql`
    insert into market_sighting (day, dealer_id, product_id, lot_id, province, codes)
    select day, dealer_id, product_id, lot_id, province, codes
    from jsonb_to_recordset(${JSON.stringify(counted)}::text::jsonb)
      as s (day date, dealer_id bigint, product_id bigint, lot_id bigint, province text, codes bigint)
    order by 1, 2, 3, 4, 5
    on conflict (day, dealer_id, product_id, lot_id, province)
    do update set codes = market_sighting.codes + excluded.codes`;
}
