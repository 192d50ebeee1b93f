import { workOrder } from '../../../../contract/plant/work-order.ts';
import type { Reference, Row } from '../../../ui/records.ts';

/** Work orders that acts are taken for. */
export const runningOrders: Reference = {
  page: workOrder.page,
  filters: { status: 'running' },
  label: (row: Row) => [row.order_no, row.product_name, row.lot].filter(Boolean).join(' · '),
};
