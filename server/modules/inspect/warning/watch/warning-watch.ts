import { day, minute } from '@suyuan/contract/durations.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { clockIn } from '#trace/figures/shift.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import { visitsOf } from '../rules/visit.ts';
import { Params } from '../rules/warning-params.ts';
import { codeFacts } from './code-facts.ts';
import { unsuspected } from './first-looks.ts';
import { type Judged, judge, type Suspicion } from './judge.ts';
import { KeptWarnings } from './kept-warnings.ts';
import {
  burstVerdicts,
  countedOf,
  type FirstLook,
  type GivenPlaces,
  givenPlaces,
  isFirstLook,
  keepCounted,
  type Looked,
  lookedColumns,
  networkKept,
  type ScanRow,
  scanColumns,
  scansOf,
  seenScan,
} from './seen-scans.ts';
import { countSightings, sightingsOf } from './sightings.ts';

/** The number of scans per batch. */
const batch = 4000;
/**
 * Scans get their time before they are committed, and servers' clocks differ, so the last milliseconds before the cursor are
 * read again. Judging a scan twice does not raise two warnings.
 */
const overlap = 10_000;

interface WatchParts {
  readonly sql: Sql;
  readonly waybillDealers: WaybillDealers;
  /** The packaging level of a code. */
  readonly levelOf: (codeId: number) => number;
  readonly timeZone: () => string;
}

/**
 * Judges scans of consumers shortly after they come in, outside of requests. The cursor is stored in the same transaction as the
 * warnings: if a server is killed, another one continues without gaps. Only one server works at a time.
 */
export class WarningWatch {
  readonly #parts: WatchParts;
  /** Scans within the overlap that this server has judged, and codes with a given place, with their times. */
  readonly #looked = new Map<number, number>();
  readonly #placed = new Map<number, number>();
  /** The number of these scans by second. */
  readonly #counted = new Map<number, number>();
  /** The cursor after this server's last look. Late scans are new to everybody only if no other server has looked since. */
  #until = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Judges all new scans, and resolves to their number. */
  async look(): Promise<number> {
    let all = 0;
    for (let isFirst = true; ; isFirst = false) {
      const count = await this.#lookAtBatch(isFirst);
      all += count ?? 0;
      if (count === undefined || count < batch) return all;
    }
  }

