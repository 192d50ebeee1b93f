import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { type Benchmark, Skipped } from '../harness.ts';
import { peakMemory, Stage } from '../stage/stage.ts';

/** The time limit in seconds. */
const longest = 600;

/** The time from the start of the server until the sample data are complete, and the time of signing in meanwhile. */
export const sample: Benchmark = {
  name: 'sample',
  async *run(size) {
    if (size === 'smallest' || size === 'short') throw new Skipped('the sample data have one size');
    const stage = await Stage.open({ SUYUAN_SAMPLE: 'on' });
    const sql = stage.connect();
    const begun = performance.now();
    const filled = untilFilled(stage, sql);
    const memory = await peakMemory(stage.pid, filled);
    const answers = await filled;
    const seconds = (performance.now() - begun) / 1000;
    const [made] = await sql<{ units: number; packings: number }[]>`
        select
          (select sum(quantity) from (
            select measure, quantity from figure union all select measure, quantity from figure_delta
          ) counted where measure = 'packed') as units,
          (select count(*) from packing) as packings`;
    const [units, packings] = [Number(made?.units), Number(made?.packings)];
    yield { name: 'sample data, from ready to their end', ours: seconds, unit: 's', target: 90, atMost: true };
    yield { name: 'units packed in them', ours: units, unit: 'units', target: 100_000 };
    yield { name: 'packings, of all that is written', ours: packings / seconds, unit: 'packings/s' };
    yield { name: 'slowest sign-in meanwhile', ours: Math.max(...answers), unit: 'ms', target: 3000, atMost: true };
    yield { name: 'memory of the server meanwhile', ours: memory / 2 ** 20, unit: 'MB', target: 600, atMost: true };
  },
};

/** Signs in repeatedly until all data are there; resolves to the durations in milliseconds. */
async function untilFilled(stage: Stage, sql: Sql): Promise<number[]> {
  const answers: number[] = [];
  for (const begun = performance.now(); performance.now() - begun < longest * 1000; await wait(1000)) {
    const sent = performance.now();
    await (await fetch(`${stage.url}/login`)).text();
    await stage.signIn();
    answers.push(performance.now() - sent);
    // The account that fills in the data is disabled at the end.
    const [over] = await sql`select 1 from account where account_name = 'sample-data' and status = 'disabled'`;
    if (over) return answers;
  }
  throw new Error(`the sample data were not there after ${longest} s`);
}
