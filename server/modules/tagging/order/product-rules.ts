import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Target } from './code-target.ts';

interface UnfitRule {
  readonly product: string;
  /** The rule that the product says for the level. */
  readonly rule: string;
  readonly other: string;
}

/** Throws 400 if a product says that its codes of this level are made by another rule. */
export async function requireRule({ sql }: Change, productId: number, ruleId: number, path: string): Promise<void> {
  const [unfitRule] = await unfitRules(sql, productId, [ruleId]);
  if (unfitRule) throw badInput({ path, reason: 'rule_of_product', params: { ...unfitRule } });
}

/** Throws 409 if codes that are to be bound to a product are made by another rule than the product says for their level. */
export async function requireRules({ sql }: Change, productId: number, { ranges }: Pick<Target, 'ranges'>) {
  const orders = [...new Set(ranges.map(({ order }) => order.id))];
  const rules = await sql<{ rule_id: number }[]>`
    select distinct rule_id from code_order where id = any(${orders}::bigint[])`;
  const [unfitRule] = await unfitRules(
    sql,
    productId,
    rules.map(({ rule_id }) => rule_id),
  );
  if (unfitRule) throw conflict('codes_of_other_rule', { ...unfitRule });
}

/** Those of some rules that are not what the product says for their level. Codes that others printed are of no rule. */
const unfitRules = (sql: Connection, productId: number, ruleIds: readonly number[]): PromiseLike<UnfitRule[]> => sql<
  UnfitRule[]
>`
  select p.product_name as product, assigned.rule_name as rule, r.rule_name as other
  from product p
  join code_rule assigned on assigned.id = any(p.rule_ids)
  join code_rule r on r.id = any(${ruleIds as number[]}::bigint[]) and r.level = assigned.level and r.kind = 'issued'
  where p.id = ${productId} and r.rule_name <> assigned.rule_name
  order by r.id`;
