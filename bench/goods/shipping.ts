import { join } from 'node:path';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { waybillUpload } from '@suyuan/contract/physical/goods-file.ts';
import { stock } from '@suyuan/contract/physical/stock/stock.ts';
import { loadingRulesUpdate } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { load as loadCall, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import {
  alternate,
  type Benchmark,
  type BySize,
  inShort,
  median,
  milliseconds,
  type Row,
  type Size,
} from '../harness.ts';
import { type LoadResult, load } from '../stage/load.ts';
import { codesOf, fileOf, packFile, perCase, prepare, workFile } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';
import { startProcess } from '../stage/started.ts';

const handhelds = 20;
/** Scans per second of one person. */
const pace = 3;
const filedUnits: BySize = { smallest: 4800, short: 24_000, usual: 100_800, long: 100_800 };
const scannedUnits: BySize = { smallest: 24_000, short: 120_000, usual: 240_000, long: 240_000 };
const secondsOf: BySize = { smallest: 0.2, short: 1, usual: 3, long: 10 };
const rounds: BySize = { smallest: 1, short: 2, usual: 3, long: 3 };
/** Events before stock is asked for. */
const eventsOf: BySize = { smallest: 20_000, short: 100_000, usual: 1_000_000, long: 4_000_000 };

/**
 * Loading by scans of twenty people on one waybill until the durable answer, compared with a bare INSERT; stock after a million
 * events; and loading large waybills by files, as cases and as bottles taken out of their cases.
 */
export const shipping: Benchmark = {
  name: 'shipping',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    const goods = await goodsOn(stage);
    yield* scanRows(stage, sql, goods, size);
    yield* stockRows(stage, sql, goods, eventsOf[size]);
    const units = filedUnits[size];
    yield fileRow(stage, goods, `cases of ${perCase}`, units, async () => (await goods.packed(units)).boxes);
    yield fileRow(stage, goods, 'bottles', units, async () => (await goods.packed(units)).units);
  },
};

type Goods = Awaited<ReturnType<typeof goodsOn>>;

/** Prepares released goods in a warehouse, and sales of them. */
export async function goodsOn(stage: Stage) {
  const { id, product_id, warehouse_id, rules: codeRules } = await prepare(stage);
  // Goods leave while their order makes more, so their lot is not released yet.
  const rules = [{ reason: 'not_released', policy: 'allow' }];
  await stage.call(loadingRulesUpdate.path, { warehouse_id, rules });
  const fields = { dealer_code: 'D', dealer_name: 'D', dealer_level: 1 };
  const { id: to_dealer_id } = await stage.call<{ id: number }>(dealer.add.path, fields);
  return {
    id,
    warehouse_id,
    product_id,
    to_dealer_id,
    rules: codeRules,
    async packed(quantity: number) {
      const codes = await codesOf(stage, codeRules, quantity);
      await packFile(stage, id, fileOf({ ...codes, pallets: [] }));
      return codes;
    },
    async sale(quantity: number): Promise<number> {
      const lines = [{ product_id, quantity }];
      const sale = { kind: 'sale', from_warehouse_id: warehouse_id, to_dealer_id, lines };
      return (await stage.call<{ id: number }>(waybill.add.path, sale)).id;
    },
  };
}

async function* scanRows(stage: Stage, sql: Sql, goods: Goods, size: Size): AsyncGenerator<Row, void> {
  const bare = await startProcess([join('bench', 'stage', 'bare-scan.ts')], /Address (\S+)/, {
    DATABASE_URL: stage.databaseUrl,
    CONNECTIONS: '20',
  });
  const seconds = secondsOf[size];
  await sql`create table bare_scan (id bigint generated always as identity primary key, code text not null, at timestamptz not null default now())`;
  const quantity = scannedUnits[size];
  const { boxes } = await goods.packed(quantity);
  const id = await goods.sale(quantity);
  // So that autovacuum and checkpoints do not run during the measurement.
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  let next = 0;
  const ours = {
    ...{ url: stage.url, path: loadCall.path, connections: handhelds, seconds, token: stage.headers.token },
    nextBody: () => `{"id":${id},"codes":["${boxes[next++]}"]}`,
    isOver: () => next > boxes.length - handhelds,
  };
  const theirs = {
    ...{ url: bare.url, path: '/insert', connections: handhelds, seconds },
    nextBody: () => `{"code":"${boxes[next % boxes.length]}"}`,
  };
  // Warms up both.
  await load({ ...ours, rate: handhelds * pace });
  await load({ ...theirs, rate: handhelds * pace });
  const paced = { ours: [] as LoadResult[], theirs: [] as LoadResult[] };
  const rate = handhelds * pace;
  await alternate(rounds[size], {
    ours: async () => paced.ours.push(await load({ ...ours, rate })),
    theirs: async () => paced.theirs.push(await load({ ...theirs, rate })),
  });
  const unpaced = { seconds: Math.min(1, seconds) };
  const full = await alternate(rounds[size], {
    ours: async () => (await load({ ...ours, ...unpaced })).perSecond,
    theirs: async () => (await load({ ...theirs, ...unpaced })).perSecond,
  });
  const latency = (of: 'p50' | 'p99', target?: number): Row => ({
    name: `a scan on a waybill, ${handhelds} handhelds at ${pace} a second, ${of}`,
    ours: median(paced.ours.map((one) => one[of])),
    unit: 'ms',
    baselineName: 'bare INSERT through Fastify',
    baseline: median(paced.theirs.map((one) => one[of])),
    ...(target === undefined ? {} : { target, atMost: true as const }),
  });
  yield latency('p50', 3);
  yield latency('p99');
  yield {
    ...{ name: `scans on one waybill, ${handhelds} handhelds without a pause`, ours: full.ours, unit: 'scans/s' },
    ...{ baselineName: 'bare INSERT through Fastify', baseline: full.theirs },
  };
}

