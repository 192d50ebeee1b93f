import type { ScanAnswer } from '@suyuan/contract/consumer/scan.ts';
import type { Region } from '#platform/areas/regions.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { insertRows, rowsTable } from '#platform/database/statements/insert-rows.ts';
import type { Device } from '#platform/http/device.ts';
import { answerOf, type FirstScan } from './scan-answer.ts';
import { codesOf, type IssuedCode } from './scanned-codes.ts';

/** A scan whose code is resolved. */
export interface Scan {
  readonly codeId: number;
  /** The scan of the code by the same device a moment ago: then this is a second look at its answer and no new scan. */
  readonly before?: OwnScan | undefined;
  /** The code as printed, or the text itself if it is no code. */
  readonly text: string;
  /** The GTIN that the text states besides the code. */
  readonly statedGtin: string | undefined;
  readonly at: Date;
  readonly ip: string;
  readonly region: Region;
  readonly device: Device;
}

/** A recorded scan with its answer. */
export interface RecordedScan {
  readonly answer: ScanAnswer;
  readonly codeId: number;
  /** The ordinal number of the scan of this code; for a second look, that of the scan itself. */
  readonly nth: number;
  /** For a second look: when the device made the scan, in epoch milliseconds. */
  readonly scannedBefore: number | undefined;
  /** The product in the answer. */
  readonly productId: number | null;
}

/** Records a group of scans in one transaction and answers each, in their order. */
export async function recordScans(sql: Sql, scans: Scan[]): Promise<RecordedScan[]> {
  return sql.begin(async (transaction) => {
    // All queries are sent at once: one round trip for the group. Unknown codes are looked up like others, so that the response
    // time does not tell them apart.
    const ids = [...new Set(scans.map(({ codeId }) => codeId))];
    const fresh = scans.filter(({ before }) => !before);
    const [codes, counted, earlier] = await Promise.all([
      codesOf(transaction, ids),
      count(transaction, fresh),
      scansKnown(
        transaction,
        scans.filter(({ before }) => before).map(({ codeId }) => codeId),
      ),
    ]);
    const records = new Map(
      scans.map((scan): [Scan, RecordedScan] => {
        const { codeId, before } = scan;
        // A second look shows scans that others made meanwhile, so it cannot hide a warning.
        const first = counted.get(scan) ?? earlier.get(codeId) ?? firstBy(scan);
        const code = codes.get(codeId);
        const answer = answerOf(scan, code, first);
        const nth = before?.nth ?? first.count;
        const scannedBefore = answer.verdict === 'unknown' ? undefined : before?.at;
        return [scan, { answer, codeId, nth, scannedBefore, productId: productOf(answer, code) }];
      }),
    );
    await keep(transaction, fresh, records, codes);
    return scans.map((scan) => records.get(scan) as RecordedScan);
  });
}

const firstBy = ({ at, region }: Scan): FirstScan => ({ count: 1, firstAt: at, firstRegion: region });

/** What a scan would find now. */
interface Looked extends Omit<RecordedScan, 'nth' | 'scannedBefore'> {
  readonly record: IssuedCode['record'] | undefined;
  readonly step: IssuedCode['step'];
}

/** The answer that a scan would get now; nothing is recorded. */
export async function lookUp(sql: Sql, scan: Scan): Promise<Looked> {
  const { codeId } = scan;
  const [codes, earlier] = await Promise.all([codesOf(sql, [codeId]), scansKnown(sql, [codeId])]);
  const before = earlier.get(codeId);
  const first = before ? { ...before, count: before.count + 1 } : firstBy(scan);
  const code = codes.get(codeId);
  const answer = answerOf(scan, code, first);
  return { answer, codeId, productId: productOf(answer, code), record: code?.record, step: code?.step };
}

const productOf = (answer: ScanAnswer, code: IssuedCode | undefined): number | null =>
  answer.product ? (code?.goods.product_id ?? null) : null;

interface StatRow {
  readonly code_id: number;
  readonly scan_count: number;
  readonly first_at: Date;
  readonly country: string;
  readonly province: string;
  readonly city: string;
}

