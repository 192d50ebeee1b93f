import { kill } from 'node:process';
import { waybillUpload } from '../../contract/physical/goods-file.ts';
import { ship } from '../../contract/physical/waybill.ts';
import { WarningWatch } from '../../server/modules/inspect/warning/watch/warning-watch.ts';
import { openSql } from '../../server/platform/database/driver/open-sql.ts';
import type { Sql } from '../../server/platform/database/driver/sql.ts';
import { goodsOn } from '../goods/shipping.ts';
import { alternate, type Benchmark, median, type Row } from '../harness.ts';
import { type Load, load } from '../stage/load.ts';
import { issue, workFile } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';

const connections = 64;
/** Copied codes, each scanned in three provinces within minutes, which makes two rules fire. */
const copied = 5000;
/** Sold goods, packed in cases and shipped to a dealer; more than are scanned, since repeated scans cost differently. */
const sold = 240_000;
/** The time in seconds until a server looks at new scans only, after it was kept from looking. */
const settling = 4;
/** An address in a network with a known province. */
const from = '114.114.114.114';

/** The cost of judging scans for warnings, and the rate at which warnings are written if there is cause. */
export const warning: Benchmark = {
  name: 'warning',
  async run({ long }) {
    const stage = await Stage.open({ SUYUAN_TRUST_PROXY: '127.0.0.1' });
    const sql = openSql(stage.databaseUrl, { max: 4 });
    try {
      const { bound, codes, dealer } = await goodsScanned(stage, sql);
      const watch = watchOf(sql, dealer);
      return [
        ...(await scanRows(stage, sql, watch, { as: 'bound by their order', codes: bound, long })),
        ...(await scanRows(stage, sql, watch, { as: 'sold to a dealer', codes, long })),
        { name: 'warnings told', ours: await warningsPerSecond(sql, watch), unit: 'warnings/s' },
      ];
    } finally {
      await sql.end();
      await stage.close();
    }
  },
};

const watchOf = (sql: Sql, dealer: number): WarningWatch =>
  new WarningWatch({
    sql,
    waybillDealers: async (_, waybills) => new Map(waybills.map((waybill) => [waybill, dealer])),
    timeZone: () => 'UTC',
  });

/** Codes without acts, and codes with acts and their dealer. */
async function goodsScanned(stage: Stage, sql: Sql): Promise<{ bound: string[]; codes: string[]; dealer: number }> {
  const goods = await goodsOn(stage);
  const bound = await issue(stage, goods.rules.unit, 400_000, goods.product_id);
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
  readonly long: boolean;
}

async function scanRows(stage: Stage, sql: Sql, watch: WarningWatch, { as, codes, long }: Goods): Promise<Row[]> {
  let next = 0;
  // In mixed order, not case by case.
  const nextBody = () => `{"code":"${codes[(next++ * 7919) % codes.length]}"}`;
  const seconds = long ? 20 : 5;
  const scans: Load = { url: stage.url, path: '/api/consumer/scan', nextBody, connections, seconds, from };
  await load({ ...scans, seconds: 2 });
  const rate = async () => {
    await load({ ...scans, seconds: settling });
    return (await load(scans)).perSecond;
  };
  const rates = await alternate(long ? 7 : 3, { looked: rate, unlooked: () => withoutLooking(sql, rate) });
  return [
    {
      name: `scans of codes ${as}, while they are looked at`,
      ours: rates.looked,
      unit: 'scans/s',
      baselineName: 'the same, unlooked at',
      baseline: rates.unlooked,
      target: 0.95,
    },
    await lookRow(stage, sql, watch, as, scans),
  ];
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

async function warningsPerSecond(sql: Sql, watch: WarningWatch): Promise<number> {
  const before = await told(sql);
  await sql`
    insert into consumer_scan (code_id, scanned_at, code, verdict, nth, ip, country, province, city, device, os, browser)
    select c.n, now(), 'c' || c.n, 'repeated', p.n, '192.0.' || p.n || '.1', '中国', p.name, '', 'd', 'o', 'b'
    from generate_series(1, ${copied}::int) as c (n)
    cross join (values (2, '北京'), (3, '云南省'), (4, '广东省')) as p (n, name)`;
  const begun = performance.now();
  // The server judges scans, too; whichever is first.
  while ((await told(sql)) - before < 2 * copied) await watch.look();
  return (2 * copied * 1000) / (performance.now() - begun);
}

const told = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from consumer_warning`;
  return row?.n ?? 0;
};
