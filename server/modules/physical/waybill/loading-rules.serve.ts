import {
  defaultPolicies,
  loadingReasons,
  loadingRules,
  loadingRulesUpdate,
} from '@suyuan/contract/physical/waybill/loading-rule.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

/** Serves the policies of a warehouse for goods that should not be loaded. */
export default function serveLoadingRules({ routes }: Services): void {
  routes.serve(loadingRules, async ({ warehouse_id }, { db }) => {
    await requireWarehouse(db, warehouse_id);
    return rulesOf(db, warehouse_id);
  });

  routes.change(loadingRulesUpdate, async ({ warehouse_id, rules }, _, change) => {
    const { db } = change;
    await requireWarehouse(db, warehouse_id);
    await change.changing('warehouse', warehouse_id);
    await db.deleteFrom('loading_rule').where('warehouse_id', '=', warehouse_id).execute();
    const unusual = new Map(
      rules
        .filter(({ reason, policy }) => defaultPolicies[reason] !== policy)
        .map((rule) => [rule.reason, rule.policy]),
    );
    const rows = [...unusual].map(([reason, policy]) => ({ warehouse_id, reason, policy }));
    if (rows.length > 0) await db.insertInto('loading_rule').values(rows).execute();
    return rulesOf(db, warehouse_id);
  });
}

async function requireWarehouse(db: Kysely<Schema>, id: number): Promise<void> {
  const warehouse = await db.selectFrom('warehouse').select('id').where('id', '=', id).executeTakeFirst();
  if (!warehouse) throw notFound('warehouse');
}

/** All reasons with their policies in a warehouse, by default the usual ones. */
async function rulesOf(db: Kysely<Schema>, warehouseId: number) {
  const rows = await db
    .selectFrom('loading_rule')
    .select(['reason', 'policy'])
    .where('warehouse_id', '=', warehouseId)
    .execute();
  const own = new Map(rows.map(({ reason, policy }) => [reason, policy]));
  return loadingReasons.map((reason) => ({ reason, policy: own.get(reason) ?? defaultPolicies[reason] }));
}