async function fileRow(
  stage: Stage,
  goods: Goods,
  as: string,
  units: number,
  packed: () => Promise<string[]>,
): Promise<Row> {
  const codes = await packed();
  const id = await goods.sale(units);
  const begun = performance.now();
  const file = { content: new Blob([codes.join('\n')]), lines: codes.length };
  await workFile(stage, `${waybillUpload.path}?id=${id}`, file);
  const seconds = (performance.now() - begun) / 1000;
  return { name: `a waybill of ${inShort(units)} units loaded by file, as ${as}`, ours: seconds, unit: 's' };
}

/** The call for stock, compared with the sum over everything that events have changed. */
async function* stockRows(stage: Stage, sql: Sql, goods: Goods, events: number): AsyncGenerator<Row, void> {
  await seedEvents(sql, goods, events);
  const ask = () => stage.get(`${stock.path}?warehouse_id=${goods.warehouse_id}`);
  await ask();
  const ms = await alternate(5, {
    ours: () => milliseconds(ask),
    rows: () =>
      milliseconds(() => sql`select place_id, product_id, lot_id, sum(units) from bare_moved group by 1, 2, 3`),
  });
  yield {
    ...{ name: `stock of a warehouse after ${inShort(events)} events`, ours: 1000 / ms.ours, unit: 'answers/s' },
    ...{ baselineName: 'GROUP BY over what they moved', baseline: 1000 / ms.rows, target: 10 },
  };
  yield { name: 'stock of a warehouse, through HTTP', ours: ms.ours, unit: 'ms', target: 100, atMost: true };
}

/** Cases per seeded waybill, and how many waybills are still being loaded. */
const casesOfWaybill = 50;
const open = 20;

/**
 * Inserts cases of two hundred lots as events would have left them: stored, loaded, shipped and received, except for waybills that
 * are still being loaded; every tenth case is still in stock.
 */
async function seedEvents(sql: Sql, { warehouse_id, product_id }: Goods, events: number): Promise<void> {
  const cases = events / 4;
  await sql`insert into lot (product_id, lot_no) select ${product_id}, 'S' || n from generate_series(0, 199) n`;
  await sql`
    insert into waybill (waybill_no, kind, status, from_warehouse_id, created_by)
    select 'S' || n, 'sample', case when n < ${open} then 'loading' else 'shipped' end, ${warehouse_id}, (select min(id) from account)
    from generate_series(0, ${cases / casesOfWaybill}::int) n`;
  await sql`insert into place (kind, ref_id) select 'waybill', id from waybill where kind = 'sample'`;
  await sql`insert into place (kind, ref_id) values ('dealer', 1000000)`;
  await sql`insert into place (kind, ref_id) values ('warehouse', ${warehouse_id}) on conflict do nothing`;
  await sql`
    create table bare_case as
    select n, b.id as waybill_id, n >= ${open * casesOfWaybill} as has_left, l.id as lot_id
    from generate_series(1, ${cases}::int) n
    join lot l on l.lot_no = 'S' || n % 200
    join waybill b on b.waybill_no = 'S' || n / ${casesOfWaybill}`;
  await sql`
    insert into waybill_goods (waybill_id, code, product_id, lot_id, units, received)
    select waybill_id, ${2 ** 51}::bigint + n, ${product_id}, lot_id, 24, case when has_left then 24 else 0 end
    from bare_case where n % 10 > 0`;
  await sql`
    create table bare_moved as
    select m.place_id, ${product_id}::bigint as product_id, c.lot_id, m.units
    from bare_case c
    join place w on w.kind = 'warehouse' and w.ref_id = ${warehouse_id}
    join place b on b.kind = 'waybill' and b.ref_id = c.waybill_id
    join place d on d.kind = 'dealer' and d.ref_id = 1000000
    cross join lateral (values (w.id, 24, true), (w.id, -24, false), (b.id, 24, false), (b.id, -24, false), (d.id, 24, false))
      m (place_id, units, stays)
    where m.stays or (c.has_left and c.n % 10 > 0)`;
  await sql`
    insert into stock as s (place_id, product_id, lot_id, units)
    select place_id, product_id, lot_id, sum(units) from bare_moved group by 1, 2, 3
    on conflict (place_id, product_id, lot_id) do update set units = s.units + excluded.units`;
  await sql`analyze`;
}
