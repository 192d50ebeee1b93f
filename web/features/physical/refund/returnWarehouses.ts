import { returnWarehouses as call } from '../../../../contract/physical/refund.ts';
import type { Reference } from '../../../ui/records.ts';

/** Warehouses that goods may come back to, also for those who see none of them otherwise. */
export const returnWarehouses: Reference = {
  list: call,
  label: (row) => `${row.warehouse_name} (${row.warehouse_code})`,
};
