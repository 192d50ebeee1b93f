import { lotResultAdd, lotResultWithdraw, lotSamples } from '@suyuan/contract/plant/sample-plan.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { visibleNames } from '#trace/visible-names.ts';
import { resultsOf, samplesOf } from './lot-samples.ts';

/** Serves the samples of lots and the results of their tests. */
export default function serveLotResults({ routes, system }: Services): void {
  const { sql } = system.codes;

  routes.serve(lotSamples, async ({ id }, { db }) => {
    const order = await db.selectFrom('work_order').select('lot_id').where('id', '=', id).executeTakeFirst();
    if (!order) throw notFound('work_order');
    if (order.lot_id === null) return { samples: [], withdrawn: [] };
    const [samples, results] = await Promise.all([samplesOf(sql, order.lot_id), resultsOf(sql, order.lot_id)]);
    const people = await visibleNames(
      db,
      'account',
      results.flatMap(({ given_by, withdrawn_by }) => [given_by, withdrawn_by]),
    );
    return {
      samples: samples.map(({ result, ...sample }) => ({
        ...sample,
        result: result && {
          ...{ id: result.id, passed: result.passed, note: result.note },
          by: people.get(result.given_by) ?? null,
          by_id: people.has(result.given_by) ? result.given_by : null,
          at: result.given_at.toISOString(),
        },
      })),
      withdrawn: results
        .filter(({ withdrawn_at }) => withdrawn_at !== null)
        .map(({ test_name, passed, withdrawn_by, withdrawn_at, withdrawal_reason }) => ({
          ...{ test_name, passed, reason: withdrawal_reason ?? '' },
          by: people.get(withdrawn_by ?? 0) ?? null,
          at: (withdrawn_at as Date).toISOString(),
        })),
    };
  });

  routes.change(lotResultAdd, async ({ id, plan_id, passed, note }, { account }, change) => {
    const order = await change.db
      .selectFrom('work_order')
      .select(['lot_id', 'product_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!order) throw notFound('work_order');
    if (order.lot_id === null) throw conflict('work_order_without_lot');
    await requireUnreleased(change, order.lot_id);
    const plan = await change.db
      .selectFrom('sample_plan')
      .select('product_id')
      .where('id', '=', plan_id)
      .executeTakeFirst();
    if (plan?.product_id !== order.product_id)
      throw badInput({ path: 'plan_id', reason: 'no_such', params: { value: plan_id } });
    const result = { lot_id: order.lot_id, plan_id, passed, note: note?.trim() || null };
    const row = await change.db
      .insertInto('lot_result')
      .values({ ...result, given_by: account.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    change.made('lot_result', row.id);
    return { id: row.id };
  });

  routes.change(lotResultWithdraw, async ({ id, reason }, { account }, change) => {
    await change.changing('lot_result', id);
    const result = await change.db
      .selectFrom('lot_result')
      .select(['lot_id', 'withdrawn_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!result) throw notFound('lot_result');
    if (result.withdrawn_at !== null) throw conflict('lot_result_withdrawn');
    await requireUnreleased(change, result.lot_id);
    await change.db
      .updateTable('lot_result')
      .set({ withdrawn_by: account.id, withdrawn_at: new Date(), withdrawal_reason: reason.trim() })
      .where('id', '=', id)
      .execute();
    return { id };
  });
}

/** Throws 409 if quality has released a lot: what was released stands on its results. The lot stays locked. */
async function requireUnreleased({ db }: Change, id: number): Promise<void> {
  const lot = await db
    .selectFrom('lot')
    .select(['lot_no', 'quality_released_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (lot.quality_released_at !== null) throw conflict('lot_released_before', { lot: lot.lot_no });
}
