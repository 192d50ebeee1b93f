import { defaultPeriod } from '@suyuan/contract/dashboard/figures.ts';
import { dashboardProduction, maxRunning, type Production } from '@suyuan/contract/dashboard/production.ts';
import { type Kysely, sql } from 'kysely';
import { holds, maySeeFigures } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Services } from '#platform/services.ts';
import { dayBefore } from '#scans/scan-days.ts';
import { figureOfOrders, figuresOn } from '#trace/figures/figures.ts';
import { clockIn } from '#trace/figures/shift.ts';
import type { Measure } from '#trace/goods.ts';

/** Serves the dashboard's part about goods: figures by day, warnings, and running work orders. */
export default function serveProductionSummary({ routes, system, timeZone }: Services): void {
  routes.serve(dashboardProduction, async ({ days: dayCount = defaultPeriod }, { account, db }) => {
    const last = clockIn(timeZone())(Date.now()).day;
    const sees = {
      made: holds(account, ['collect', 'dateyield', 'productionorder']),
      shipped: holds(account, ['collect']) || maySeeFigures(account, 'reportshipments'),
      returned: holds(account, ['collect']) || maySeeFigures(account, 'phoenix'),
    };
    const [days, running, warnings, differing] = await Promise.all([
      Object.values(sees).some(Boolean) ? daysOf(db, last, dayCount) : [],
      holds(account, ['orderlist']) ? runningOf(db) : null,
      maySeeFigures(account, 'queryconsumerwarning') ? warningsOn(system.enterprise.sql, timeZone(), last) : null,
      account.administrator ? differingOf(db) : null,
    ]);
    const figure = (isVisible: boolean, of: (day: Day) => number) =>
      isVisible ? { today: valueOn(days.at(-1), of), yesterday: valueOn(days.at(-2), of) } : null;
    return {
      bound: figure(sees.made, (day) => day.bound),
      packed: figure(sees.made, (day) => day.packed),
      shipped: figure(sees.shipped, (day) => day.shipped),
      returned: figure(sees.returned, (day) => day.taken_back),
      warnings,
      days: sees.made ? days.map(({ day, bound, packed }) => ({ day, bound, packed })) : null,
      running,
      differing,
    };
  });
}

const measures = ['bound', 'packed', 'shipped', 'taken_back'] as const satisfies readonly Measure[];
type Day = { readonly day: string } & Readonly<Record<(typeof measures)[number], number>>;

const valueOn = (day: Day | undefined, of: (day: Day) => number): number => (day ? of(day) : 0);

async function daysOf(db: Kysely<Schema>, last: string, count: number): Promise<Day[]> {
  const period = { from: dayBefore(last, count - 1), to: last };
  const day = sql<string>`to_char(f.day, 'YYYY-MM-DD')`;
  const rows = await db
    .selectFrom(figuresOn(db, { measures, by: 'day' }, period).as('f'))
    .select((eb) => [day.as('day'), 'f.measure', eb.fn.sum<number>('f.quantity').as('quantity')])
    .groupBy([day, 'f.measure'])
    .execute();
  const quantities = new Map(rows.map((row) => [`${row.day} ${row.measure}`, Number(row.quantity)]));
  return Array.from({ length: count }, (_, at) => {
    const on = dayBefore(last, count - 1 - at);
    const of = (measure: Measure): number => quantities.get(`${on} ${measure}`) ?? 0;
    return {
      day: on,
      bound: of('bound'),
      packed: of('packed'),
      shipped: of('shipped'),
      taken_back: of('taken_back'),
    };
  });
}

async function warningsOn(system: Sql, zone: string, day: string): Promise<Production['warnings']> {
  const begins = (ago: number) => system`(${day}::date - ${ago}::integer)::timestamp at time zone ${zone}`;
  const [row] = await system<NonNullable<Production['warnings']>[]>`
    select count(*) filter (where fired_at >= ${begins(0)})::integer as today,
      count(*) filter (where fired_at >= ${begins(1)} and fired_at < ${begins(0)})::integer as yesterday,
      (select count(*)::integer from consumer_warning where outcome is null) as open
    from consumer_warning where fired_at >= ${begins(1)}`;
  return row ?? null;
}

async function runningOf(db: Kysely<Schema>): Promise<Production['running']> {
  const orders = db.selectFrom('work_order as o').where('o.status', '=', 'running');
  const [{ total }, rows] = await Promise.all([
    orders.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    orders
      .innerJoin('product as p', 'p.id', 'o.product_id')
      .leftJoin('production_line as l', 'l.id', 'o.line_id')
      .select(['o.id', 'o.order_no', 'o.quantity', 'o.product_id', 'p.product_name', 'l.line_name'])
      .orderBy('o.started_at', 'desc')
      .orderBy('o.id', 'desc')
      .limit(maxRunning)
      .execute(),
  ]);
  const quantities = await figureOfOrders(
    db,
    'packed',
    rows.map(({ id }) => id),
  );
  return { total: Number(total), rows: rows.map((row) => ({ ...row, packed: quantities.get(row.id) ?? 0 })) };
}

async function differingOf(db: Kysely<Schema>): Promise<number | null> {
  const row = await db
    .selectFrom('figure_check')
    .select('differing')
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? Number(row.differing) : null;
}
