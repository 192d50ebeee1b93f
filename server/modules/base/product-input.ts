import type { Kysely } from 'kysely';
import { isValidGtin } from '../../../codes/check.ts';
import type { productAdd } from '../../../contract/base.ts';
import type { InputOf } from '../../../contract/call.ts';
import type { Change } from '../../platform/audit.ts';
import { badInput } from '../../platform/refusal.ts';
import type { Schema } from '../../platform/schema.ts';
import { searchText } from '../../platform/search.ts';
import { violates } from '../../platform/violation.ts';
import { orNull } from './fields.ts';
import { contentColumns } from './product-content.ts';

type ProductInput = InputOf<typeof productAdd>;

/** Adds a product, for the call and for each line of a file. */
export async function insertProduct(input: ProductInput, change: Change): Promise<{ id: number }> {
  const columns = { ...productColumns(input), ...(await contentColumns(change, input)) };
  const { id } = await saved(
    change.db.insertInto('product').values(columns).returning('id').executeTakeFirstOrThrow(),
    input,
  );
  change.made('product', id);
  return { id };
}

/** The columns that the input has under the same names. */
export const plainColumns = [
  'product_code',
  'product_name',
  'gtin',
  'spec',
  'category',
  'brand_id',
  'unit_id',
  'hierarchy_id',
  'shelf_life_days',
  'status',
] as const;

/** The columns of a product as it is given, when its own rules let it pass. */
export function productColumns({ status, ...input }: ProductInput) {
  const words = {
    product_code: input.product_code.trim(),
    product_name: input.product_name.trim(),
    gtin: orNull(input.gtin),
    spec: orNull(input.spec),
    category: orNull(input.category),
  };
  if (words.gtin && !isValidGtin(words.gtin)) throw badInput({ path: 'gtin', reason: 'gtin' });
  return {
    ...words,
    brand_id: input.brand_id ?? null,
    unit_id: input.unit_id ?? null,
    hierarchy_id: input.hierarchy_id ?? null,
    shelf_life_days: input.shelf_life_days ?? null,
    search_text: searchText(...Object.values(words)),
    ...(status ? { status } : {}),
  };
}

/** What the database refuses to keep becomes a refusal of the field it is about. */
export function saved<Result>(writing: Promise<Result>, input: ProductInput): Promise<Result> {
  const noSuch = (path: 'brand_id' | 'unit_id' | 'hierarchy_id') =>
    violates(`product_${path}_fkey`, () => badInput({ path, reason: 'no_such', params: { value: input[path] ?? '' } }));
  return writing
    .catch(
      violates('product_code_key', () =>
        badInput({ path: 'product_code', reason: 'taken', params: { value: input.product_code.trim() } }),
      ),
    )
    .catch(noSuch('brand_id'))
    .catch(noSuch('unit_id'))
    .catch(noSuch('hierarchy_id'));
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
