import type { Sql } from 'postgres';
import type { Connection } from '../../../../platform/database/database.ts';
import { clockIn } from '../../../../trace/figures/shift.ts';
import type { WaybillDealers } from '../../../../trace/state/sold-to.ts';
import { visitsOf } from '../rules/visit.ts';
import { Params } from '../rules/warning-params.ts';
import { codeFacts } from './code-facts.ts';
import { unsuspected } from './first-looks.ts';
import { type Judged, judge, type Suspicion } from './judge.ts';
import { KeptWarnings } from './kept-warnings.ts';
import {
  burstVerdicts,
  type FirstLook,
  isFirstLook,
  type Looked,
  lookedColumns,
  networkKept,
  type ScanRow,
  scanColumns,
  scansOf,
  seenScan,
  type Told,
  toldPlaces,
} from './seen-scans.ts';
import { countSightings, sightingsOf } from './sightings.ts';

/** Scans that are looked at together. */
const batch = 4000;
/**
 * Scans get their time before they are committed, and servers' clocks differ: of what lies so few milliseconds back it is
 * asked once more what there is. Looking at a scan twice tells nothing twice.
 */
const overlap = 10_000;
const day = 86_400_000;

interface WatchParts {
  readonly sql: Sql;
  readonly waybillDealers: WaybillDealers;
  readonly timeZone: () => string;
}

/**
 * Looks at what consumers scanned, a moment after it, in no request. Up to when is kept with the warnings, in one
 * transaction: a server that is killed leaves nothing out, and another one goes on. One of the servers does it at a time.
 */
export class WarningWatch {
  readonly #parts: WatchParts;
  /** Scans within the overlap that this server has looked at already, and codes whose place was told, with their time. */
  readonly #looked = new Map<number, number>();
  readonly #told = new Map<number, number>();
  /** How many of these scans there are of each second. */
  readonly #counted = new Map<number, number>();
  /** Up to when this server looked last: what comes late is new to all where nobody else has looked since. */
  #until = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Looks at all that came in; answers how many scans that was. */
  async look(): Promise<number> {
    let all = 0;
    for (let isFirst = true; ; isFirst = false) {
      const read = await this.#lookAtBatch(isFirst);
      all += read ?? 0;
      if (read === undefined || read < batch) return all;
    }
  }

