import { defineTable } from '../../../platform/database/table.ts';
import type { Kept } from '../../../platform/records/kept.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    warehouse: WarehouseTable;
  }
}

interface WarehouseTable extends Kept {
  warehouse_code: string;
  warehouse_name: string;
  warehouse_type: 'finished' | 'raw' | 'packaging' | 'returns' | 'transit' | 'other';
  parent_id: number | null;
  factory_id: number | null;
  dealer_id: number | null;
  keeper_id: number | null;
  depart_code: string | null;
  area_code: string | null;
  address: string | null;
}

export const warehouseTable = defineTable('warehouse', {
  rows: { factory: 'factory_id', dealer: 'dealer_id' },
  place: 'reference',
  audit: { list: 'store' },
});