const firstOf = ({ scan_count, first_at, country, province, city }: StatRow, after = 0): FirstScan => ({
  count: scan_count - after,
  firstAt: first_at,
  firstRegion: { country, province, city },
});

/** How often codes were scanned so far, and when and where first. */
async function scansKnown(sql: Connection, ids: number[]): Promise<Map<number, FirstScan>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<StatRow[]>`
    select code_id, scan_count, first_at, first_country as country, first_province as province, first_city as city
    from scan_stat where code_id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.code_id, firstOf(row)]));
}

/** Adds the group to the counts. Returns for each scan its ordinal number, and when and where the first scan was. */
async function count(sql: Connection, scans: Scan[]): Promise<Map<Scan, FirstScan>> {
  if (scans.length === 0) return new Map();
  const firsts = new Map<number, Scan>();
  const times = new Map<number, number>();
  for (const item of scans) {
    if (!firsts.has(item.codeId)) firsts.set(item.codeId, item);
    times.set(item.codeId, (times.get(item.codeId) ?? 0) + 1);
  }
  // Sorted, so that two groups with the same codes wait for each other instead of deadlocking.
  const ids = [...firsts.keys()].sort((a, b) => a - b);
  const first = (id: number) => firsts.get(id) as Scan;
  const table = rowsTable(sql, ids, {
    code_id: ['bigint', (id) => id],
    times: ['bigint', (id) => times.get(id) as number],
    at: ['timestamptz', (id) => first(id).at.toISOString()],
    country: ['text', (id) => first(id).region.country],
    province: ['text', (id) => first(id).region.province],
    city: ['text', (id) => first(id).region.city],
  });
  const rows = await sql<StatRow[]>`
    insert into scan_stat as s (code_id, scan_count, first_at, first_country, first_province, first_city, last_at)
    select code_id, times, at, country, province, city, at from ${table}
    on conflict (code_id) do update
      set scan_count = s.scan_count + excluded.scan_count, last_at = greatest(s.last_at, excluded.last_at)
    returning code_id, scan_count, first_at, first_country as country, first_province as province, first_city as city`;
  const stats = new Map(rows.map((row) => [row.code_id, row]));
  const remainder = new Map(times);
  return new Map(
    scans.map((scan) => {
      const after = (remainder.get(scan.codeId) as number) - 1;
      remainder.set(scan.codeId, after);
      return [scan, firstOf(stats.get(scan.codeId) as StatRow, after)];
    }),
  );
}

async function keep(
  sql: Connection,
  scans: Scan[],
  records: ReadonlyMap<Scan, RecordedScan>,
  codes: ReadonlyMap<number, IssuedCode>,
): Promise<void> {
  if (scans.length === 0) return;
  const codeOf = ({ codeId }: Scan) => codes.get(codeId);
  await insertRows(sql, 'consumer_scan', scans, {
    code_id: ['bigint', ({ codeId }) => codeId],
    scanned_at: ['timestamptz', ({ at }) => at.toISOString()],
    code: ['text', ({ text }) => text],
    verdict: ['text', (scan) => records.get(scan)?.answer.verdict ?? 'unknown'],
    nth: ['bigint', (scan) => records.get(scan)?.nth ?? 1],
    order_id: ['bigint', (scan) => codeOf(scan)?.record.issue.order_id ?? null],
    product_id: ['bigint', (scan) => codeOf(scan)?.goods.product_id ?? null],
    lot_id: ['bigint', (scan) => codeOf(scan)?.record.lotId ?? null],
    place_id: ['bigint', (scan) => codeOf(scan)?.placeId ?? null],
    ip: ['text', ({ ip }) => ip],
    country: ['text', ({ region }) => region.country],
    province: ['text', ({ region }) => region.province],
    city: ['text', ({ region }) => region.city],
    device: ['text', ({ device }) => device.device],
    os: ['text', ({ device }) => device.os],
    browser: ['text', ({ device }) => device.browser],
  });
}

/** A recorded scan, as the consumer's device remembers it. */
export interface OwnScan {
  readonly codeId: number;
  readonly nth: number;
  /** Epoch milliseconds. */
  readonly at: number;
}
