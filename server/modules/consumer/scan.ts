import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { type ScanAnswer, scan, type Verdict } from '../../../contract/consumer.ts';
import type { Connection } from '../../platform/database.ts';
import { type Device, deviceOf } from '../../platform/device.ts';
import { GroupCommit } from '../../platform/group-commit.ts';
import { type Region, regionName } from '../../platform/regions.ts';
import type { Services } from '../../platform/services.ts';
import { type CodeState, statesOf } from '../trace/code-state.ts';
import type { RuleBook } from '../trace/rule-book.ts';

/** A scan as it came in. */
interface Asking {
  readonly text: string;
  readonly ip: string | undefined;
  readonly userAgent: string;
  readonly at: Date;
}

interface Scan {
  readonly codeId: number;
  /** As printed, or what was asked for when it is none of ours. */
  readonly text: string;
  readonly recognised: boolean;
  readonly at: Date;
  readonly ip: string;
  readonly region: Region;
  readonly device: Device;
}

interface FirstScan {
  readonly count: number;
  readonly firstAt: Date;
  readonly firstRegion: Region;
}

/** Answers consumers' scans: recorded in groups, answered after the commit. */
export class ScanDesk {
  readonly #services: Services;
  readonly #rules: RuleBook;
  readonly #group: GroupCommit<Asking, ScanAnswer>;
  readonly #devices = new Map<string, Device>();

  constructor(services: Services, rules: RuleBook) {
    this.#services = services;
    this.#rules = rules;
    this.#group = new GroupCommit((askings) => record(services.system.sql, this.#read(askings)));
  }

  /** `text` is what was printed, typed or scanned; a URL or an element string will do. */
  scan(text: string, from: { ip: string | undefined; userAgent: string }, at: Date = new Date()): Promise<ScanAnswer> {
    return this.#group.add({ text, ip: from.ip, userAgent: from.userAgent, at });
  }

  /** Reads the codes of a group together. */
  #read(askings: Asking[]): Scan[] {
    const found = this.#rules.recogniseMany(askings.map(({ text }) => text));
    return askings.map(({ text, ip, userAgent, at }, index) => {
      const code = found[index];
      return {
        codeId: code?.id ?? strangerId(text),
        // PostgreSQL keeps no NUL: one in a URL must not fail the scans of the others in its group.
        text: code?.code ?? text.slice(0, 200).replaceAll('\0', '\ufffd'),
        recognised: code !== undefined,
        at,
        // A connection that is gone already has no address.
        ip: ip ?? '',
        region: this.#services.regions.find(ip ?? ''),
        device: this.#deviceOf(userAgent),
      };
    });
  }

  /** Most phones are of few kinds, and telling the kind costs more than deciphering the code. */
  #deviceOf(userAgent: string): Device {
    const device = this.#devices.get(userAgent) ?? deviceOf(userAgent);
    if (this.#devices.size >= 5000) this.#devices.clear();
    this.#devices.set(userAgent, device);
    return device;
  }
}

export function serveScan({ routes }: Services, desk: ScanDesk): void {
  routes.serve(scan, (input, caller) => desk.scan(input.code, caller));
}

/** A negative id for a text that is no code: askings of the same text meet, and all of them spread over the shards. */
function strangerId(text: string): number {
  const digest = createHash('sha256').update(text).digest();
  return -(digest.readUIntBE(0, 6) + 1);
}

async function record(sql: Sql, scans: Scan[]): Promise<ScanAnswer[]> {
  return sql.begin(async (transaction) => {
    // Both are sent at once: one round trip for the group.
    const [states, counted] = await Promise.all([
      statesOf(transaction, distinct(scans.filter((s) => s.recognised).map((s) => s.codeId))),
      count(transaction, scans),
    ]);
    const answers = scans.map((item, index) => answer(item, states.get(item.codeId), counted[index] as FirstScan));
    await keep(transaction, scans, answers, states);
    return answers;
  }) as Promise<ScanAnswer[]>;
}

