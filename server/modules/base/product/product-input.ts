import type { Kysely } from 'kysely';
import { isValidGtin } from '../../../../codes/format/check.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { badInput } from '../../../platform/refusal.ts';

export function requireGtin(gtin: string | null): void {
  if (gtin && !isValidGtin(gtin)) throw badInput({ path: 'gtin', reason: 'gtin' });
}

/** Throws if Digital Links with the product's GTIN have been ordered, since printed codes cannot change. */
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
