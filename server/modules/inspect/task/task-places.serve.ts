import { taskPlaces } from '@suyuan/contract/inspect/task/inspect-task.ts';
import type { Kysely } from 'kysely';
import { areaName } from '#platform/areas/areas.ts';
import { provinceCode } from '#platform/areas/province-reach.ts';
import type { Schema } from '#platform/database/schema.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { inspectedBy } from '../warning/watch/inspection-watch.ts';

/** The most places in an answer. */
const maxPlaces = 50;

type Place = Awaited<ReturnType<typeof inspectedPlaces>>[number];

/** Serves the places to which an inspector may be sent: where codes of a case, or of one warning, were seen or inspected. */
export default function serveTaskPlaces({ routes }: Services): void {
  routes.serve(taskPlaces, async ({ case_id, warning_id }, { db }) => {
    if (case_id === undefined && warning_id === undefined) throw badInput({ path: 'case_id', reason: 'required' });
    const warnings = await db
      .selectFrom('consumer_warning')
      .select(['id', 'visits', 'code_id'])
      .where((eb) => eb.or([eb('case_id', '=', case_id ?? 0), eb('id', '=', warning_id ?? 0)]))
      .execute();
    const codes = warnings.flatMap(({ code_id }) => code_id ?? []);
    const seen = [
      ...(await inspectedPlaces(db, { caseId: case_id ?? 0, codes })),
      ...warnings
        .flatMap(({ visits }) => visits)
        .flatMap(({ device, province, city, latitude, longitude, at }): Place[] => {
          const area_code = provinceCode(province) ?? null;
          if (device === inspectedBy || (area_code === null && latitude === null)) return [];
          const name = [province, city === province ? '' : city].filter(Boolean).join(' ');
          const source = latitude === null ? ('address' as const) : ('told' as const);
          return [{ name, area_code, latitude, longitude, dealer_id: null, source, at }];
        }),
    ];
    return [...Map.groupBy(seen, keyOf).values()]
      .map((some) => {
        const { at: _, ...place } = some[0] as Place;
        const last_at = some
          .map(({ at }) => at)
          .toSorted()
          .at(-1) as string;
        return { ...place, seen: some.length, last_at };
      })
      .toSorted((a, b) => b.seen - a.seen || b.last_at.localeCompare(a.last_at))
      .slice(0, maxPlaces);
  });
}

const keyOf = ({ name, latitude, longitude, dealer_id, source }: Place): string =>
  [source, name, latitude, longitude, dealer_id].join(' ');

/** Where the codes, or others of the case, were inspected. */
async function inspectedPlaces(
  db: Kysely<Schema>,
  { caseId, codes }: { readonly caseId: number; readonly codes: readonly number[] },
) {
  const rows = await db
    .selectFrom('inspect_record as r')
    .leftJoin('dealer as d', 'd.id', 'r.found_dealer_id')
    .select(['r.area_code', 'r.province', 'r.latitude', 'r.longitude', 'r.found_dealer_id', 'r.inspected_at'])
    .select('d.dealer_name')
    .where((eb) => eb.or([eb('r.case_id', '=', caseId), eb('r.code_id', 'in', [0, ...codes])]))
    .orderBy('r.inspected_at', 'desc')
    .limit(500)
    .execute();
  return rows.flatMap((row) => {
    const area_code = row.area_code ?? row.province;
    if (area_code === null && row.latitude === null && row.found_dealer_id === null) return [];
    return [
      {
        name: [row.dealer_name, area_code && areaName(area_code)].filter(Boolean).join(' '),
        area_code,
        latitude: row.latitude === null ? null : Number(row.latitude),
        longitude: row.longitude === null ? null : Number(row.longitude),
        dealer_id: row.found_dealer_id,
        source: 'inspection' as 'inspection' | 'told' | 'address',
        at: row.inspected_at.toISOString(),
      },
    ];
  });
}
