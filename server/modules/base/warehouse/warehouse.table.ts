import type { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    warehouse: WarehouseTable;
  }
}

interface WarehouseTable extends MasterDataColumns, ColumnsOf<typeof warehouse> {}

export const warehouseTable = defineTable('warehouse', {
  rows: { factory: 'factory_id', dealer: 'dealer_id' },
  placement: 'reference',
  naturalKey: { code: 'warehouse_code', names: ['warehouse_name'] },
  audit: { list: 'store' },
});
