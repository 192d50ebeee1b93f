import { lotRelease, workOrderDetail, workOrderReconciliation } from '../../../../contract/plant/work-order.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import { extensionOf } from '../../../platform/extension/extension-values.ts';
import { conflict, notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import { orderExtension } from './fields/order-extension.ts';
import { reconciliationOf } from './figures/reconciliation.ts';
import { lotFactsOf, releaseLot } from './lot-release.ts';
import { stepsTaken } from './work-order-life.ts';

/** Serves the detail of a work order: who took its steps, its reconciliation, and its lot, which can be released here. */
export default function serveWorkOrderDetail(services: Services): void {
  const { routes, system } = services;

  routes.change(lotRelease, async ({ id, release }, { account }, change) => {
    const { lot_id } = await visibleOrder({ db: change.db }, id);
    if (lot_id === null) throw conflict('work_order_without_lot');
    await releaseLot(change, lot_id, release, account.id);
    return lotFactsOf(change.db, change.db, lot_id);
  });

  routes.serve(workOrderReconciliation, async ({ id }, caller) => {
    await visibleOrder(caller, id);
    return reconciliationOf(system.sql, id);
  });

  routes.serve(workOrderDetail, async ({ id }, caller) => {
    const { lot_id, extension } = await visibleOrder(caller, id);
    const [taken, lot, fields] = await Promise.all([
      stepsTaken(caller.db, id),
      lot_id === null ? null : lotFactsOf(system.db, caller.db, lot_id),
      extensionOf(caller.db, orderExtension, extension, caller.language),
    ]);
    return { id, ...taken, lot, extension: fields };
  });
}

/** Throws 404 unless the caller may see the work order. */
async function visibleOrder({ db }: Pick<Caller<Account>, 'db'>, id: number) {
  const order = await db
    .selectFrom('work_order')
    .select(['id', 'lot_id', 'extension'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order) throw notFound('work_order');
  return order;
}
