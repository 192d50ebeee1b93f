import { workOrderLife } from '@suyuan/contract/plant/order/work-order.life.ts';
import {
  type WorkOrderStatus,
  workOrder,
  workOrderDetail,
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose, workOrderReopen } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { defineWalk } from './walk.ts';

interface Ordered {
  readonly id: number;
  readonly productId: number;
}

/** A work order of which nothing is made yet. */
export default defineWalk<typeof workOrderLife, Ordered>({
  life: workOrderLife,
  begin: async ({ server, goods }, status: WorkOrderStatus) => {
    const productId = await goods.product();
    const { id } = await server.data(workOrder.add, { product_id: productId, quantity: 12 });
    const steps = [workOrderRelease, workOrderStart, ...(status === 'held' ? [workOrderHold] : [workOrderFinish])];
    const taken = { draft: 0, released: 1, running: 2, held: 3, finished: 3, closed: 3 }[status];
    for (const step of steps.slice(0, taken)) await server.data(step, { id });
    if (status === 'closed') await server.data(workOrderClose, { id });
    return { id, productId };
  },
  take: {
    update: async ({ server }, { id, productId }) => {
      const { rows } = await server.data(workOrder.page, { product_id: productId });
      const remark = rows[0]?.remark === 'for export' ? null : 'for export';
      await server.data(workOrder.update, { id, product_id: productId, quantity: 12, remark });
    },
    start: ({ server }, { id }) => server.data(workOrderStart, { id }),
    hold: ({ server }, { id }) => server.data(workOrderHold, { id }),
    finish: ({ server }, { id }) => server.data(workOrderFinish, { id }),
    close: ({ server }, { id }) => server.data(workOrderClose, { id }),
    reopen: async ({ server }, { id }) => {
      const token = await server.as(['orderlist', 'orderlist:close']);
      await server.data(workOrderReopen, { id, reason: 'a device told late' }, { token });
    },
  },
  see: async ({ server }, { id, productId }: Ordered) => {
    // That it was reopened is what is left of it.
    const { reopened: _, ...detail } = await server.data(workOrderDetail, { id });
    return { order: (await server.data(workOrder.page, { product_id: productId })).rows, detail };
  },
});
