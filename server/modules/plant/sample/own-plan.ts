import type { Change } from '#platform/audit/audit-log.ts';

/**
 * Gives a work order a sample plan of its own: a copy of that of its product, or of the order that it was split from. Returns how many
 * tests it has.
 */
export async function copyPlan(
  change: Change,
  order: { readonly id: number; readonly product_id: number },
  from: { readonly order: number } | 'product',
): Promise<number> {
  const tests = await change.db
    .selectFrom('sample_plan')
    .select(['product_id', 'test_name', 'point', 'samples', 'every', 'use', 'search_text'])
    .where('status', '=', 'enabled')
    .where('product_id', '=', order.product_id)
    .where('work_order_id', from === 'product' ? 'is' : '=', from === 'product' ? null : from.order)
    .orderBy('id')
    .execute();
  if (tests.length === 0) return 0;
  const rows = await change.db
    .insertInto('sample_plan')
    .values(tests.map((one) => ({ ...one, work_order_id: order.id })))
    .returning('id')
    .execute();
  change.made('sample_plan', ...rows.map(({ id }) => id));
  return rows.length;
}