  /** Judges the next batch, after scans that were committed late. Undefined while another server is working. */
  #lookAtBatch(isFirst: boolean): Promise<number | undefined> {
    return this.#parts.sql.begin(async (sql) => {
      const [cursor] = await sql<{ read_until: Date }[]>`
        select read_until from warning_cursor for update skip locked`;
      if (!cursor) return undefined;
      const until = cursor.read_until;
      const start = new Date(until.getTime() - overlap);
      // JavaScript dates have milliseconds; the database may have more digits.
      const next = new Date(until.getTime() + 1);
      const [late, places, rows] = await Promise.all([
        isFirst ? this.#late(sql, start, next) : [],
        isFirst ? this.#newlyPlaced(sql, start) : [],
        sql<Looked[]>`
          select ${lookedColumns(sql)} from consumer_scan s where scanned_at >= ${next} order by scanned_at, id limit ${batch}`,
      ]);
      const isOwn = until.getTime() === this.#until;
      const fresh = new Set((isOwn ? [...late, ...rows] : rows).map(({ id }) => id));
      await this.#judge(sql, [...late, ...rows], places, fresh);
      const last = rows.at(-1)?.scanned_at;
      if (last) await sql`update warning_cursor set read_until = ${last}`;
      this.#remember([...late, ...rows], last ?? until);
      return rows.length;
    }) as Promise<number | undefined>;
  }

  /**
   * Reads scans before the cursor that were committed late. Most of the scans there were judged already, so they are counted by
   * second, and only seconds with more scans than before are read.
   */
  async #late(sql: Connection, start: Date, next: Date): Promise<readonly Looked[]> {
    const counts = await sql<{ second: number; scans: number }[]>`
      select floor(extract(epoch from scanned_at))::bigint as second, count(*)::int as scans from consumer_scan
      where scanned_at >= date_trunc('second', ${start}::timestamptz) and scanned_at < ${next} group by 1`;
    const gaps = counts.filter(({ second, scans }) => scans > (this.#counted.get(second) ?? 0));
    if (gaps.length === 0) return [];
    const rows = await sql<Looked[]>`
      select ${lookedColumns(sql)} from consumer_scan s
      where scanned_at >= date_trunc('second', ${start}::timestamptz) and scanned_at < ${next}
        and floor(extract(epoch from scanned_at))::bigint = any(${gaps.map(({ second }) => second)}::bigint[])`;
    return rows.filter(({ id }) => !this.#looked.has(id));
  }

  /** Codes for which a place was given, which happens after their scan was judged. */
  async #newlyPlaced(sql: Connection, start: Date): Promise<number[]> {
    const rows = await sql<{ code_id: number; at: Date }[]>`
      select code_id, max(told_at) as at from scan_place where told_at >= ${start} group by code_id limit ${batch}`;
    const anew = rows.filter(({ code_id, at }) => (this.#placed.get(code_id) ?? 0) < at.getTime());
    for (const { code_id, at } of anew) this.#placed.set(code_id, at.getTime());
    return anew.map(({ code_id }) => code_id);
  }

  #remember(rows: readonly Looked[], last: Date): void {
    this.#until = last.getTime();
    for (const { id, scanned_at } of rows) {
      if (this.#looked.has(id)) continue;
      const second = Math.floor(scanned_at.getTime() / 1000);
      this.#looked.set(id, scanned_at.getTime());
      this.#counted.set(second, (this.#counted.get(second) ?? 0) + 1);
    }
    const old = last.getTime() - 2 * overlap;
    for (const moments of [this.#looked, this.#placed]) {
      for (const [key, at] of moments) if (at < old) moments.delete(key);
    }
    for (const second of this.#counted.keys()) if (second * 1000 < old - 1000) this.#counted.delete(second);
  }

  /** `fresh`: the ids of scans that were not judged before. */
  async #judge(
    sql: Connection,
    all: readonly Looked[],
    newlyPlaced: readonly number[],
    fresh: ReadonlySet<number>,
  ): Promise<void> {
    if (all.length === 0 && newlyPlaced.length === 0) return;
    const params = await Params.read(sql);
    const clock = clockIn(this.#parts.timeZone());
    const dayOf = (at: number) => clock(at).day;
    const isNew = ({ id }: Looked) => fresh.has(id);
    const first = firstLooks(all, newlyPlaced);
    const plain = await unsuspected(sql, first, params, this.#parts.waybillDealers, isNew, dayOf);
    const rows = all.filter(({ code_id }) => !plain.codes.has(code_id));
    const codes = [...new Set([...rows.map(({ code_id }) => code_id), ...newlyPlaced])];
    const networks = networksToJudge(rows.filter((row) => !isFirstLook(row)));
    const [{ byCode, places }, byNetwork, facts] = await Promise.all([
      this.#scansByCode(sql, rows, newlyPlaced, params),
      scansOfNetworks(sql, networks, params),
      codeFacts(sql, codes, this.#parts.waybillDealers),
    ]);
    // A single scan of a code without events, as most scans are, cannot make a rule fire.
    const suspicious = [...byCode].filter(([code, scans]) => scans.length > 1 || facts.has(code));
    const warnings = await KeptWarnings.read(sql, [...suspicious.map(([code]) => String(code)), ...byNetwork.keys()]);
    const suspects: Judged[] = suspicious.map(([code, scans]) => ({
      about: 'code',
      subject: String(code),
      visits: visitsOf(scans.map((row) => seenScan(row, places))),
      facts: facts.get(code),
      isPackage: this.#parts.levelOf(code) > 1,
      productId: scans.at(-1)?.product_id ?? null,
    }));
    for (const [network, scans] of byNetwork) {
      const visits = visitsOf(scans.map((row) => seenScan(row, new Map())));
      suspects.push({ about: 'network', subject: network, visits, facts: undefined, productId: null });
    }
    const suspicions = suspects.flatMap((one): Suspicion[] =>
      judge({ ...one, quietUntil: warnings.quietUntil(one.subject) }, params),
    );
    await warnings.tell(suspicions);
    const countedPlaces = countedOf(places);
    const sold = suspicious.flatMap(([code, scans]) => {
      const factsOfCode = facts.get(code);
      if (!factsOfCode?.sold) return [];
      const before = scans.filter((scan) => !isNew(scan)).map((scan) => seenScan(scan, countedPlaces));
      const all = scans.map((scan) => seenScan(scan, places));
      return [{ code, facts: factsOfCode, productId: scans.at(-1)?.product_id ?? null, scans: all, before }];
    });
    await countSightings(sql, [...plain.sightings, ...sightingsOf(sold, dayOf)]);
    if (countedPlaces.size < places.size)
      await keepCounted(
        sql,
        sold.map(({ code }) => code),
      );
  }

  /** The scans of each code. Most codes are scanned once, and their scans have been read already. */
  async #scansByCode(
    sql: Connection,
    rows: readonly Looked[],
    newlyPlaced: readonly number[],
    params: Params,
  ): Promise<{ byCode: ReadonlyMap<number, readonly ScanRow[]>; places: GivenPlaces }> {
    const whole = rows.filter((row) => !isFirstLook(row));
    const byCode = Map.groupBy(whole, ({ code_id }) => code_id);
    const again = [...byCode].flatMap(([code, scans]) =>
      Math.max(...scans.map(({ nth }) => nth)) > scans.length ? [code] : [],
    );
    const first = rows.filter(isFirstLook).map(({ code_id }) => code_id);
    const codeIds = [...new Set([...again, ...first, ...newlyPlaced])];
    const since = new Date(Date.now() - params.days * day);
    const past = codeIds.length === 0 ? [] : await scansOf(sql, codeIds, since);
    // Not read for codes whose scans are all complete in this batch, since giving a place takes time.
    const places: GivenPlaces = codeIds.length === 0 ? new Map() : await givenPlaces(sql, codeIds);
    return { byCode: new Map([...byCode, ...Map.groupBy(past, ({ code_id }) => code_id)]), places };
  }
}

/** First scans of codes that have no other scan in this batch and no given place. */
function firstLooks(rows: readonly Looked[], newlyPlaced: readonly number[]): FirstLook[] {
  const placedCodes = new Set(newlyPlaced);
  const times = new Map<number, number>();
  for (const { code_id } of rows) times.set(code_id, (times.get(code_id) ?? 0) + 1);
  return rows.filter(isFirstLook).filter(({ code_id }) => times.get(code_id) === 1 && !placedCodes.has(code_id));
}

/** The networks with scans of closed or unknown codes in this batch. */
const networksToJudge = (rows: readonly ScanRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ verdict, ip }) => (ip !== '' && burstVerdicts.includes(verdict) ? [networkKept(ip)] : [])),
  ),
];

/** The most scans of closed or unknown codes that are judged, over all networks. */
const maxOfNetworks = 20_000;

/** The scans of closed or unknown codes by some networks, within the period of a burst. */
async function scansOfNetworks(
  sql: Connection,
  networks: readonly string[],
  params: Params,
): Promise<Map<string, ScanRow[]>> {
  if (networks.length === 0) return new Map();
  const since = new Date(Date.now() - params.minutes * minute - overlap);
  const rows = await sql<ScanRow[]>`
    select ${scanColumns(sql)} from consumer_scan s
    where verdict = any(${burstVerdicts}) and scanned_at >= ${since}
    order by scanned_at desc limit ${maxOfNetworks}`;
  const all = new Set(networks);
  const scansByNetwork = Map.groupBy(rows, ({ ip }) => networkKept(ip));
  return new Map([...scansByNetwork].filter(([network]) => all.has(network)));
}
