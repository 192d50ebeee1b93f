import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { defineFound } from '#platform/find/found.ts';

export const workOrderFound = defineFound(workOrder, { table: 'work_order', title: 'order_no' });
