import type { LeftOpen } from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderDetail } from '@suyuan/contract/plant/order/work-order.ts';
import type { Kysely } from 'kysely';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { extensionOf } from '#platform/extension/extension-values.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { madeOf } from '#trace/figures/figures.ts';
import { lotOnHold } from '#trace/lookup/goods-on-hold.ts';
import { isStockByHandover } from '#trace/places.ts';
import { orderExtension } from './fields/order-extension.ts';
import { allowancesOf } from './limits/allowances.ts';
import { ordersAwaited } from './lot/lot-release.ts';
import { lotReleasesOf } from './lot/lot-releases.ts';
import { stepsTaken } from './work-order-life.ts';

/** Serves the detail of a work order: who took its steps, and the releases of its lot. */
export default function serveWorkOrderDetail(services: Services): void {
  const { routes, system } = services;

  routes.serve(workOrderDetail, async ({ id }, caller) => {
    const { lot_id, extension, factory_id, factory_name } = await visibleOrder(caller, id);
    const [steps, reopenings, lot, lot_hold, lot_awaits, madeCounts, allowances, left_open, fields] = await Promise.all(
      [
        stepsTaken(caller.db, id),
        reopeningsOf(caller.db, id),
        lot_id === null ? null : lotReleasesOf(system.codes.db, caller.db, lot_id),
        lot_id === null ? null : lotOnHold(system.codes.sql, caller.db, lot_id),
        lot_id === null ? [] : ordersAwaited(caller.db, lot_id),
        madeOf(system.codes.sql, [id]),
        allowancesOf(system.codes.sql, id),
        leftOpenBy(system.codes.sql, id),
        extensionOf(caller.db, orderExtension, extension, caller.language),
      ],
    );
    return {
      id,
      factory_id,
      factory_name,
      ...steps,
      reopened: reopenings,
      lot,
      lot_hold,
      lot_awaits,
      made: madeCounts.get(id) ?? 0,
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
    .leftJoin('factory as f', 'f.id', 'work_order.factory_id')
    .select(['work_order.id', 'work_order.lot_id', 'work_order.extension', 'f.id as factory_id', 'f.factory_name'])
    .where('work_order.id', '=', id)
    .executeTakeFirst();
  if (!order) throw notFound('work_order');
  return order;
}

/** Who opened a closed work order again, and why, the latest first, as far as `db` shows these people. */
async function reopeningsOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('work_order_closing as c')
    .leftJoin('account as a', 'a.id', 'c.reopened_by')
    .select(['a.name as by', 'a.id as by_id', 'c.reopened_at', 'c.reopen_reason'])
    .where('c.work_order_id', '=', id)
    .where('c.reopened_at', 'is not', null)
    .orderBy('c.id', 'desc')
    .execute();
  return rows.map(({ reopened_at, reopen_reason, ...row }) => ({
    ...row,
    at: (reopened_at as Date).toISOString(),
    reason: reopen_reason ?? '',
  }));
}

/**
 * What a work order leaves open, so that a rule has nothing to go by: what holds instead is said on its page. A draft takes relation
 * and shelf life from its product when it is released.
 */
async function leftOpenBy(sql: Connection, id: number): Promise<LeftOpen[]> {
  const [[order], byHandover] = await Promise.all([
    sql<{ relation: boolean; expiry: boolean; warehouse: boolean; line: boolean }[]>`
      select coalesce(o.hierarchy_id, case when o.status = 'draft' then p.hierarchy_id end) is not null as relation,
        o.expiry_date is not null or o.status = 'draft' and p.shelf_life_days is not null as expiry,
        coalesce(o.to_warehouse_id, f.warehouse_id) is not null as warehouse, o.line_id is not null as line
      from work_order o
      join product p on p.id = o.product_id
      left join factory f on f.id = o.factory_id
      where o.id = ${id}`,
    isStockByHandover(sql),
  ]);
  if (!order) return [];
  return [
    ...(order.relation ? [] : (['relation'] as const)),
    ...(order.expiry ? [] : (['expiry'] as const)),
    // Where the warehouse signs for goods, they are on the line until then.
    ...((byHandover ? order.line : order.warehouse) ? [] : (['warehouse'] as const)),
  ];
}
