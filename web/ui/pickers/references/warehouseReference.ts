import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Reference } from '../../records.ts';

/** Enabled warehouses. */
export const warehouseReference: Reference = {
  page: warehouse.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.warehouse_name} (${row.warehouse_code})`,
};
