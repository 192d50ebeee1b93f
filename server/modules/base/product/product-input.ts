import { writtenForms } from '@suyuan/codes/carrier/carrier.ts';
import { isValidGtin } from '@suyuan/codes/format/check.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { badInput } from '#platform/refusal.ts';

export function requireGtin(gtin: string | null): void {
  if (gtin && !isValidGtin(gtin)) throw badInput({ path: 'gtin', reason: 'gtin' });
}

/** Throws if Digital Links with the product's GTIN have been ordered, since printed codes cannot change. */
export async function requireUnprinted(transaction: Kysely<Schema>, id: number): Promise<void> {
  const order = await transaction
    .selectFrom('code_order as o')
    .innerJoin('code_rule as r', 'r.id', 'o.rule_id')
    .where('o.product_id', '=', id)
    .where('r.carrier', '=', 'digital-link')
    .where('r.level', '<=', 2)
    .select('o.id')
    .limit(1)
    .executeTakeFirst();
  if (order) throw badInput({ path: 'gtin', reason: 'gtin_printed' });
}

/**
 * Throws if another enabled product has the GTIN, in whatever form: a Digital Link names its product by it. Products that had the
 * same one before may keep it.
 */
export async function requireGtinOfItsOwn(
  { before, change }: Pick<Saving<object>, 'before' | 'change'>,
  { gtin, status = 'enabled' }: { readonly gtin: string | null; readonly status?: string | undefined },
): Promise<void> {
  if (!gtin || status !== 'enabled' || (before?.status === 'enabled' && before.gtin === gtin)) return;
  const other = await change.db
    .selectFrom('product')
    .select(['product_code', 'product_name'])
    .where('gtin', 'in', writtenForms(gtin))
    .where('status', '=', 'enabled')
    .where('id', '<>', (before?.id as number | undefined) ?? 0)
    .executeTakeFirst();
  if (!other) return;
  const { product_code, product_name } = other;
  throw badInput({ path: 'gtin', reason: 'gtin_of_product', params: { product: `${product_name} (${product_code})` } });
}

/** Throws unless the rules of a product exist, each of a level of its own. */
export async function requireRulesOfLevels({ db }: Change, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rules = await db
    .selectFrom('code_rule')
    .select(['id', 'level', 'rule_name'])
    .where('id', 'in', ids)
    .where('kind', '=', 'issued')
    .execute();
  const unknown = ids.find((id) => !rules.some((rule) => rule.id === id));
  if (unknown !== undefined) throw badInput({ path: 'rule_ids', reason: 'no_such', params: { value: unknown } });
  const [one, other] = [...Map.groupBy(rules, ({ level }) => level).values()].find((same) => same.length > 1) ?? [];
  if (!one || !other) return;
  throw badInput({
    path: 'rule_ids',
    reason: 'rules_of_one_level',
    params: { rule: one.rule_name, other: other.rule_name },
  });
}
