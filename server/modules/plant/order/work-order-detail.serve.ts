import { workOrderDetail } from '@suyuan/contract/plant/work-order.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { extensionOf } from '#platform/extension/extension-values.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { madeOf } from '#trace/figures/figures.ts';
import { reopeningsOf } from './closing/reopenings.ts';
import { orderExtension } from './fields/order-extension.ts';
import { leftOpenBy } from './left-open.ts';
import { allowancesOf } from './limits/allowances.ts';
import { ordersAwaited } from './lot/lot-release.ts';
import { lotReleasesOf } from './lot/lot-releases.ts';
import { stepsTaken } from './work-order-life.ts';

/** Serves the detail of a work order: who took its steps, and the releases of its lot. */
export default function serveWorkOrderDetail(services: Services): void {
  const { routes, system } = services;

  routes.serve(workOrderDetail, async ({ id }, caller) => {
    const { lot_id, extension } = await visibleOrder(caller, id);
    const [taken, reopened, lot, lot_awaits, made, allowances, left_open, fields] = await Promise.all([
      stepsTaken(caller.db, id),
      reopeningsOf(caller.db, id),
      lot_id === null ? null : lotReleasesOf(system.codes.db, caller.db, lot_id),
      lot_id === null ? [] : ordersAwaited(caller.db, lot_id),
      madeOf(system.codes.sql, [id]),
      allowancesOf(system.codes.sql, id),
      leftOpenBy(system.codes.sql, id),
      extensionOf(caller.db, orderExtension, extension, caller.language),
    ]);
    return {
      id,
      ...taken,
      reopened,
      lot,
      lot_awaits,
      made: made.get(id) ?? 0,
      allowances,
      left_open,
      extension: fields,
    };
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
