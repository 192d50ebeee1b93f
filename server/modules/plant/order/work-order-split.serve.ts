import { maySplit, workOrderSplit } from '@suyuan/contract/plant/order/work-order.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { searchText } from '#platform/lists/search.ts';
import { withNextNumber } from '#platform/records/number-series.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { copyPlan } from '../sample/own-plan.ts';
import { figuresOf } from './figures/figures.ts';
import { day } from './work-order-life.ts';
import { foundBy, mayWork, ownColumns, workOrderNumbers } from './work-order-rules.ts';

/** A part of what a work order has yet to make becomes a draft of its own. */
export default function serveWorkOrderSplit({ routes, system }: Services): void {
  routes.change(workOrderSplit, async ({ id, quantity, line_id: other }, caller, change) => {
    const { status, ...order } = await orderToSplit(change, id);
    if (!maySplit(status)) throw conflict('work_order_split');
    const boundCount = (await figuresOf(system.codes.sql, [id]))(id, 'bound');
    // An order is for one unit at least.
    const limit = Math.max(0, order.quantity - Math.max(1, boundCount));
    if (quantity > limit) throw badInput({ path: 'quantity', reason: 'stays_with_order', params: { limit } });
    if (other && !(await isThere(change, 'production_line', other)))
      throw badInput({ path: 'line_id', reason: 'no_such', params: { value: other } });

    await change.db
      .updateTable('work_order')
      .set({ quantity: order.quantity - quantity, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    const line_id = other ?? order.line_id;
    const { team_id } = order;
    const part = {
      ...order,
      quantity,
      line_id,
      // The team stays with a line that it does not work.
      team_id: line_id && team_id && !(await mayWork(change, line_id, team_id)) ? null : team_id,
      ...(await ownColumns(line_id, caller, change)),
    };
    const newOrder = await withNextNumber(change, workOrderNumbers, (order_no) => {
      const row = { ...part, order_no };
      return change.db
        .insertInto('work_order')
        .values({ ...row, search_text: searchText(...foundBy.map((name) => row[name])) })
        .returning(['id', 'order_no'])
        .executeTakeFirstOrThrow();
    });
    change.made('work_order', newOrder.id);
    await copyPlan(change, { id: newOrder.id, product_id: order.product_id }, { order: id });
    return newOrder;
  });
}

/** An order, locked until the end of the change, with all that the part of it takes over. */
async function orderToSplit(change: Change, id: number) {
  await change.changing('work_order', id);
  const order = await change.db
    .selectFrom('work_order')
    .select(['status', 'product_id', 'lot', 'quantity', 'line_id', 'team_id', 'hierarchy_id', 'mix', 'remainder'])
    .select(['to_warehouse_id', 'remark', 'extension', 'tolerance'])
    .select([day('work_order.production_date').as('production_date'), day('work_order.expiry_date').as('expiry_date')])
    .select([day('work_order.planned_from').as('planned_from'), day('work_order.planned_to').as('planned_to')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order) throw notFound('work_order');
  return order;
}
