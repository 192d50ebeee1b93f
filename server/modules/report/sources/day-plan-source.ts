import { day as msOfDay } from '@suyuan/contract/durations.ts';
import { type Group, isTime } from '@suyuan/contract/thing/report.ts';
import { sql } from 'kysely';
import { type Days, startOf, stretchesIn } from '../frame/period.ts';
import type { ReportQuery, Source } from '../frame/source.ts';

/**
 * What is planned for the days of a row: the quantity of a work order in equal parts on each of its planned days, the part of a day
 * in whole units. A draft is no plan yet. A unit is planned for one day of one order, so rows add up to the total.
 */
export const dayPlanSource: Source = {
  figures: ['day_plan'],
  counts: async (query) => {
    const { group, days } = query;
    if (group === 'cause') return null;
    const sums = new Map<string, number>();
    const add = (key: string, units: number) => sums.set(key, (sums.get(key) ?? 0) + units);
    for (const order of await plannedIn(query)) {
      const key = keyOf(order, group);
      for (const one of plannedDaysOf(order, days))
        add(key ?? startOf[group as keyof typeof startOf](one), partOf(order, one));
    }
    return [...sums].map(([key, quantity]) => ({ key, figure: 'day_plan', quantity }));
  },
};

interface Planned {
  readonly quantity: number;
  readonly planned_from: string;
  readonly planned_to: string;
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / msOfDay;

/** The units of an order that are planned for one of its days. */
function partOf({ quantity, planned_from, planned_to }: Planned, on: string): number {
  const [all, before] = [daysBetween(planned_from, planned_to) + 1, daysBetween(planned_from, on)];
  return Math.floor((quantity * (before + 1)) / all) - Math.floor((quantity * before) / all);
}

/** The planned days of an order among some days. */
const plannedDaysOf = ({ planned_from, planned_to }: Planned, { from, to }: Days): string[] =>
  stretchesIn({ from: planned_from > from ? planned_from : from, to: planned_to < to ? planned_to : to }, 'day');

type PlannedOrder = Awaited<ReturnType<typeof plannedIn>>[number];

/** The orders that are planned for some days, as far as the caller may see them. */
async function plannedIn({ caller: { db }, days: { from, to }, narrowed }: ReportQuery) {
  const orders = db
    .selectFrom('work_order as o')
    .leftJoin('team as t', 't.id', 'o.team_id')
    .select(['o.id', 'o.quantity', 'o.product_id', 'o.lot_id', 'o.team_id', 'o.line_id', 'o.factory_id'])
    .select(['t.shift_start', 't.shift_end', day('planned_from').as('from'), day('planned_to').as('to')])
    .where('o.status', '<>', 'draft')
    .where('o.planned_from', '<=', to)
    .where('o.planned_to', '>=', from);
  const rows = await Object.entries(narrowed)
    .reduce((query, [name, id]) => query.where(`o.${columns[name as keyof typeof columns]}`, '=', id), orders)
    .execute();
  return rows.map(({ from: planned_from, to: planned_to, ...row }) => ({ ...row, planned_from, planned_to }));
}

const day = (name: 'planned_from' | 'planned_to') => sql<string>`to_char(${sql.ref(`o.${name}`)}, 'YYYY-MM-DD')`;

const columns = {
  product: 'product_id',
  order: 'id',
  lot: 'lot_id',
  team: 'team_id',
  line: 'line_id',
  factory: 'factory_id',
} as const;

/** The key of an order's row, as that of the figures that the plan is set against; undefined for rows of days. */
function keyOf(order: PlannedOrder, group: Group | 'all'): string | undefined {
  if (group === 'all') return group;
  if (isTime(group)) return undefined;
  if (group === 'shift') return order.shift_start === null ? '0' : `${order.shift_start}-${order.shift_end}`;
  return `${order[columns[group as keyof typeof columns]] ?? 0}`;
}
