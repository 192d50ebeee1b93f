import type { CodeInformation } from '../../../../contract/inspect/information-inquiry.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { areaName } from '../../../platform/places/areas.ts';

type Findings = Pick<CodeInformation, 'scans' | 'warnings' | 'inspections' | 'evidence'>;
type Row<K extends 'warnings' | 'inspections' | 'evidence'> = CodeInformation[K][number];

/** The most scans in the answer, and findings of each other kind. */
const mostScans = 200;
const mostOfOne = 50;

/** The scans of a code, warnings about it, inspections and evidence. */
export async function findingsOf(sql: Connection, id: number): Promise<Findings> {
  const [[stat], scans, warnings, inspections, evidence] = await Promise.all([
    sql<{ scan_count: number; first_at: Date; last_at: Date }[]>`
      select scan_count, first_at, last_at from scan_stat where code_id = ${id}`,
    sql<(Omit<Findings['scans']['rows'][number], 'at'> & { at: Date })[]>`
      select scanned_at as at, verdict, province, city, device from consumer_scan
      where code_id = ${id} order by scanned_at desc limit ${mostScans}`,
    sql<(Omit<Row<'warnings'>, 'fired_at'> & { fired_at: Date })[]>`
      select id, rule, status, outcome, region, fired_at from consumer_warning
      where code_id = ${id} order by fired_at desc limit ${mostOfOne}`,
    sql<(Omit<Row<'inspections'>, 'at' | 'area_name'> & { at: Date; area_code: string | null })[]>`
      select r.event_id, r.inspected_at as at, r.verdict, r.area_code, a.name as inspector
      from inspect_record r join account a on a.id = r.inspected_by
      where r.code_id = ${id} order by r.inspected_at desc limit ${mostOfOne}`,
    sql<(Omit<Row<'evidence'>, 'found_at'> & { found_at: Date })[]>`
      select id, event_id, case_no, status, found_at, seal from forensic_case
      where code_id = ${id} order by created_at desc limit ${mostOfOne}`,
  ]);
  return {
    scans: {
      count: stat?.scan_count ?? 0,
      first_at: stat?.first_at.toISOString() ?? null,
      last_at: stat?.last_at.toISOString() ?? null,
      rows: scans.map(({ at, ...scan }) => ({ ...scan, at: at.toISOString() })),
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