  /** The next scans, and first those that were committed late. Undefined while another server looks. */
  #lookAtBatch(isFirst: boolean): Promise<number | undefined> {
    return this.#parts.sql.begin(async (sql) => {
      const [cursor] = await sql<{ read_until: Date }[]>`
        select read_until from warning_cursor for update skip locked`;
      if (!cursor) return undefined;
      const until = cursor.read_until;
      const start = new Date(until.getTime() - overlap);
      // What is read here has thousandths of a second, what is kept may have more.
      const next = new Date(until.getTime() + 1);
      const [late, told, rows] = await Promise.all([
        isFirst ? this.#late(sql, start, next) : [],
        isFirst ? this.#toldAnew(sql, start) : [],
        sql<Looked[]>`
          select ${lookedColumns(sql)} from consumer_scan s where scanned_at >= ${next} order by scanned_at, id limit ${batch}`,
      ]);
      const isOwn = until.getTime() === this.#until;
      const fresh = new Set((isOwn ? [...late, ...rows] : rows).map(({ id }) => id));
      await this.#judge(sql, [...late, ...rows], told, fresh);
      const last = rows.at(-1)?.scanned_at;
      if (last) await sql`update warning_cursor set read_until = ${last}`;
      this.#remember([...late, ...rows], last ?? until);
      return rows.length;
    }) as Promise<number | undefined>;
  }

  /** What lies back and was not there before. Most of it was: so each second's are counted, and those read that have more. */
  async #late(sql: Connection, start: Date, next: Date): Promise<readonly Looked[]> {
    const counted = await sql<{ second: number; scans: number }[]>`
      select floor(extract(epoch from scanned_at))::bigint as second, count(*)::int as scans from consumer_scan
      where scanned_at >= date_trunc('second', ${start}::timestamptz) and scanned_at < ${next} group by 1`;
    const missed = counted.filter(({ second, scans }) => scans > (this.#counted.get(second) ?? 0));
    if (missed.length === 0) return [];
    const rows = await sql<Looked[]>`
      select ${lookedColumns(sql)} from consumer_scan s
      where scanned_at >= date_trunc('second', ${start}::timestamptz) and scanned_at < ${next}
        and floor(extract(epoch from scanned_at))::bigint = any(${missed.map(({ second }) => second)}::bigint[])`;
    return rows.filter(({ id }) => !this.#looked.has(id));
  }

  /** Codes of which a place was told: that comes after its scan was looked at. */
  async #toldAnew(sql: Connection, start: Date): Promise<number[]> {
    const rows = await sql<{ code_id: number; at: Date }[]>`
      select code_id, max(told_at) as at from scan_place where told_at >= ${start} group by code_id limit ${batch}`;
    const anew = rows.filter(({ code_id, at }) => (this.#told.get(code_id) ?? 0) < at.getTime());
    for (const { code_id, at } of anew) this.#told.set(code_id, at.getTime());
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
    for (const known of [this.#looked, this.#told]) {
      for (const [key, at] of known) if (at < old) known.delete(key);
    }
    for (const second of this.#counted.keys()) if (second * 1000 < old - 1000) this.#counted.delete(second);
  }

  /** `fresh`: the scans that nobody has looked at before. */
  async #judge(
    sql: Connection,
    all: readonly Looked[],
    toldAnew: readonly number[],
    fresh: ReadonlySet<number>,
  ): Promise<void> {
    if (all.length === 0 && toldAnew.length === 0) return;
    const params = await Params.read(sql);
    const clock = clockIn(this.#parts.timeZone());
    const dayOf = (at: number) => clock(at).day;
    const isNew = ({ id }: Looked) => fresh.has(id);
    const first = firstLooks(all, toldAnew);
    const plain = await unsuspected(sql, first, params, this.#parts.waybillDealers, isNew, dayOf);
    const rows = all.filter(({ code_id }) => !plain.codes.has(code_id));
    const codes = [...new Set([...rows.map(({ code_id }) => code_id), ...toldAnew])];
    const networks = networksToJudge(rows.filter((row) => !isFirstLook(row)));
    const [byCode, byNetwork, facts] = await Promise.all([
      this.#scansByCode(sql, rows, toldAnew, params),
      scansOfNetworks(sql, networks, params),
      codeFacts(sql, codes, this.#parts.waybillDealers),
    ]);
    // One look at a code of which acts say nothing is what most scans are, and gives cause to nothing.
    const suspicious = [...byCode].filter(([code, { scans }]) => scans.length > 1 || facts.has(code));
    const kept = await KeptWarnings.read(sql, [...suspicious.map(([code]) => String(code)), ...byNetwork.keys()]);
    const judged: Judged[] = suspicious.map(([code, { scans, told }]) => ({
      about: 'code',
      subject: String(code),
      visits: visitsOf(scans.map((row) => seenScan(row, told))),
      facts: facts.get(code),
      productId: scans.at(-1)?.product_id ?? null,
    }));
    for (const [network, scans] of byNetwork) {
      const visits = visitsOf(scans.map((row) => seenScan(row, new Map())));
      judged.push({ about: 'network', subject: network, visits, facts: undefined, productId: null });
    }
    const suspicions = judged.flatMap((one): Suspicion[] =>
      judge({ ...one, quietUntil: kept.quietUntil(one.subject) }, params),
    );
    await kept.tell(suspicions);
    const sold = suspicious.flatMap(([code, { scans }]) => {
      const known = facts.get(code);
      return known?.sold ? [{ facts: known, productId: scans.at(-1)?.product_id ?? null, scans }] : [];
    });
    await countSightings(sql, [...plain.sightings, ...sightingsOf(sold, isNew, dayOf)]);
  }

  /** Most codes are scanned once: what is known of these has been read already. */
  async #scansByCode(
    sql: Connection,
    rows: readonly Looked[],
    toldAnew: readonly number[],
    params: Params,
  ): Promise<Map<number, { scans: readonly ScanRow[]; told: Told }>> {
    const whole = rows.filter((row) => !isFirstLook(row));
    const byCode = Map.groupBy(whole, ({ code_id }) => code_id);
    const again = [...byCode].flatMap(([code, scans]) =>
      Math.max(...scans.map(({ nth }) => nth)) > scans.length ? [code] : [],
    );
    const first = rows.filter(isFirstLook).map(({ code_id }) => code_id);
    const asked = [...new Set([...again, ...first, ...toldAnew])];
    const since = new Date(Date.now() - params.days * day);
    const past = asked.length === 0 ? [] : await scansOf(sql, asked, since);
    // What was told of a scan is asked for where there was time to tell it.
    const told = asked.length === 0 ? new Map() : await toldPlaces(sql, asked);
    const all = new Map([...byCode, ...Map.groupBy(past, ({ code_id }) => code_id)]);
    return new Map([...all].map(([code, scans]) => [code, { scans, told }]));
  }
}

/** Scans of codes that were never asked for before, nor since, and that are somebody's goods. */
function firstLooks(rows: readonly Looked[], toldAnew: readonly number[]): FirstLook[] {
  const told = new Set(toldAnew);
  const times = new Map<number, number>();
  for (const { code_id } of rows) times.set(code_id, (times.get(code_id) ?? 0) + 1);
  return rows.filter(isFirstLook).filter(({ code_id }) => times.get(code_id) === 1 && !told.has(code_id));
}

/** Networks that asked for closed or unknown codes just now. */
const networksToJudge = (rows: readonly ScanRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ verdict, ip }) => (ip !== '' && burstVerdicts.includes(verdict) ? [networkKept(ip)] : [])),
  ),
];

/** Scans of one network that are looked at. */
const mostOfNetworks = 20_000;

/** What some networks asked for that was closed or unknown, within the time of a burst. */
async function scansOfNetworks(
  sql: Connection,
  networks: readonly string[],
  params: Params,
): Promise<Map<string, ScanRow[]>> {
  if (networks.length === 0) return new Map();
  const since = new Date(Date.now() - params.minutes * 60_000 - overlap);
  const rows = await sql<ScanRow[]>`
    select ${scanColumns(sql)} from consumer_scan s
    where verdict = any(${burstVerdicts}) and scanned_at >= ${since}
    order by scanned_at desc limit ${mostOfNetworks}`;
  const wanted = new Set(networks);
  const found = Map.groupBy(rows, ({ ip }) => networkKept(ip));
  return new Map([...found].filter(([network]) => wanted.has(network)));
}
