import type { LotSample } from '@suyuan/contract/plant/sample-plan.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { madeOf } from '#trace/figures/figures.ts';

interface PlanRow {
  readonly id: number;
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

/** A test of the plan with what a lot has of it; the result without the names of people. */
export type SampleOfLot = Omit<LotSample, 'result'> & { readonly result: ResultRow | null };

/** What the plan of its product asks of a lot, and what was taken and found. */
export async function samplesOf(sql: Connection, lot: number): Promise<SampleOfLot[]> {
  const [plans, orders, results] = await Promise.all([
    sql<PlanRow[]>`
      select p.id, p.test_name, p.point, p.use, p.samples, p.every
      from sample_plan p join lot l on l.product_id = p.product_id
      where l.id = ${lot} and p.status = 'enabled' order by p.id`,
    sql<{ id: number }[]>`select id from work_order where lot_id = ${lot}`,
    resultsOf(sql, lot),
  ]);
  if (plans.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const [takenBy, madeBy] = await Promise.all([takenOf(sql, ids), madeOf(sql, ids)]);
  const made = [...madeBy.values()].reduce((sum, units) => sum + units, 0);
  const standing = results.filter(({ withdrawn_at }) => withdrawn_at === null);
  return plans.map(({ id, samples, every, ...plan }) => {
    const required = every === null ? samples : Math.ceil(made / every) * samples;
    const taken = takenBy.get(plan.test_name.toLowerCase()) ?? 0;
    const result = standing.find(({ plan_id }) => plan_id === id) ?? null;
    const fulfilled = taken >= required && (plan.use === 'retained' || result?.passed === true);
    return { plan_id: id, ...plan, required, taken, result, fulfilled };
  });
}

/** The results of a lot, the latest first. */
export const resultsOf = (sql: Connection, lot: number): Promise<ResultRow[]> =>
  sql<ResultRow[]>`
    select r.id, r.plan_id, p.test_name, r.passed, r.note, r.given_by, r.given_at, r.withdrawn_by, r.withdrawn_at,
      r.withdrawal_reason
    from lot_result r join sample_plan p on p.id = r.plan_id where r.lot_id = ${lot} order by r.id desc`;

/** Samples that were taken for some work orders, by their purpose in lower case. Those declared wrong do not count. */
async function takenOf(sql: Connection, orders: readonly number[]): Promise<ReadonlyMap<string, number>> {
  if (orders.length === 0) return new Map();
  const rows = await sql<{ reason: string; taken: number }[]>`
    select lower(e.reason) as reason, safe_integer(sum(e.code_count)) as taken
    from trace_event e
    where e.work_order_id = any(${orders as number[]}::bigint[]) and e.act = ${eventTypes.sample.no}
      and e.reason is not null and e.corrects is null and not exists (select from trace_event c where c.corrects = e.id)
    group by 1`;
  return new Map(rows.map(({ reason, taken }) => [reason, taken]));
}
