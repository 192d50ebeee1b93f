import type { Connection } from '#platform/database/database.ts';
import { regionOfPlace } from '../../given-place.ts';
import type { CodeFacts } from '../rules/rule.ts';
import { countedWhen, provinceOfVisit, type SeenScan, type Visit } from '../rules/visit.ts';

/** A sold code with all of its known scans, and those of them that were counted before, with the places known then. */
export interface SoldCode {
  readonly facts: CodeFacts;
  readonly productId: number | null;
  readonly scans: readonly SeenScan[];
  readonly before: readonly SeenScan[];
}

/** A code seen on a day in a province, by dealer and lot; `first` where it was seen first on that day. */
export interface Sighting {
  readonly day: string;
  readonly first: boolean;
  readonly dealer_id: number;
  readonly product_id: number;
  readonly lot_id: number;
  readonly province: string;
}

/** Stands for a given place that lies in no province. */
const noProvince = '0';

/**
 * Where a code was seen and when, since it was shipped: once for each day and province, by the address of a scan and by the place
 * that a consumer gave. Whatever makes a warning of diversion fire is among them, so the share of suspected goods counts nothing
 * above the line that is not below it.
 */
export function seenOn(scans: readonly SeenScan[], shippedAt: Date, dayOf: (at: number) => string): Set<string> {
  const countedAt = countedWhen(scans);
  const since = scans.filter(({ at }) => at >= shippedAt.getTime());
  const places = since.flatMap((scan) => {
    const place = { countedAt: countedAt(scan), province: scan.province, givenPlace: null };
    const { givenPlace } = scan;
    return givenPlace ? [place, { ...place, givenPlace, ...regionOfPlace(givenPlace, scan) }] : [place];
  });
  return new Set(places.flatMap((place) => placeOfSighting(place, dayOf) ?? []));
}

/** The day and the province by which a visit is counted; undefined if nothing is known of where it was. */
export function placeOfSighting(
  visit: Pick<Visit, 'countedAt' | 'province' | 'givenPlace'>,
  dayOf: (at: number) => string,
): string | undefined {
  const province = provinceOfVisit(visit) ?? (visit.givenPlace ? noProvince : undefined);
  return province && `${dayOf(visit.countedAt)} ${province}`;
}

/**
 * The denominator for suspected goods: where sold codes were seen, as far as it was not counted before. What was counted stays,
 * also where a consumer says afterwards that it was elsewhere.
 */
export function sightingsOf(codes: readonly SoldCode[], dayOf: (at: number) => string): Sighting[] {
  return codes.flatMap(({ facts, productId, scans, before }) => {
    const { sold } = facts;
    if (!sold) return [];
    const earlier = seenOn(before, sold.shippedAt, dayOf);
    const days = new Set([...earlier].map((one) => one.split(' ')[0]));
    const fresh = [...seenOn(scans, sold.shippedAt, dayOf)].filter((one) => !earlier.has(one));
    return fresh.map((one) => {
      const [day, province] = one.split(' ') as [string, string];
      const first = !days.has(day);
      days.add(day);
      return { day, first, dealer_id: sold.dealerId, product_id: productId ?? 0, lot_id: facts.lotId ?? 0, province };
    });
  });
}

/** Adds sightings to the stored counts. */
export async function countSightings(sql: Connection, sightings: readonly Sighting[]): Promise<void> {
  if (sightings.length === 0) return;
  // Equal sightings are combined, so few rows are sent.
  const groups = Map.groupBy(sightings, ({ first: _, ...where }) => Object.values(where).join(' '));
  const counts = [...groups.values()].map((some) => {
    const codes = some.filter(({ first }) => first).length;
    return { ...some[0], codes, also: some.length - codes };
  });
  await sql`
    insert into market_sighting (day, dealer_id, product_id, lot_id, province, codes, also)
    select day, dealer_id, product_id, lot_id, province, codes, also
    from jsonb_to_recordset(${JSON.stringify(counts)}::text::jsonb)
      as s (day date, dealer_id bigint, product_id bigint, lot_id bigint, province text, codes bigint, also bigint)
    order by 1, 2, 3, 4, 5
    on conflict (day, dealer_id, product_id, lot_id, province)
    do update set codes = market_sighting.codes + excluded.codes, also = market_sighting.also + excluded.also`;
}
