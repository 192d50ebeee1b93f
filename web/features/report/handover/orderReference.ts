import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import type { Reference } from '#ui/records.ts';

/** Work orders in any status. */
export const orderReference: Reference = {
  page: workOrder.page,
  label: (row) => [row.order_no, row.product_name, row.lot].filter(Boolean).join(' · '),
};
