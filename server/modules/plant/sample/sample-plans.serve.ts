import { samplePlan, samplePlanCopy } from '@suyuan/contract/plant/lot/sample-plan.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { namesOf } from '#platform/records/in-use.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { copyPlan } from './own-plan.ts';
import { requireUnreleased } from './unreleased-lot.ts';

/** Serves sample plans: one row for each test of a product, or of a work order that has a plan of its own. */
export default function serveSamplePlans(services: Services): void {
  serveThing(services, samplePlan, {
    table: 'sample_plan',
    few: true,
    rows: samplePlans,
    present: (row) => declaredRow(samplePlan, row),
    foundBy: ['test_name'],
    check: async ({ input, before, change }) => {
      const { test_name } = input;
      const product = before ? (before.product_id as number) : input.product_id;
      const order = before ? (before.work_order_id as number | null) : (input.work_order_id ?? null);
      if (!before) {
        if (!(await isThere(change, 'product', product)))
          throw badInput({ path: 'product_id', reason: 'no_such', params: { value: product } });
        if (order !== null) await requireOrder(change, order, product);
      }
      const twin = await change.db
        .selectFrom('sample_plan')
        .select('id')
        .where('product_id', '=', product)
        .where('work_order_id', order === null ? 'is' : '=', order)
        .where((eb) => eb(eb.fn('lower', ['test_name']), '=', test_name.trim().toLowerCase()))
        .$if(before !== undefined, (rows) => rows.where('id', '<>', before?.id as number))
        .executeTakeFirst();
      if (twin) throw conflict('sample_plan_twice', { test: test_name });
      if (before && before.test_name !== test_name && (await hasResults(change.db, before.id as number)))
        throw conflict('sample_plan_used', { test: `${before.test_name}` });
    },
    admit: async ({ work_order_id: order }, change) => {
      if (order !== null) await requireOrder(change, order as number);
    },
    users: (db, id) => ({
      plan_has_results: namesOf(
        db
          .selectFrom('lot')
          .where('id', 'in', db.selectFrom('lot_result').select('lot_result.lot_id').where('plan_id', '=', id)),
        'lot_no',
      ),
    }),
  });

  services.routes.change(samplePlanCopy, async ({ work_order_id: id }, _, change) => {
    const { product_id, order_no } = await requireOrder(change, id);
    const own = await change.db
      .selectFrom('sample_plan')
      .select('id')
      .where('work_order_id', '=', id)
      .executeTakeFirst();
    if (own) throw conflict('sample_plan_own', { order: order_no });
    const tests = await copyPlan(change, { id, product_id }, 'product');
    if (tests === 0) throw conflict('sample_plan_none', { order: order_no });
    return { tests };
  });
}

const samplePlans = (db: Kysely<Schema>) =>
  db
    .selectFrom('sample_plan')
    .innerJoin('product as p', 'p.id', 'sample_plan.product_id')
    .leftJoin('work_order as o', 'o.id', 'sample_plan.work_order_id')
    // Orders of others are not joined, and their plans not shown.
    .where((eb) => eb.or([eb('sample_plan.work_order_id', 'is', null), eb('o.id', 'is not', null)]))
    .selectAll('sample_plan')
    .select(['p.product_code', 'p.product_name', 'o.order_no']);

const hasResults = async (db: Kysely<Schema>, plan: number): Promise<boolean> =>
  (await db.selectFrom('lot_result').select('id').where('plan_id', '=', plan).executeTakeFirst()) !== undefined;

/** Throws 400 unless there is such an order of the product, 409 if its lot is released. */
async function requireOrder(change: Change, id: number, product?: number) {
  const order = await change.db
    .selectFrom('work_order')
    .select(['order_no', 'product_id', 'lot_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order || (product !== undefined && order.product_id !== product))
    throw badInput({ path: 'work_order_id', reason: 'no_such', params: { value: id } });
  if (order.lot_id !== null) await requireUnreleased(change, order.lot_id);
  return order;
}
