import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { type Benchmark, type BySize, type Row, Skipped } from '../harness.ts';
import { openCluster } from '../stage/cluster.ts';
import { codesOf, perCase, perPallet, prepare } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';
import { tellAll, tellersOf } from '../stage/telling-line.ts';

const lines = 8;
/** Cases in a batch: what a batch costs and what a unit costs follow from both. */
const sizesOfBatch = [50, 2] as const;
/** Batches of each size, of all lines together. */
const batchesOf: BySize = { smallest: 8, short: 24, usual: 160, long: 640 };

/**
 * The processor time of each kind of node while lines report packings in large and small batches to a cluster of a coordinator and two
 * workers: the load at which each of them is full follows from it. Processor time depends little on what else the machine does.
 */
export const costByNode: Benchmark = {
  name: 'cost-by-node',
  async *run(size) {
    if (process.platform !== 'linux') throw new Skipped('processor time is read from /proc');
    const { url, sql } = await openCluster();
    yield* rowsOf(await Stage.open({}, url), sql, batchesOf[size]);
  },
};

async function* rowsOf(stage: Stage, sql: Sql, batches: number): AsyncGenerator<Row, void> {
  const { product_id, rules } = await prepare(stage);
  const tellers = await tellersOf(stage, product_id, lines);
  const nodes = await nodesOf(sql, stage.pid);
  for (const casesInBatch of sizesOfBatch) {
    const codes = await codesOf(stage, rules, Math.ceil((batches * casesInBatch * perCase) / perPallet) * perPallet);
    const before = nodes.map(({ pid }) => processorTime(pid));
    const lock = new LockWatch(sql);
    const begun = performance.now();
    await tellAll([stage], tellers, codes, { batches, casesInBatch });
    const elapsed = performance.now() - begun;
    const share = await lock.stop();
    const name = `batches of ${casesInBatch} packings, ${lines} lines at once`;
    yield { name, ours: (batches * 1000) / elapsed, unit: 'batches/s' };
    yield { name: 'time under the capture lock', ours: (share * elapsed) / batches, unit: 'ms a batch' };
    for (const [kind, all] of Map.groupBy(nodes.entries(), ([, node]) => node.kind)) {
      const spent = all.reduce((sum, [at, { pid }]) => sum + processorTime(pid) - (before[at] as number), 0);
      yield { name: `processor time of ${kind}`, ours: spent / batches, unit: 'ms a batch' };
    }
  }
}

/** Looks again and again whether somebody holds the capture lock. */
class LockWatch {
  readonly #watching: Promise<number>;
  #isOver = false;

  constructor(sql: Sql) {
    this.#watching = this.#watch(sql);
  }

  async #watch(sql: Sql): Promise<number> {
    let [looks, times] = [0, 0];
    while (!this.#isOver) {
      const [row] = await sql<{ held: boolean }[]>`
        select exists (
          select from pg_locks
          where locktype = 'advisory' and granted and objid::bigint = hashtext('suyuan.capture')::bigint & 4294967295
        ) as held`;
      looks += 1;
      if (row?.held) times += 1;
      await pause(5);
    }
    return times / looks;
  }

  /** The share of the time in which it was held. */
  stop(): Promise<number> {
    this.#isOver = true;
    return this.#watching;
  }
}

interface Node {
  readonly kind: 'the server' | 'the coordinator' | 'all workers';
  readonly pid: number;
}

async function nodesOf(sql: Sql, server: number): Promise<Node[]> {
  const [coordinator] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`;
  const workers = await sql<{ folder: string }[]>`
    select result as folder from run_command_on_workers('select current_setting(''data_directory'')')`;
  const pidOf = (folder: string) => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return [
    { kind: 'the server', pid: server },
    { kind: 'the coordinator', pid: pidOf(coordinator?.folder as string) },
    ...workers.map(({ folder }): Node => ({ kind: 'all workers', pid: pidOf(folder) })),
  ];
}

/** The processor time of a process and its children, the ended ones too, in milliseconds (proc_pid_stat(5)). */
function processorTime(pid: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
    .filter((one) => one.pid === pid || one.parent === pid)
    .reduce((sum, one) => sum + one.own + (one.pid === pid ? one.ofEnded : 0), 0);
  return ticks * millisecondsPerTick;
}

/** Of Linux, where user space sees a hundred ticks a second. */
const millisecondsPerTick = 10;

function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain blanks.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, user, system, userOfEnded, systemOfEnded] = [1, 11, 12, 13, 14].map(
      (at) => fields[at] as number,
    ) as [...[number, number, number, number, number]];
    return { pid, parent, own: user + system, ofEnded: userOfEnded + systemOfEnded };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
