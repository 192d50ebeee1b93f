import { COUNTER_LIMIT } from '@suyuan/codes/format/format.ts';
import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { recallAdd, recallDetail } from '@suyuan/contract/inspect/recall/recall.ts';
import { openDatabase } from '@suyuan/server/platform/database/database.ts';
import type { Fragment, Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { type Benchmark, type BySize, inShort, median } from '../harness.ts';
import { codesOf, fileOf, packFile, perCase, prepare, type Rules } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';
import { stopLater } from '../stage/started.ts';

/** Units packed through calls of the server; some of these are queried. */
const packedByCalls: BySize = { smallest: 960, short: 9600, usual: 24_000, long: 24_000 };
const askedCodes: BySize = { smallest: 20, short: 100, usual: 200, long: 200 };
const packedUnits: BySize = { smallest: 100_000, short: 200_000, usual: 1_000_000, long: 10_000_000 };
const scansOfAsked = 20;
const lots = 20;
const dealers = 200;

/** Queries of an inspector in a large system: who has the goods of a lot, and everything about one code. */
export const inspecting: Benchmark = {
  name: 'inspecting',
  async *run(size) {
    const [packedHere, inquiryCount, many] = [packedByCalls[size], askedCodes[size], packedUnits[size]];
    const stage = await Stage.open();
    const database = openDatabase(stage.databaseUrl, 2, { command: true });
    stopLater(() => database.close());
    const { sql } = database;
    const order = await prepare(stage);
    const codes = await codesOf(stage, order.rules, packedHere);
    await packFile(stage, order.id, fileOf(codes));
    const step = packedHere / inquiryCount;
    const units = Array.from({ length: inquiryCount }, (_, n) => codes.units[n * step] as string);
    await scanAsked(sql, order.rules);
    const few = await inquiryTimes(stage, units);
    await packMore(sql, order, many);
    await scanMore(sql, order.rules, many);
    const recalls = await recallTimes(stage);
    const inquiries = await inquiryTimes(stage, units);
    yield {
      name: `recall of a lot, ${inShort(many)} packed: from choosing to its dealers`,
      ours: Math.max(...recalls),
      unit: 'ms',
      target: 5000,
      atMost: true,
    };
    yield {
      name: `inquiry of one code, ${inShort(many)} packed and scanned, in the median`,
      ours: median(inquiries),
      unit: 'ms',
      baselineName: `with ${inShort(packedHere)} packed`,
      baseline: median(few),
    };
    yield {
      name: 'the same, the slowest of a hundred',
      ours: inquiries.toSorted((a, b) => a - b)[Math.floor(inquiryCount * 0.99)] as number,
      unit: 'ms',
      target: 1000,
      atMost: true,
    };
  },
};

/** The first of a range of code ids that no order of the benchmark uses. */
const firstOf = (rule: number): number => rule * COUNTER_LIMIT + 2 ** 30;

/** Inserts units in cases, of several lots and with several dealers, like events would. */
async function packMore(
  sql: Sql,
  { product_id: product, rules }: Awaited<ReturnType<typeof prepare>>,
  units: number,
): Promise<void> {
  const cases = Math.floor(units / perCase);
  await sql`
    insert into packing (child, parent, packed_by)
    select ${firstOf(rules.unit)}::bigint + n, ${firstOf(rules.box)}::bigint + n / ${perCase}::int, (select min(id) from trace_event)
    from generate_series(0, ${units - 1}) n`;
  await sql`
    insert into lot (product_id, lot_no) select ${product}, 'B' || n from generate_series(0, ${lots - 1}) n`;
  await sql`
    insert into package (code, packed_by, product_id, lot_id, units, children, level, complete, seen)
    select ${firstOf(rules.box)}::bigint + n, (select min(id) from trace_event), ${product}, l.id, ${perCase}, ${perCase}, 3, true, true
    from generate_series(0, ${cases - 1}) n
    join lot l on l.lot_no = 'B' || (n * ${lots}::bigint / ${cases}::int)`;
  await sql`
    with d as (
      insert into dealer (dealer_code, dealer_name, dealer_level, contact, phone)
      select 'D' || n, 'Dealer ' || n, 1, 'C', '1' from generate_series(1, ${dealers}) n returning id, dealer_code
    ), s as (
      insert into ship_to (dealer_id, ship_to_code, ship_to_name) select id, dealer_code, dealer_code from d returning id
    )
    insert into place (kind, ref_id) select 'ship_to', id from s`;
  await sql`
    insert into stock (place_id, product_id, lot_id, units)
    select p.id, ${product}, l.id, ${Math.floor(units / lots / dealers)}
    from place p cross join lot l where p.kind = 'ship_to' and l.lot_no like 'B%'`;
  await sql`
    insert into figure (day, shift_day, measure, product_id, lot_id, quantity)
    select current_date, current_date, 'bound', ${product}, id, ${Math.floor(units / lots)} from lot where lot_no like 'B%'`;
  await sql`vacuum analyze packing`;
  await sql`analyze`;
}

type Piece = Fragment;

/** Inserts past scans of the code `code`, one for each `n` of `from`. */
const insertScans = (sql: Sql, code: Piece, from: Piece) => sql`
  insert into consumer_scan (code_id, scanned_at, code, verdict, nth, ip, country, province, city, device, os, browser)
  select ${code}, now() - interval '1 day' - n * interval '1 second', 'c', 'genuine', 1, '192.0.2.0', '中国', '江苏省',
    '南京市', 'phone', 'os', 'browser'
  from ${from}`;

/** Several scans of each code that the server packed. */
async function scanAsked(sql: Sql, { unit }: Rules): Promise<void> {
  const own = sql`select child from packing where child between ${unit * COUNTER_LIMIT} and ${firstOf(unit) - 1}`;
  await insertScans(sql, sql`p.child`, sql`(${own}) p, generate_series(1, ${scansOfAsked}) n`);
  await countScans(sql);
}

/** One scan of each of very many other codes. */
async function scanMore(sql: Sql, { unit }: Rules, scans: number): Promise<void> {
  await insertScans(sql, sql`${firstOf(unit)}::bigint + n`, sql`generate_series(1, ${scans}) n`);
  await countScans(sql);
}

async function countScans(sql: Sql): Promise<void> {
  await sql`
    insert into scan_stat (code_id, scan_count, first_at, first_country, first_province, first_city, last_at)
    select code_id, count(*), min(scanned_at), '', '', '', max(scanned_at) from consumer_scan group by 1
    on conflict do nothing`;
  await sql`vacuum analyze consumer_scan`;
  await sql`vacuum analyze scan_stat`;
}

/** The times from the choice of a lot to the list of dealers, for several lots. */
async function recallTimes(stage: Stage): Promise<number[]> {
  const times: number[] = [];
  for (let lot = 0; lot < 5; lot++) {
    const begun = performance.now();
    const { id } = await stage.call<{ id: number }>(recallAdd.path, {
      scope: { lot: `B${lot}` },
      drill: true,
      reason: 'bench',
    });
    const { data } = await answered<{ dealers: unknown[] }>(stage, `${recallDetail.path}?id=${id}`);
    times.push(performance.now() - begun);
    if (data.dealers.length !== dealers) throw new Error(`the recall tells of ${data.dealers.length} dealers`);
  }
  return times;
}

async function inquiryTimes(stage: Stage, codes: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const code of [...codes.slice(0, 10), ...codes]) {
    const begun = performance.now();
    const { data } = await answered<{ scans: { count: number } }>(stage, `${informationInquiry.path}?code=${code}`);
    times.push(performance.now() - begun);
    if (data.scans.count !== scansOfAsked) throw new Error(`the inquiry tells of ${data.scans.count} scans`);
  }
  // The first calls warm up the server.
  return times.slice(10);
}

async function answered<Data>(stage: Stage, path: string): Promise<{ data: Data }> {
  const response = await fetch(stage.url + path, { headers: stage.headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { data: Data };
}
