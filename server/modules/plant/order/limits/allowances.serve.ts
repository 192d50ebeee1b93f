import { limitOf, mayAllow, workOrderAllow } from '@suyuan/contract/plant/order/work-order.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

/** People of the enterprise allow more for a work order than its plan and tolerance. */
export default function serveAllowances({ routes }: Services): void {
  routes.change(workOrderAllow, async ({ id, quantity, reason }, { account }, change) => {
    const order = await change.db
      .selectFrom('work_order')
      .select(['status', 'quantity', 'tolerance'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!order) throw notFound('work_order');
    if (!mayAllow(order.status)) throw conflict('work_order_allow');
    const allowance = { work_order_id: id, quantity, reason: reason.trim(), allowed_by: account.id };
    const row = await change.db
      .insertInto('order_allowance')
      .values(allowance)
      .returning('id')
      .executeTakeFirstOrThrow();
    change.made('order_allowance', row.id);
    const { allowed } = await change.db
      .selectFrom('order_allowance')
      .select((eb) => eb.fn.sum<number>('quantity').as('allowed'))
      .where('work_order_id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, limit: limitOf({ ...order, allowed: Number(allowed) }) };
  });
}
