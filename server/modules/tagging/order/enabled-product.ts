import type { Change } from '../../../platform/audit/audit-log.ts';
import { badInput } from '../../../platform/refusal.ts';

/** The product that codes are to be for, kept from being disabled or deleted meanwhile. A 400 names `product_id`. */
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
