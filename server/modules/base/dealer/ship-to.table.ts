import type { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    ship_to: ShipToTable;
  }
}

interface ShipToTable extends MasterDataColumns, ColumnsOf<typeof shipTo> {}

export const shipToTable = defineTable('ship_to', {
  rows: { dealer: 'dealer_id' },
  placement: 'reference',
  naturalKey: { code: 'ship_to_code', names: ['ship_to_name'] },
  audit: { list: 'shipto' },
});
