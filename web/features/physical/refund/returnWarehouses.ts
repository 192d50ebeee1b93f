import { returnWarehouses as call } from '@suyuan/contract/physical/refund.ts';
import type { Reference } from '#ui/records.ts';

/** Warehouses that accept returns. The call answers them even to people who may not see warehouses otherwise. */
export const returnWarehouses: Reference = {
  list: call,
  label: (row) => `${row.warehouse_name} (${row.warehouse_code})`,
};
