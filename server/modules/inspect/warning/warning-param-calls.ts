import {
  defaultLimits,
  limitsOf,
  type WarningParam,
  type WarningRule,
  warningParams,
  warningParamTry,
  warningParamUpdate,
  warningRuleNames,
  warningRules,
} from '@suyuan/contract/inspect/warning-rule.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput, conflict, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import { allProducts, type KeptParam, lastParams } from './rules/warning-params.ts';
import { tryLimits } from './warning-trial.ts';

/** 配置预警参数: the limits of the rules, and trials of limits on past scans. */
export function serveWarningParams(
  services: Services,
  waybillDealers: WaybillDealers,
  levelOf: (code: number) => number,
): void {
  const { routes, system } = services;
  const { sql } = system.enterprise;

  routes.serve(warningParams, async () => {
    const [params, counts, names] = await Promise.all([lastParams(sql), precisions(sql), namesOf(sql)]);
    const paramsByRule = new Map(params.map((one) => [`${one.rule} ${one.product_id}`, one]));
    return warningRuleNames.flatMap((rule) => {
      const all = paramsByRule.get(`${rule} ${allProducts}`);
      const own = params.filter((one) => one.rule === rule && one.own && one.product_id !== allProducts);
      return [paramOf(rule, all), ...own.map((one) => paramOf(rule, one))].map((param) => ({
        ...param,
        product_name: param.product_id === null ? null : (names.products.get(param.product_id) ?? null),
        changed_by:
          names.people.get(paramsByRule.get(`${rule} ${param.product_id ?? allProducts}`)?.changed_by ?? 0) ?? null,
        precision: counts(rule, param.product_id),
      }));
    });
  });

  routes.change(warningParamUpdate, async (input, { account }, change) => {
    const { rule, enabled, as_all = false, reason } = input;
    const product_id = input.product_id ?? allProducts;
    if (as_all && product_id === allProducts) throw badInput({ path: 'as_all', reason: 'required' });
    if (product_id !== allProducts) await requireProduct(sql, product_id);
    const limits = limitsWithin(rule, input.limits);
    const last = await change.db
      .selectFrom('warning_param')
      .select('version')
      .where('rule', '=', rule)
      .where('product_id', '=', product_id)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    const version = last?.version ?? 0;
    if (input.version !== undefined && input.version !== version) throw conflict('warning_param_changed');
    // The primary key rejects the second of two changes based on the same version.
    const row = await change.db
      .insertInto('warning_param')
      .values({
        rule,
        product_id,
        version: version + 1,
        enabled,
        limits,
        own: !as_all,
        reason: reason?.trim() ?? null,
        changed_by: account.id,
      })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw conflict('warning_param_changed');
    change.made('warning_param', row.id);
    return { version: version + 1 };
  });

  routes.serve(warningParamTry, async ({ rule, product_id, limits, days = 90 }) =>
    tryLimits(
      { sql, long: system.enterprise.long.sql, waybillDealers, levelOf },
      {
        rule,
        productId: product_id ?? null,
        limits: limitsWithin(rule, limits),
        days,
      },
    ),
  );
}

async function requireProduct(sql: Connection, id: number): Promise<void> {
  const [product] = await sql`select 1 from product where id = ${id}`;
  if (!product) throw badInput({ path: 'product_id', reason: 'no_such', params: { value: id } });
}

async function namesOf(sql: Connection) {
  const [products, people] = await Promise.all([
    sql<{ id: number; name: string }[]>`
      select id, product_name as name from product where id in (select product_id from warning_param)`,
    sql<{ id: number; name: string }[]>`
      select id, name from account where id in (select changed_by from warning_param)`,
  ]);
  const byId = (rows: readonly { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return { products: byId(products), people: byId(people) };
}

/** The outcomes of warnings by rule, and by product if it has limits of its own. */
async function precisions(sql: Connection) {
  const rows = await sql<{ rule: WarningRule; product_id: number | null; outcome: string | null; n: number }[]>`
    select rule, product_id, outcome, count(*)::int as n from consumer_warning group by rule, product_id, outcome`;
  return (rule: WarningRule, productId: number | null): WarningParam['precision'] => {
    const of = rows.filter((row) => row.rule === rule && (productId === null || row.product_id === productId));
    const count = (outcome?: string | null) =>
      of.reduce((sum, row) => sum + (outcome === undefined || row.outcome === outcome ? row.n : 0), 0);
    return { fired: count(), open: count(null), right: count('right'), false_alarm: count('false_alarm') };
  };
}

const paramOf = (rule: WarningRule, param: KeptParam | undefined): Omit<WarningParam, 'changed_by' | 'precision'> => ({
  rule,
  about: warningRules[rule].about,
  product_id: param && param.product_id !== allProducts ? param.product_id : null,
  product_name: null,
  version: param?.version ?? 0,
  enabled: param?.enabled ?? true,
  limits: { ...defaultLimits(rule), ...param?.limits },
  bounds: Object.fromEntries(Object.entries(limitsOf(rule)).map(([name, { least, most }]) => [name, { least, most }])),
  changed_at: param?.changed_at.toISOString() ?? null,
});

/** All limits of a rule, with defaults for those not given; throws 400 for values outside of their bounds. */
function limitsWithin(rule: WarningRule, values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  const bounds = limitsOf(rule);
  const problems = Object.entries(values).flatMap(([name, value]): Problem[] => {
    const bound = bounds[name];
    const path = `limits.${name}`;
    if (value === undefined) return [];
    if (!bound) return [{ path, reason: 'not_a_choice', params: { choices: Object.keys(bounds) } }];
    if (value < bound.least) return [{ path, reason: 'too_small', params: { limit: bound.least } }];
    return value > bound.most ? [{ path, reason: 'too_large', params: { limit: bound.most } }] : [];
  });
  if (problems.length > 0) throw badInput(...problems);
  return { ...defaultLimits(rule), ...values } as Record<string, number>;
}