/** Adds the group to the counts; for each scan, which one it was and when and where the first was. */
async function count(sql: Connection, scans: Scan[]): Promise<FirstScan[]> {
  const firsts = new Map<number, Scan>();
  const times = new Map<number, number>();
  for (const item of scans) {
    if (!firsts.has(item.codeId)) firsts.set(item.codeId, item);
    times.set(item.codeId, (times.get(item.codeId) ?? 0) + 1);
  }
  // In the order of their ids: two groups that touch the same codes wait for each other and never deadlock.
  const ids = [...firsts.keys()].sort((a, b) => a - b);
  const column = <T>(pick: (scan: Scan) => T) => ids.map((id) => pick(firsts.get(id) as Scan));
  const rows = await sql<
    { code_id: number; scan_count: number; first_at: Date; country: string; province: string; city: string }[]
  >`
    insert into scan_stat as s (code_id, scan_count, first_at, first_country, first_province, first_city, last_at)
    select code_id, times, at, country, province, city, at
    from unnest(
      ${ids}::bigint[], ${ids.map((id) => times.get(id) as number)}::bigint[], ${column((s) => s.at.toISOString())}::timestamptz[],
      ${column((s) => s.region.country)}::text[], ${column((s) => s.region.province)}::text[], ${column((s) => s.region.city)}::text[]
    ) as t (code_id, times, at, country, province, city)
    on conflict (code_id) do update
      set scan_count = s.scan_count + excluded.scan_count, last_at = greatest(s.last_at, excluded.last_at)
    returning code_id, scan_count, first_at, first_country as country, first_province as province, first_city as city`;
  const stats = new Map(rows.map((row) => [row.code_id, row]));
  const left = new Map(times);
  return scans.map(({ codeId }) => {
    const stat = stats.get(codeId) as (typeof rows)[number];
    const after = (left.get(codeId) as number) - 1;
    left.set(codeId, after);
    const { country, province, city } = stat;
    return { count: stat.scan_count - after, firstAt: stat.first_at, firstRegion: { country, province, city } };
  });
}

async function keep(
  sql: Connection,
  scans: Scan[],
  answers: ScanAnswer[],
  states: Map<number, CodeState>,
): Promise<void> {
  const column = <T>(pick: (scan: Scan, index: number) => T) => scans.map(pick);
  await sql`
    insert into consumer_scan
      (code_id, scanned_at, code, verdict, nth, order_id, product_id, ip, country, province, city, device, os, browser)
    select * from unnest(
      ${column((s) => s.codeId)}::bigint[], ${column((s) => s.at.toISOString())}::timestamptz[], ${column((s) => s.text)}::text[],
      ${column((_, i) => answers[i]?.verdict ?? 'unknown')}::text[], ${column((_, i) => answers[i]?.scan.count ?? 1)}::bigint[],
      ${column((s) => states.get(s.codeId)?.order_id ?? null)}::bigint[],
      ${column((s) => states.get(s.codeId)?.product_id ?? null)}::bigint[],
      ${column((s) => s.ip)}::text[], ${column((s) => s.region.country)}::text[], ${column((s) => s.region.province)}::text[],
      ${column((s) => s.region.city)}::text[], ${column((s) => s.device.device)}::text[], ${column((s) => s.device.os)}::text[],
      ${column((s) => s.device.browser)}::text[]
    )`;
}

function answer(item: Scan, state: CodeState | undefined, seen: FirstScan): ScanAnswer {
  const isProduct = state?.state === 'bound';
  return {
    verdict: verdictOf(state, seen.count),
    code: item.recognised ? item.text : null,
    product:
      isProduct && state.product_code !== null && state.product_name !== null
        ? { product_code: state.product_code, product_name: state.product_name, gtin: state.gtin, spec: state.spec }
        : null,
    scan: {
      count: seen.count,
      first_at: seen.firstAt.toISOString(),
      first_region: regionName(seen.firstRegion) || null,
    },
    trace: isProduct ? [{ step: 'commissioning', at: state.issued_at.toISOString(), region: null }] : [],
  };
}

function verdictOf(state: CodeState | undefined, count: number): Verdict {
  if (!state) return 'unknown';
  if (state.state === 'void') return 'void';
  if (state.state === 'issued') return 'unbound';
  return count === 1 ? 'genuine' : 'repeated';
}

const distinct = <T>(items: T[]): T[] => [...new Set(items)];
