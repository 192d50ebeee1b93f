import { eventHistory, packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { codesTold } from '@suyuan/contract/trace/event-row.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import { openDatabase } from '@suyuan/server/platform/database/database.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { readCodes } from '@suyuan/server/trace/state/code-records.ts';
import { alternate, type Benchmark, type BySize, inShort, median, perSecond } from '../harness.ts';
import { codesOf, fileOf, packFile, perPallet, prepare } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';
import { stopLater } from '../stage/started.ts';

const eventsOfCode = 20;
const codesOfSize: BySize = { smallest: 20, short: 200, usual: 400, long: 400 };
const packedUnits: BySize = { smallest: 10_000, short: 200_000, usual: 2_000_000, long: 10_000_000 };
/** One in this many units is queried. */
const spacing = 239;

/**
 * The history of a unit with 20 events that name it and its packages, with few and with very many packed units; and the states of
 * ten thousand codes queried together and one by one.
 */
export const tracing: Benchmark = {
  name: 'tracing',
  async *run(size) {
    const stage = await Stage.open();
    const database = openDatabase(stage.databaseUrl, 4, { command: true });
    stopLater(() => database.close());
    const { sql } = database;
    const codeCount = codesOfSize[size];
    const order = await prepare(stage);
    const codes = await codesOf(stage, order.rules, perPallet * Math.ceil((codeCount * spacing) / perPallet));
    await packFile(stage, order.id, fileOf(codes));
    const units = Array.from({ length: codeCount }, (_, n) => codes.units[n * spacing] as string);
    await addEvents(sql, codeCount);
    const few = await traceTimes(stage, units);
    const states = await stateRates(sql);
    const packed = packedUnits[size];
    await packMore(sql, packed);
    const many = await traceTimes(stage, units);
    const name = `trace of one code, ${inShort(packed)} packed`;
    yield {
      name: `${name}, in the median`,
      ours: median(many),
      unit: 'ms',
      baselineName: 'with fewer packed',
      baseline: median(few),
      target: 1.3,
      atMost: true,
    };
    yield { name: `${name}, the slowest of a hundred`, ours: slowest(many), unit: 'ms', target: 20, atMost: true };
    yield {
      name: 'states of 10 000 codes at once',
      ours: states.together,
      unit: 'codes/s',
      baselineName: 'one by one',
      baseline: states.singly,
      target: 50,
    };
  },
};

/** Inserts events that name every queried unit, besides the one that packed it. */
async function addEvents(sql: Sql, count: number): Promise<void> {
  await sql`
    with chosen as (
      select child, row_number() over (order by child) as n from packing where child < (select min(parent) from packing)
    ), events as (
      insert into trace_event (act, event_time, utc_offset, codes, code_count)
      select ${eventTypes.reject.no}, now() - interval '1 day' + g * interval '1 second', 0,
        (select array_agg(code) from (select child as code from packing order by child limit ${codesTold}) first), ${count}
      from generate_series(1, ${eventsOfCode}) g
      returning id, event_time
    )
    insert into event_code (code, event_id, event_time, units, act, naming)
    select c.child, e.id, e.event_time, 1, ${eventTypes.reject.no}, 0
    from chosen c cross join events e where (c.n - 1) % ${spacing}::int = 0 and c.n <= ${count * spacing}`;
}

/** Inserts packed units that are not asked for. */
async function packMore(sql: Sql, units: number): Promise<void> {
  const beyond = 2 ** 52;
  await sql`
    insert into packing (child, parent, packed_by)
    select ${beyond}::bigint + n, ${beyond * 1.5}::bigint + n / 24, (select min(id) from trace_event)
    from generate_series(1, ${units}) n`;
  await sql`
    insert into package (code, packed_by, units, children, level, complete, seen)
    select ${beyond * 1.5}::bigint + n, (select min(id) from trace_event), 24, 24, 3, true, true
    from generate_series(0, ${Math.floor(units / 24)}) n`;
  await sql`vacuum analyze packing`;
  await sql`vacuum analyze package`;
}

async function traceTimes(stage: Stage, codes: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const code of [...codes, ...codes]) {
    const begun = performance.now();
    await Promise.all([packageTree, eventHistory].map(({ path }) => stage.get(`${path}?code=${code}`)));
    times.push(performance.now() - begun);
  }
  // The first calls warm up the server.
  return times.slice(codes.length);
}

const slowest = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] as number;

async function stateRates(sql: Sql): Promise<{ together: number; singly: number }> {
  const rows = await sql<{ child: number }[]>`select child from packing order by child limit 10000`;
  const ids = rows.map(({ child }) => child);
  const few = ids.slice(0, 300);
  await readCodes(sql, ids);
  const { together, singly } = await alternate(5, {
    together: () => perSecond(async () => (await readCodes(sql, ids)).among(ids).length),
    singly: () =>
      perSecond(async () => {
        for (const id of few) await readCodes(sql, [id]);
        return few.length;
      }),
  });
  return { together, singly };
}
