import type { Change } from '#platform/audit/audit-log.ts';
import { badInput } from '#platform/refusal.ts';

/** Locks a product against being disabled or deleted. Throws 400 for `product_id` if it does not exist or is disabled. */
export async function enabledProduct(change: Change, id: number): Promise<{ gtin: string | null }> {
  const product = await change.db
    .selectFrom('product')
    .select(['gtin', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!product) throw badInput({ path: 'product_id', reason: 'no_such', params: { value: id } });
  if (product.status === 'disabled') throw badInput({ path: 'product_id', reason: 'product_disabled' });
  return product;
}
