import { scan } from '@suyuan/contract/consumer/scan.ts';
import { load as loadCall } from '@suyuan/contract/physical/waybill/waybill.ts';
import { eventHistory, pack, packable, packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import type { Benchmark, BySize, Row } from '../harness.ts';
import { openCluster } from '../stage/cluster.ts';
import { codesOf, perCase } from '../stage/packing-line.ts';
import { logPassedOn, ShardLog } from '../stage/shard-log.ts';
import { Stage } from '../stage/stage.ts';
import { tell, tellersOf } from '../stage/telling-line.ts';
import { goodsOn } from './shipping.ts';

/** Calls of each path: enough that the background work of a busy machine does not fall into all of them. */
const calls: BySize = { smallest: 6, short: 6, usual: 6, long: 6 };
/** The number of packed cases, of which each path uses different ones. */
const cases = 400;

/**
 * The number of shards that a statement of each hot path queries on a cluster, according to Citus' own log. A query by code
 * needs one shard; a query by anything else needs all.
 */
export const sharding: Benchmark = {
  name: 'sharding',
  async *run(size) {
    const { url, sql } = await openCluster();
    await logPassedOn(sql);
    yield* rowsOf(await Stage.open({}, url), sql, calls[size]);
  },
};

/** A name, the most codes that a statement is about, and a function that makes one call. */
type Path = readonly [name: string, codes: number, call: (nth: number) => Promise<unknown>];

async function* rowsOf(stage: Stage, sql: Sql, calls: number): AsyncGenerator<Row, void> {
  const paths = await hotPaths(stage);
  const log = await ShardLog.of(sql);
  for (const [name, codes, call] of paths) {
    // The first call fills the server's caches.
    await call(0);
    const most: number[] = [];
    for (let nth = 1; nth <= calls; nth++) most.push(await log.maxShards(() => call(nth)));
    // The fewest: background work of the server falls into some of them.
    yield { name, ours: Math.min(...most), unit: 'shards a statement', target: codes, atMost: true, counted: true };
  }
  yield { name: 'shards of a table', ours: await log.shardsOfTable(), unit: 'shards' };
}

async function hotPaths(stage: Stage): Promise<readonly Path[]> {
  const goods = await goodsOn(stage);
  const packed = await goods.packed(cases * perCase);
  const open = await codesOf(stage, goods.rules, cases * perCase);
  const waybill = await goods.sale(cases * perCase);
  const [teller] = await tellersOf(stage, goods.product_id, 1);
  if (!teller) throw new Error('there is no line');
  const toReport = await codesOf(stage, goods.rules, cases * perCase);
  const unitOf = (codes: typeof packed, nth: number) => codes.units[nth * perCase + 1];
  return [
    ['what a packed code lies in', 1, (nth) => stage.get(`${packageTree.path}?code=${unitOf(packed, nth)}`)],
    ['what a packed code went through', 1, (nth) => stage.get(`${eventHistory.path}?code=${unitOf(packed, nth)}`)],
    [
      'a scan at the packing desk',
      1,
      (nth) => stage.call(packable.path, { work_order_id: goods.id, codes: [unitOf(open, nth)] }),
    ],
    [
      'a case of 24 is packed',
      perCase + 1,
      (nth) => {
        const children = open.units.slice(nth * perCase, (nth + 1) * perCase);
        return stage.call(pack.path, { work_order_id: goods.id, parent: open.boxes[nth], children });
      },
    ],
    ['a case of 24 is told of by a line', perCase + 1, (nth) => tell(stage, teller, toReport, nth, 1)],
    [
      'a case of 24 is loaded on a waybill',
      perCase + 1,
      (nth) => stage.call(loadCall.path, { id: waybill, codes: [packed.boxes[nth + 100]] }),
    ],
    // Scans come last, because the server judges them in the background.
    ["a consumer's scan of a packed code", 1, (nth) => stage.call(scan.path, { code: unitOf(packed, nth) })],
    ["a consumer's scan of what is no code", 1, (nth) => stage.call(scan.path, { code: `${nth}2345678` })],
  ];
}
