import type { Sql } from 'postgres';
import postgres from '../../server/platform/database/postgres.ts';
import { alternate, type Benchmark } from '../harness.ts';
import { Stage } from '../stage/stage.ts';

const perCase = 24;
const orders = 400;
const days = 365;

/** A report of a year, through HTTP, against GROUP BY over the packings that it is about. */
export const reports: Benchmark = {
  name: 'reports',
  async run({ long }) {
    const stage = await Stage.open();
    const sql = postgres(stage.databaseUrl, { max: 1, onnotice: () => {} });
    try {
      const units = (long ? 10 : 5) * 1_000_000;
      await seed(stage, sql, units);
      const answer = await report(stage);
      if (answer.total.packed !== units) throw new Error(`the report tells of ${answer.total.packed} units`);
      const ms = await alternate(5, {
        report: () => milliseconds(() => report(stage)),
        rows: () => milliseconds(() => groupRows(sql)),
      });
      return [
        {
          name: `report of a year, ${units / 1e6} M packed units, by day`,
          ours: 1000 / ms.report,
          unit: 'answers/s',
          baselineName: 'GROUP BY over the packings',
          baseline: 1000 / ms.rows,
          target: 50,
        },
        { name: 'its time, through HTTP', ours: ms.report, unit: 'ms', target: 100, atMost: true },
      ];
    } finally {
      await sql.end();
      await stage.close();
    }
  },
};

interface Answer {
  readonly data: { readonly total: { readonly packed: number } };
}

async function report(stage: Stage): Promise<Answer['data']> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const query = `from=${day(days + 2)}&to=${day(-1)}&group=day`;
  const response = await fetch(`${stage.url}/api/report/collect/figures?${query}`, { headers: stage.headers });
  return ((await response.json()) as Answer).data;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** What a report would ask of the rows themselves. */
const groupRows = (sql: Sql) => sql`
  select (e.event_time at time zone 'Asia/Shanghai')::date as day, count(*)
  from packing p join trace_event e on e.id = p.packed_by
  where p.packed_by > 0 group by 1`;

/** Cases of a year, an act each, as they would be written: packings, acts, and the figures of them. */
async function seed(stage: Stage, sql: Sql, units: number): Promise<void> {
  const product = { product_code: 'P', product_name: 'P' };
  const { id } = await stage.call<{ id: number }>('/api/base/products/add', product);
  const cases = Math.floor(units / perCase);
  await sql`
    insert into work_order (order_no, status, product_id, quantity, created_by)
    select 'WO' || n, 'running', ${id}, ${units}, 1 from generate_series(1, ${orders}::int) n`;
  await sql`
    insert into trace_event (act, event_time, utc_offset, work_order_id, product_id)
    select 2, now() - (${cases}::int - n) * (interval '1 day' * ${days} / ${cases}::int), 480,
      (select min(id) from work_order) + n * ${orders}::int / (${cases}::int + 1), ${id}
    from generate_series(1, ${cases}::int) n`;
  await sql`
    insert into packing (child, parent, packed_by)
    select 1099511627776 + n, 2199023255552 + n / ${perCase}::int,
      (select min(id) from trace_event) + least(n / ${perCase}::int, ${cases}::int - 1)
    from generate_series(0, ${units}::int - 1) n`;
  await sql`
    insert into figure (day, shift_day, measure, work_order_id, product_id, quantity)
    select day, day, measure, work_order_id, ${id}, sum(units) / case measure when 'packages' then ${perCase}::int else 1 end
    from (
      select (e.event_time at time zone 'Asia/Shanghai')::date as day, e.work_order_id, count(*) as units
      from packing p join trace_event e on e.id = p.packed_by group by 1, 2
    ) packed, unnest(array['bound', 'packed', 'packages']) measure
    group by 1, 2, 3, 4`;
  await sql`analyze`;
}
