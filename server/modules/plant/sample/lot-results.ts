import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { lotResultAdd } from '@suyuan/contract/plant/lot/lot-result.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Principal } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { orNull } from '#platform/records/columns.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import { requireUnreleased } from './unreleased-lot.ts';

export type ResultInput = InputOf<typeof lotResultAdd>;

/** Results of tests with what they are about. */
export const lotResults = (db: Kysely<Schema>) =>
  db
    .selectFrom('lot_result')
    .innerJoin('sample_plan as p', 'p.id', 'lot_result.plan_id')
    .innerJoin('work_order as o', 'o.id', 'lot_result.work_order_id')
    .innerJoin('product as pr', 'pr.id', 'o.product_id')
    .leftJoin('account as giver', 'giver.id', 'lot_result.given_by')
    .leftJoin('account as withdrawer', 'withdrawer.id', 'lot_result.withdrawn_by')
    .select((eb) => [
      'lot_result.id',
      'lot_result.work_order_id',
      eb
        .case()
        .when('lot_result.passed', '=', true)
        .then<'passed' | 'failed'>('passed')
        .else<'passed' | 'failed'>('failed')
        .end()
        .as('outcome'),
      'lot_result.note',
      'lot_result.given_at',
      'lot_result.given_at as created_at',
      'lot_result.withdrawn_at',
      'lot_result.withdrawal_reason',
      'o.order_no',
      'o.product_id',
      'o.lot',
      'pr.product_name',
      'p.test_name',
      'giver.name as given_by',
      'giver.id as given_by_id',
      'withdrawer.name as withdrawn_by',
      'withdrawer.id as withdrawn_by_id',
    ]);

/** Records the result of a test of the lot of a work order. Throws 400 for an order or test that there is not, 409 if it is released. */
export async function addResult(change: Change, { account }: Principal, input: ResultInput): Promise<{ id: number }> {
  const { lot_id, plan_id } = await testOf(change, input);
  await requireUnreleased(change, lot_id);
  const row = await change.db
    .insertInto('lot_result')
    .values({
      ...{ lot_id, plan_id, work_order_id: input.work_order_id },
      ...{ passed: input.outcome === 'passed', note: orNull(input.note), given_by: account.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('lot_result', row.id);
  return row;
}

/** Whether the result of a test that stands says the same already. */
export async function isStanding(change: Change, input: Partial<ResultInput>): Promise<boolean> {
  const { work_order_id, test_name } = input;
  if (work_order_id === undefined || test_name === undefined || input.outcome === undefined) return false;
  const { lot_id, plan_id } = await testOf(change, { work_order_id, test_name });
  const result = await change.db
    .selectFrom('lot_result')
    .select(['passed', 'note'])
    .where('lot_id', '=', lot_id)
    .where('plan_id', '=', plan_id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return result !== undefined && result.passed === (input.outcome === 'passed') && result.note === orNull(input.note);
}

/** The lot of a work order, and the test of this name in the plan that holds for the order. */
async function testOf({ db }: Change, { work_order_id, test_name }: Pick<ResultInput, 'work_order_id' | 'test_name'>) {
  const order = await db
    .selectFrom('work_order')
    .select(['lot_id', 'product_id'])
    .where('id', '=', work_order_id)
    .executeTakeFirst();
  if (!order) throw badInput({ path: 'work_order_id', reason: 'no_such', params: { value: work_order_id } });
  if (order.lot_id === null) throw conflict('work_order_without_lot');
  const plans = await db
    .selectFrom('sample_plan')
    .select(['id', 'work_order_id', 'test_name'])
    .where('status', '=', 'enabled')
    .where((eb) =>
      eb.or([
        eb('work_order_id', '=', work_order_id),
        eb.and([eb('work_order_id', 'is', null), eb('product_id', '=', order.product_id)]),
      ]),
    )
    .execute();
  const own = plans.filter((plan) => plan.work_order_id !== null);
  const sought = test_name.trim().toLowerCase();
  const plan = (own.length > 0 ? own : plans).find((one) => one.test_name.toLowerCase() === sought);
  if (!plan) throw badInput({ path: 'test_name', reason: 'no_such', params: { value: test_name } });
  return { lot_id: order.lot_id, plan_id: plan.id };
}
