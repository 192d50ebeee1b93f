import type { Connection } from '#platform/database/database.ts';
import type { GivenPlace } from '../../given-place.ts';
import { ruleOf } from '../rules/rules.ts';
import type { SeenScan } from '../rules/visit.ts';

/** The most scans of one code that are judged, the latest ones; more would not change the result. */
export const maxOfCode = 300;

export interface ScanRow {
  readonly code_id: number;
  readonly id: number;
  readonly scanned_at: Date;
  readonly code: string;
  readonly verdict: string;
  readonly nth: number;
  readonly product_id: number | null;
  /** The lot and place of its goods when it was answered. */
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

/** The columns of a code's first scan that are read. Most scans are first ones, and the other columns are rarely needed. */
export interface FirstLook
  extends Pick<ScanRow, 'code_id' | 'id' | 'scanned_at' | 'product_id' | 'lot_id' | 'place_id' | 'province'> {
  readonly nth: null;
}
export type Looked = ScanRow | FirstLook;
export const isFirstLook = (row: Looked): row is FirstLook => row.nth === null;

/** The verdicts of scans that make up a burst. */
export const burstVerdicts: string[] = [...(ruleOf('burst').verdicts ?? [])];

const wholeColumns = ['code', 'verdict', 'nth', 'ip', 'city', 'device', 'os', 'browser'] as const;

export function lookedColumns(sql: Connection) {
  const isFirst = sql`s.nth = 1 and s.verdict <> all(${burstVerdicts})`;
  return sql`
    s.code_id, s.id, s.scanned_at, s.product_id, s.lot_id, s.place_id, s.province
    ${wholeColumns.map((name) => sql`, case when ${isFirst} then null else ${sql(`s.${name}`)} end as ${sql(name)}`)}`;
}

export const seenScan = (row: ScanRow, places: GivenPlaces): SeenScan => ({
  codeId: row.code_id,
  code: row.code,
  at: row.scanned_at.getTime(),
  nth: row.nth,
  verdict: row.verdict,
  network: networkKept(row.ip),
  device: `${row.device} ${row.os} ${row.browser}`.trim(),
  province: row.province,
  city: row.city,
  givenPlace: places.get(`${row.code_id} ${row.nth}`) ?? null,
});

/** The network that is stored of old addresses. New ones are reduced to it as well, so that all are comparable. */
export function networkKept(ip: string): string {
  if (ip === '' || ip.includes('/')) return ip;
  if (ip.includes('.')) return `${ip.slice(ip.lastIndexOf(':') + 1).replace(/\.\d+$/, '.0')}/24`;
  return `${ip.split(':').slice(0, 3).join(':')}::/48`;
}

/**
 * The latest scans of codes since a time, grouped by code. Codes with more scans than are judged are queried individually with a
 * limit, because Citus does not support a limit within a join.
 */
export async function scansOf(sql: Connection, codes: readonly number[], since: Date): Promise<ScanRow[]> {
  const rows = await sql<{ code_id: number }[]>`
    select code_id from scan_stat where code_id = any(${codes as number[]}::bigint[]) and scan_count > ${maxOfCode}`;
  const single = new Set(rows.map(({ code_id }) => code_id));
  const others = codes.filter((code) => !single.has(code));
  const scans = await Promise.all([
    sql<ScanRow[]>`
      select ${scanColumns(sql)} from consumer_scan s
      where code_id = any(${others}::bigint[]) and scanned_at >= ${since} order by code_id, id desc`,
    ...[...single].map(
      (code) => sql<ScanRow[]>`
        select ${scanColumns(sql)} from consumer_scan s
        where code_id = ${code} and scanned_at >= ${since} order by id desc limit ${maxOfCode}`,
    ),
  ]);
  return scans.flat();
}

/** A place of purchase that a consumer gave; `sighted`: it is counted among those where the code was seen. */
interface PlaceRow extends GivenPlace {
  readonly sighted: boolean;
}

/** The places of purchase given by consumers, by code and number of the scan. */
export type GivenPlaces = ReadonlyMap<string, PlaceRow>;

/** Those that are counted already. */
export const countedOf = (places: GivenPlaces): GivenPlaces =>
  new Map([...places].filter(([, { sighted }]) => sighted));

/** Keeps that the given places of some codes are counted. */
export async function keepCounted(sql: Connection, codes: readonly number[]): Promise<void> {
  if (codes.length === 0) return;
  await sql`
    update scan_place set sighted = true
    where code_id = any(${codes as number[]}::bigint[]) and latitude is not null and not sighted`;
}

export async function givenPlaces(sql: Connection, codes: readonly number[]): Promise<GivenPlaces> {
  const rows = await sql<{ code_id: number; nth: number; latitude: string; longitude: string; sighted: boolean }[]>`
    select code_id, nth, latitude, longitude, sighted from scan_place
    where code_id = any(${codes as number[]}::bigint[]) and latitude is not null`;
  return new Map(
    rows.map(({ code_id, nth, latitude, longitude, sighted }) => [
      `${code_id} ${nth}`,
      { latitude: Number(latitude), longitude: Number(longitude), sighted },
    ]),
  );
}
