import { workOrder } from '@suyuan/contract/plant/work-order.ts';
import type { Row } from '../../records.ts';

export const workOrderReference = {
  page: workOrder.page,
  label: (row: Row) => `${row.order_no} · ${row.product_name}`,
};
