import { handovers } from '@suyuan/contract/report/handover.ts';
import { returns, shipments } from '@suyuan/contract/report/logistics.ts';
import { market } from '@suyuan/contract/report/market.ts';
import { collect, dateYield, productionOrder } from '@suyuan/contract/report/production.ts';
import type { Report, ReportAnswer } from '@suyuan/contract/thing/report.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { alternate, type Benchmark, type BySize, inShort, median, milliseconds, type Row } from '../harness.ts';
import { Stage } from '../stage/stage.ts';
import { seedPapers } from '../stage/year-of-papers.ts';

const packedUnits: BySize = { smallest: 24_000, short: 200_000, usual: 5_000_000, long: 10_000_000 };
const perCase = 24;
const orders = 400;
const days = 365;

/** Further reports, each with a figure that shows whether it covers the year. */
const others = [
  [dateYield, 'packed'],
  [productionOrder, 'packed'],
  [shipments, 'left'],
  [returns, 'taken_back'],
  [handovers, 'handed_units'],
  [market, 'inspected'],
] as const;

/** A report of a year through HTTP, compared with GROUP BY over the packings that it is about, and the times of six others. */
export const reports: Benchmark = {
  name: 'reports',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    const units = packedUnits[size];
    await seed(stage, sql, units);
    const packed = await figureIn(stage, collect, 'packed');
    if (packed !== units) throw new Error(`the report says ${packed} units`);
    const ms = await alternate(5, {
      report: () => milliseconds(() => answer(stage, collect)),
      rows: () => milliseconds(() => groupRows(sql)),
    });
    yield {
      name: `report of a year, ${inShort(units)} packed units, by day`,
      ours: 1000 / ms.report,
      unit: 'answers/s',
      baselineName: 'GROUP BY over the packings',
      baseline: 1000 / ms.rows,
      target: 50,
    };
    yield { name: 'report of a year, through HTTP', ours: ms.report, unit: 'ms', target: 100, atMost: true };
    yield* timesOfOthers(stage);
  },
};

async function* timesOfOthers(stage: Stage): AsyncGenerator<Row, void> {
  for (const [report, figure] of others) {
    if (!((await figureIn(stage, report, figure)) > 0)) throw new Error(`${report.figures.path} has no figures`);
    const times: number[] = [];
    for (let n = 0; n < 9; n++) times.push(await milliseconds(() => answer(stage, report)));
    yield { name: report.figures.path, ours: median(times), unit: 'ms', target: 100, atMost: true };
  }
}

const figureIn = async (stage: Stage, report: Report, figure: string): Promise<number> =>
  (await answer(stage, report)).total[figure] ?? 0;

/** The report of a year by the group that it begins with. */
function answer(stage: Stage, report: Report): Promise<ReportAnswer> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const query = `from=${day(days + 2)}&to=${day(-1)}&group=${report.groups[0]}`;
  return stage.get<ReportAnswer>(`${report.figures.path}?${query}`);
}

/** The query that a report would need without stored figures. */
const groupRows = (sql: Sql) => sql`
  select (e.event_time at time zone 'Asia/Shanghai')::date as day, count(*)
  from packing p join trace_event e on e.id = p.packed_by
  where p.packed_by > 0 group by 1`;

/** Inserts a year of cases with an event each: packings, events and figures, like they would be written. */
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
  await seedPapers(sql, id, units);
  await sql`analyze`;
}
