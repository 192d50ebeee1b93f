import type { CodeInformation } from '@suyuan/contract/inspect/information-inquiry.ts';
import { areaName } from '#platform/areas/areas.ts';
import type { Connection } from '#platform/database/database.ts';
import { type GivenPlace, regionOfPlace } from '../given-place.ts';

type Findings = Pick<CodeInformation, 'scans' | 'warnings' | 'inspections' | 'evidence'>;
type Scan = Findings['scans']['rows'][number];
type Row<K extends 'warnings' | 'inspections' | 'evidence'> = CodeInformation[K][number];

interface ScanRow extends Pick<Scan, 'verdict' | 'province' | 'city' | 'device'> {
  readonly at: Date;
  readonly nth: number;
}

/** A scan where its address is, or where the consumer says that the goods were bought. */
const placed = ({ at, nth: _, ...scan }: ScanRow, place: GivenPlace | undefined): Scan => ({
  ...scan,
  ...(place ? regionOfPlace(place, scan) : {}),
  at: at.toISOString(),
  latitude: place?.latitude ?? null,
  longitude: place?.longitude ?? null,
});

/** The most scans in the answer, and findings of each other kind. */
const maxScans = 200;
const maxOfOne = 50;

/** The scans of a code, warnings about it, inspections and evidence. */
export async function findingsOf(sql: Connection, id: number): Promise<Findings> {
  const [[stat], scans, placeRows, warnings, inspections, evidence] = await Promise.all([
    sql<{ scan_count: number; first_at: Date; last_at: Date }[]>`
      select scan_count, first_at, last_at from scan_stat where code_id = ${id}`,
    sql<ScanRow[]>`
      select scanned_at as at, nth, verdict, province, city, device from consumer_scan
      where code_id = ${id} order by scanned_at desc limit ${maxScans}`,
    sql<{ nth: number; latitude: string; longitude: string }[]>`
      select nth, latitude, longitude from scan_place where code_id = ${id} and latitude is not null`,
    sql<(Omit<Row<'warnings'>, 'fired_at'> & { fired_at: Date })[]>`
      select id, rule, status, outcome, region, fired_at from consumer_warning
      where code_id = ${id} order by fired_at desc limit ${maxOfOne}`,
    sql<(Omit<Row<'inspections'>, 'at' | 'area_name'> & { at: Date; area_code: string | null })[]>`
      select r.event_id, r.inspected_at as at, r.verdict, r.area_code, a.name as inspector
      from inspect_record r join account a on a.id = r.inspected_by
      where r.code_id = ${id} order by r.inspected_at desc limit ${maxOfOne}`,
    sql<(Omit<Row<'evidence'>, 'found_at'> & { found_at: Date })[]>`
      select id, event_id, case_no, status, found_at, seal from forensic_case
      where code_id = ${id} order by created_at desc limit ${maxOfOne}`,
  ]);
  const places = new Map(
    placeRows.map(({ nth, latitude, longitude }) => [
      nth,
      { latitude: Number(latitude), longitude: Number(longitude) },
    ]),
  );
  return {
    scans: {
      count: stat?.scan_count ?? 0,
      first_at: stat?.first_at.toISOString() ?? null,
      last_at: stat?.last_at.toISOString() ?? null,
      rows: scans.map((scan) => placed(scan, places.get(scan.nth))),
    },
    warnings: warnings.map(({ fired_at, ...row }) => ({ ...row, fired_at: fired_at.toISOString() })),
    inspections: inspections.map(({ at, area_code, ...row }) => ({
      ...row,
      at: at.toISOString(),
      area_name: area_code && areaName(area_code),
    })),
    evidence: evidence.map(({ found_at, ...row }) => ({ ...row, found_at: found_at.toISOString() })),
  };
}
