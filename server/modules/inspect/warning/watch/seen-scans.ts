import type { Connection } from '../../../../platform/database/database.ts';
import { ruleOf } from '../rules/rules.ts';
import type { SeenScan } from '../rules/visit.ts';

/** Scans of consumers as rules read them. */

/** Scans of one code that are looked at, the latest: more tell nothing that these do not. */
export const mostOfCode = 300;

export interface ScanRow {
  readonly code_id: number;
  readonly id: number;
  readonly scanned_at: Date;
  readonly code: string;
  readonly verdict: string;
  readonly nth: number;
  readonly product_id: number | null;
  /** What acts told of its goods when it was answered. */
  readonly lot_id: number | null;
  readonly place_id: number | null;
  readonly ip: string;
  readonly province: string;
  readonly city: string;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
}

export const scanColumns = (sql: Connection) => sql`
  s.code_id, s.id, s.scanned_at, s.code, s.verdict, s.nth, s.product_id, s.lot_id, s.place_id, s.ip, s.province, s.city, s.device, s.os, s.browser`;

/** What is read of a code's first scan, answered well: most scans are that, and hardly one gives cause to look at the rest. */
export interface FirstLook
  extends Pick<ScanRow, 'code_id' | 'id' | 'scanned_at' | 'product_id' | 'lot_id' | 'place_id' | 'province'> {
  readonly nth: null;
}
export type Looked = ScanRow | FirstLook;
export const isFirstLook = (row: Looked): row is FirstLook => row.nth === null;

/** What scans of a burst are answered. */
export const burstVerdicts: string[] = [...(ruleOf('burst').verdicts ?? [])];

const wholeColumns = ['code', 'verdict', 'nth', 'ip', 'city', 'device', 'os', 'browser'] as const;

/** The columns of `Looked`. */
export function lookedColumns(sql: Connection) {
  const isFirst = sql`s.nth = 1 and s.verdict <> all(${burstVerdicts})`;
  return sql`
    s.code_id, s.id, s.scanned_at, s.product_id, s.lot_id, s.place_id, s.province
    ${wholeColumns.map((name) => sql`, case when ${isFirst} then null else ${sql(`s.${name}`)} end as ${sql(name)}`)}`;
}

export const seenScan = (row: ScanRow, told: Told): SeenScan => ({
  codeId: row.code_id,
  code: row.code,
  at: row.scanned_at.getTime(),
  verdict: row.verdict,
  network: networkKept(row.ip),
  device: `${row.device} ${row.os} ${row.browser}`.trim(),
  province: row.province,
  city: row.city,
  told: told.get(`${row.code_id} ${row.nth}`) ?? null,
});

/** What is kept of an address that is old is its network: all are seen as what they will be. */
export function networkKept(ip: string): string {
  if (ip === '' || ip.includes('/')) return ip;
  if (ip.includes('.')) return `${ip.slice(ip.lastIndexOf(':') + 1).replace(/\.\d+$/, '.0')}/24`;
  return `${ip.split(':').slice(0, 3).join(':')}::/48`;
}

/**
 * The latest scans of codes since some moment, those of each together. A code that was scanned more often than is looked at is
 * asked for by itself, with a limit: a cluster has none within a join.
 */
export async function scansOf(sql: Connection, codes: readonly number[], since: Date): Promise<ScanRow[]> {
  const often = await sql<{ code_id: number }[]>`
    select code_id from scan_stat where code_id = any(${codes as number[]}::bigint[]) and scan_count > ${mostOfCode}`;
  const single = new Set(often.map(({ code_id }) => code_id));
  const others = codes.filter((code) => !single.has(code));
  const found = await Promise.all([
    sql<ScanRow[]>`
      select ${scanColumns(sql)} from consumer_scan s
      where code_id = any(${others}::bigint[]) and scanned_at >= ${since} order by code_id, id desc`,
    ...[...single].map(
      (code) => sql<ScanRow[]>`
        select ${scanColumns(sql)} from consumer_scan s
        where code_id = ${code} and scanned_at >= ${since} order by id desc limit ${mostOfCode}`,
    ),
  ]);
  return found.flat();
}

/** Where consumers say that they bought something, by code and number of the scan. */
export type Told = ReadonlyMap<string, { readonly latitude: number; readonly longitude: number }>;

export async function toldPlaces(sql: Connection, codes: readonly number[]): Promise<Told> {
  const rows = await sql<{ code_id: number; nth: number; latitude: string; longitude: string }[]>`
    select code_id, nth, latitude, longitude from scan_place
    where code_id = any(${codes as number[]}::bigint[]) and latitude is not null`;
  return new Map(
    rows.map(({ code_id, nth, latitude, longitude }) => [
      `${code_id} ${nth}`,
      { latitude: Number(latitude), longitude: Number(longitude) },
    ]),
  );
}
