import { samplePlan } from '@suyuan/contract/plant/sample-plan.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { namesOf } from '#platform/records/in-use.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';

/** Serves sample plans: one row for each test of a product. */
export default function serveSamplePlans(services: Services): void {
  serveThing(services, samplePlan, {
    table: 'sample_plan',
    few: true,
    rows: samplePlans,
    present: (row) => declaredRow(samplePlan, row),
    foundBy: ['test_name'],
    check: async ({ input, before, change }) => {
      const { product_id: value, test_name } = input;
      if (value !== undefined && !before && !(await isThere(change, 'product', value)))
        throw badInput({ path: 'product_id', reason: 'no_such', params: { value } });
      const product = before ? (before.product_id as number) : value;
      const twin = await change.db
        .selectFrom('sample_plan')
        .select('id')
        .where('product_id', '=', product)
        .where((eb) => eb(eb.fn('lower', ['test_name']), '=', test_name.trim().toLowerCase()))
        .$if(before !== undefined, (rows) => rows.where('id', '<>', before?.id as number))
        .executeTakeFirst();
      if (twin) throw conflict('sample_plan_twice', { test: test_name });
      if (before && before.test_name !== test_name && (await hasResults(change.db, before.id as number)))
        throw conflict('sample_plan_used', { test: `${before.test_name}` });
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
}

const samplePlans = (db: Kysely<Schema>) =>
  db
    .selectFrom('sample_plan')
    .innerJoin('product as p', 'p.id', 'sample_plan.product_id')
    .selectAll('sample_plan')
    .select(['p.product_code', 'p.product_name']);

const hasResults = async (db: Kysely<Schema>, plan: number): Promise<boolean> =>
  (await db.selectFrom('lot_result').select('id').where('plan_id', '=', plan).executeTakeFirst()) !== undefined;
