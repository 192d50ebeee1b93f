import { kill } from 'node:process';
import { waybillUpload } from '@suyuan/contract/physical/goods-file.ts';
import { ship } from '@suyuan/contract/physical/waybill/waybill.ts';
import { WarningWatch } from '@suyuan/server/modules/inspect/warning/watch/warning-watch.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { goodsOn } from '../goods/shipping.ts';
import { alternate, type Benchmark, type BySize, median, type Row, type Size } from '../harness.ts';
import { type Load, load } from '../stage/load.ts';
import { issue, workFile } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';

const connections = 64;
/** Copied codes, each scanned in three provinces within minutes, which makes two rules fire. */
const copiedCodes: BySize = { smallest: 100, short: 2000, usual: 5000, long: 5000 };
/** Sold goods, packed in cases and shipped to a dealer; more than are scanned, since repeated scans cost differently. */
const soldUnits: BySize = { smallest: 9600, short: 48_000, usual: 240_000, long: 240_000 };
const secondsOf: BySize = { smallest: 0.2, short: 0.7, usual: 5, long: 20 };
const rounds: BySize = { smallest: 1, short: 2, usual: 3, long: 7 };
/** The time in seconds until a server looks at new scans only, after it was kept from looking. */
const settling = 4;
/** An address in a network with a known province. */
const from = '114.114.114.114';

/** The cost of judging scans for warnings, and the rate at which warnings are written if there is cause. */
export const warning: Benchmark = {
  name: 'warning',
  async *run(size) {
    const stage = await Stage.open({ SUYUAN_TRUST_PROXY: '127.0.0.1' });
    const sql = stage.connect(4);
    const { bound, codes, dealer } = await goodsScanned(stage, sql, soldUnits[size]);
    const watch = watchOf(sql, dealer);
    yield* scanRows(stage, sql, watch, { as: 'bound by their order', codes: bound, size });
    yield* scanRows(stage, sql, watch, { as: 'sold to a dealer', codes, size });
    yield {
      name: 'warnings written',
      ours: await warningsPerSecond(sql, watch, copiedCodes[size]),
      unit: 'warnings/s',
    };
  },
};

const watchOf = (sql: Sql, dealer: number): WarningWatch =>
  new WarningWatch({
    sql,
    waybillDealers: async (_, waybills) => new Map(waybills.map((waybill) => [waybill, dealer])),
    levelOf: () => 1,
    timeZone: () => 'UTC',
  });

/** Codes without events, and codes with events and their dealer. */
async function goodsScanned(
  stage: Stage,
  sql: Sql,
  sold: number,
): Promise<{ bound: string[]; codes: string[]; dealer: number }> {
  const goods = await goodsOn(stage);
  const bound = await issue(stage, goods.rules.unit, 2 * sold, goods.product_id);
  const { units, boxes } = await goods.packed(sold);
  const sale = await goods.sale(sold);
  await workFile(stage, `${waybillUpload.path}?id=${sale}`, {
    content: new Blob([boxes.join('\n')]),
    lines: boxes.length,
  });
  await stage.call(ship.path, { id: sale });
  await sql`insert into dealer_area (dealer_id, area_code) values (${goods.to_dealer_id}, '320000')`;
  return { bound, codes: units, dealer: goods.to_dealer_id };
}

interface Goods {
  readonly as: string;
  readonly codes: readonly string[];
  readonly size: Size;
}

async function* scanRows(
  stage: Stage,
  sql: Sql,
  watch: WarningWatch,
  { as, codes, size }: Goods,
): AsyncGenerator<Row, void> {
  let next = 0;
  // In mixed order, not case by case.
  const nextBody = () => `{"code":"${codes[(next++ * 7919) % codes.length]}"}`;
  const seconds = secondsOf[size];
  const scans: Load = { url: stage.url, path: '/api/consumer/scan', nextBody, connections, seconds, from };
  await load({ ...scans, seconds: Math.min(2, seconds) });
  const rate = async () => {
    await load({ ...scans, seconds: Math.min(settling, seconds) });
    return (await load(scans)).perSecond;
  };
  const rates = await alternate(rounds[size], { looked: rate, unlooked: () => withoutLooking(sql, rate) });
  yield {
    name: `scans of codes ${as}, while they are looked at`,
    ours: rates.looked,
    unit: 'scans/s',
    baselineName: 'the same, unlooked at',
    baseline: rates.unlooked,
    target: 0.95,
  };
  yield await lookRow(stage, sql, watch, as, scans);
}

/** The time that an otherwise idle server needs to judge scans, compared with the time of the scans themselves. */
async function lookRow(stage: Stage, sql: Sql, watch: WarningWatch, as: string, scans: Load): Promise<Row> {
  const perScan: number[] = [];
  const begun = await sql.begin(async (held) => {
    await held`select 1 from warning_cursor for update`;
    const [moment] = await held<{ now: Date }[]>`select clock_timestamp() as now`;
    perScan.push(1000 / (await load(scans)).perSecond);
    kill(stage.pid, 'SIGSTOP');
    return moment?.now as Date;
  });
  const perLook: number[] = [];
  try {
    for (let round = 0; round < 5; round++) {
      await sql`update warning_cursor set read_until = ${begun}`;
      const started = performance.now();
      const looked = await watch.look();
      perLook.push((performance.now() - started) / looked);
    }
  } finally {
    kill(stage.pid, 'SIGCONT');
  }
  return {
    name: `a look at each code ${as}`,
    ours: median(perLook),
    unit: 'ms',
    baselineName: 'a scan',
    baseline: median(perScan),
    target: 0.05,
    atMost: true,
  };
}

/** Keeps the server from judging scans by locking its cursor, and marks the scans made meanwhile as judged. */
async function withoutLooking<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  return sql.begin(async (held) => {
    await held`select 1 from warning_cursor for update`;
    const result = await work();
    await held`update warning_cursor set read_until = clock_timestamp()`;
    return result;
  }) as Promise<Result>;
}

async function warningsPerSecond(sql: Sql, watch: WarningWatch, copied: number): Promise<number> {
  const before = await warnings(sql);
  await sql`
    insert into consumer_scan (code_id, scanned_at, code, verdict, nth, ip, country, province, city, device, os, browser)
    select c.n, now(), 'c' || c.n, 'repeated', p.n, '192.0.' || p.n || '.1', '中国', p.name, '', 'd', 'o', 'b'
    from generate_series(1, ${copied}::int) as c (n)
    cross join (values (2, '北京'), (3, '云南省'), (4, '广东省')) as p (n, name)`;
  const begun = performance.now();
  // The server judges scans, too; whichever is first.
  while ((await warnings(sql)) - before < 2 * copied) await watch.look();
  return (2 * copied * 1000) / (performance.now() - begun);
}

const warnings = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from consumer_warning`;
  return row?.n ?? 0;
};
