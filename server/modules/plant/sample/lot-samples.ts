import type { LotSample } from '@suyuan/contract/plant/lot/sample-plan.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { madeOf } from '#trace/figures/figures.ts';

interface PlanRow {
  readonly id: number;
  readonly work_order_id: number | null;
  readonly test_name: string;
  readonly point: LotSample['point'];
  readonly use: LotSample['use'];
  readonly samples: number;
  readonly every: number | null;
}

export interface ResultRow {
  readonly id: number;
  readonly plan_id: number;
  readonly test_name: string;
  readonly passed: boolean;
  readonly note: string | null;
  readonly given_by: number;
  readonly given_at: Date;
  readonly withdrawn_by: number | null;
  readonly withdrawn_at: Date | null;
  readonly withdrawal_reason: string | null;
}

/** The work orders that make a lot together; or one that has no lot yet. */
interface MakingLot {
  readonly product: number;
  readonly lot: number | null;
  readonly orders: readonly { readonly id: number; readonly order_no: string }[];
}

/** A test of the plan with what a lot has of it; the result without the names of people. */
type SampleOfLot = Omit<LotSample, 'result'> & { readonly result: ResultRow | null };

/** What the plans of its work orders ask of a lot, and what was taken and found. */
export async function samplesOfLot(sql: Connection, lot: number): Promise<SampleOfLot[]> {
  const [orders, [row]] = await Promise.all([
    sql<{ id: number; order_no: string }[]>`select id, order_no from work_order where lot_id = ${lot} order by id`,
    sql<{ product_id: number }[]>`select product_id from lot where id = ${lot}`,
  ]);
  return row === undefined ? [] : samplesOf(sql, { product: row.product_id, lot, orders });
}

/**
 * The same of some work orders. Each test is asked of the orders that it concerns: those without a plan of their own together, by the
 * plan of their product, and each of the others by its own.
 */
export async function samplesOf(sql: Connection, { product, lot, orders }: MakingLot): Promise<SampleOfLot[]> {
  const ids = orders.map(({ id }) => id);
  const plans = await plansOf(sql, product, ids);
  if (plans.length === 0) return [];
  const [taken, made, results] = await Promise.all([
    takenOf(sql, ids),
    madeOf(sql, ids),
    lot === null ? [] : resultsOf(sql, lot),
  ]);
  const standing = results.filter(({ withdrawn_at }) => withdrawn_at === null);
  const own = new Set(plans.flatMap(({ work_order_id }) => work_order_id ?? []));
  const others = ids.filter((id) => !own.has(id));
  const numbers = new Map(orders.map(({ id, order_no }) => [id, order_no]));
  return plans
    .filter(({ work_order_id }) => work_order_id !== null || others.length > 0)
    .map(({ id, samples, every, ...plan }) => {
      const concerned = plan.work_order_id === null ? others : [plan.work_order_id];
      const sum = (of: (order: number) => number) => concerned.reduce((total, order) => total + of(order), 0);
      const required = every === null ? samples : Math.ceil(sum((order) => made.get(order) ?? 0) / every) * samples;
      const takenCount = sum((order) => taken(order, plan.test_name));
      const result = standing.find(({ plan_id }) => plan_id === id) ?? null;
      const fulfilled = takenCount >= required && (plan.use === 'retained' || result?.passed === true);
      const order_no = numbers.get(plan.work_order_id ?? 0) ?? null;
      return { plan_id: id, ...plan, order_no, required, taken: takenCount, result, fulfilled };
    });
}

/** The tests of a product's plan, and of the plans that some work orders have of their own. */
const plansOf = (sql: Connection, product: number, orders: readonly number[]): Promise<PlanRow[]> =>
  sql<PlanRow[]>`
    select id, work_order_id, test_name, point, use, samples, every from sample_plan
    where status = 'enabled'
      and (work_order_id is null and product_id = ${product} or work_order_id = any(${orders as number[]}::bigint[]))
    order by work_order_id nulls first, id`;

/** The results of a lot, the latest first. */
export const resultsOf = (sql: Connection, lot: number): Promise<ResultRow[]> =>
  sql<ResultRow[]>`
    select r.id, r.plan_id, p.test_name, r.passed, r.note, r.given_by, r.given_at, r.withdrawn_by, r.withdrawn_at,
      r.withdrawal_reason
    from lot_result r join sample_plan p on p.id = r.plan_id where r.lot_id = ${lot} order by r.id desc`;

/** Samples that were taken for some work orders, by order and purpose in any case. Those declared wrong do not count. */
async function takenOf(
  sql: Connection,
  orders: readonly number[],
): Promise<(order: number, purpose: string) => number> {
  const rows = await sql<{ work_order_id: number; reason: string; taken: number }[]>`
    select e.work_order_id, lower(e.reason) as reason, safe_integer(sum(e.code_count)) as taken
    from trace_event e
    where e.work_order_id = any(${orders as number[]}::bigint[]) and e.act = ${eventTypes.sample.no}
      and e.reason is not null and e.corrects is null and not exists (select from trace_event c where c.corrects = e.id)
    group by 1, 2`;
  const counts = new Map(rows.map((row) => [`${row.work_order_id} ${row.reason}`, row.taken]));
  return (order, purpose) => counts.get(`${order} ${purpose.toLowerCase()}`) ?? 0;
}
