import type { Kysely } from 'kysely';
import { isValidGtin } from '../../../../codes/check.ts';
import type { productAdd } from '../../../../contract/base/product.ts';
import type { InputOf } from '../../../../contract/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { orNull } from '../../../platform/records/columns.ts';
import { badInput } from '../../../platform/refusal.ts';

type ProductInput = InputOf<typeof productAdd>;

/** The columns of a product as it is given, when its own rules let it pass. */
export function productColumns({ status, ...input }: ProductInput) {
  const gtin = orNull(input.gtin);
  if (gtin && !isValidGtin(gtin)) throw badInput({ path: 'gtin', reason: 'gtin' });
  return {
    product_code: input.product_code.trim(),
    product_name: input.product_name.trim(),
    gtin,
    spec: orNull(input.spec),
    category: orNull(input.category),
    brand_id: input.brand_id ?? null,
    unit_id: input.unit_id ?? null,
    hierarchy_id: input.hierarchy_id ?? null,
    shelf_life_days: input.shelf_life_days ?? null,
    ...(status ? { status } : {}),
  };
}

/** The GTIN is part of every Digital Link that was ordered for the product: the printed ones do not change. */
export async function requireUnprinted(transaction: Kysely<Schema>, id: number): Promise<void> {
  const printed = await transaction
    .selectFrom('code_order as o')
    .innerJoin('code_rule as r', 'r.id', 'o.rule_id')
    .where('o.product_id', '=', id)
    .where('r.carrier', '=', 'digital-link')
    .where('r.level', '<=', 2)
    .select('o.id')
    .limit(1)
    .executeTakeFirst();
  if (printed) throw badInput({ path: 'gtin', reason: 'gtin_printed' });
}
