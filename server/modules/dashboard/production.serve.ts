import { type Kysely, sql } from 'kysely';
import { dashboardProduction, mostRunning, type Production } from '../../../contract/dashboard/production.ts';
import { holds } from '../../platform/caller.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Services } from '../../platform/services.ts';
import { dayBefore, dayCount } from '../../scans/scan-days.ts';
import { figureOfOrders, figuresOn } from '../../trace/figures/figures.ts';
import { clockIn } from '../../trace/figures/shift.ts';

/** What the first page tells of production: figures by day, and the work orders that run. */
export default function serveProductionSummary({ routes, timeZone }: Services): void {
  routes.serve(dashboardProduction, async (_, { account, db }) => {
    const last = clockIn(timeZone())(Date.now()).day;
    const [days, running, differing] = await Promise.all([
      holds(account, ['collect', 'dateyield', 'productionorder']) ? daysOf(db, last) : null,
      holds(account, ['orderlist']) ? runningOf(db) : null,
      account.administrator ? differingOf(db) : null,
    ]);
    const figure = (measure: 'bound' | 'packed') =>
      days && { today: days.at(-1)?.[measure] ?? 0, yesterday: days.at(-2)?.[measure] ?? 0 };
    return { bound: figure('bound'), packed: figure('packed'), days, running, differing };
  });
}

async function daysOf(db: Kysely<Schema>, last: string): Promise<Production['days']> {
  const period = { from: dayBefore(last, dayCount - 1), to: last };
  const day = sql<string>`to_char(f.day, 'YYYY-MM-DD')`;
  const rows = await db
    .selectFrom(figuresOn(db, { measures: ['bound', 'packed'], by: 'day' }, period).as('f'))
    .select((eb) => [day.as('day'), 'f.measure', eb.fn.sum<number>('f.quantity').as('quantity')])
    .groupBy([day, 'f.measure'])
    .execute();
  const counted = new Map(rows.map((row) => [`${row.day} ${row.measure}`, Number(row.quantity)]));
  return Array.from({ length: dayCount }, (_, at) => {
    const on = dayBefore(last, dayCount - 1 - at);
    return { day: on, bound: counted.get(`${on} bound`) ?? 0, packed: counted.get(`${on} packed`) ?? 0 };
  });
}

async function runningOf(db: Kysely<Schema>): Promise<Production['running']> {
  const running = db.selectFrom('work_order as o').where('o.status', '=', 'running');
  const [{ total }, rows] = await Promise.all([
    running.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    running
      .innerJoin('product as p', 'p.id', 'o.product_id')
      .leftJoin('production_line as l', 'l.id', 'o.line_id')
      .select(['o.id', 'o.order_no', 'o.quantity', 'p.product_name', 'l.line_name'])
      .orderBy('o.started_at', 'desc')
      .orderBy('o.id', 'desc')
      .limit(mostRunning)
      .execute(),
  ]);
  const packed = await figureOfOrders(
    db,
    'packed',
    rows.map(({ id }) => id),
  );
  return { total: Number(total), rows: rows.map((row) => ({ ...row, packed: packed.get(row.id) ?? 0 })) };
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
