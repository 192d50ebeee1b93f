import { defineTable } from '../../../platform/database/table.ts';
import type { Kept } from '../../../platform/records/kept.ts';
import type { Reachable } from '../reachable.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    packaging_supplier: PackagingSupplierTable;
  }
}

interface PackagingSupplierTable extends Kept, Reachable {
  supplier_code: string;
  supplier_name: string;
  licence_no: string | null;
}

export const packagingSupplierTable = defineTable('packaging_supplier', {
  rows: 'enterprise',
  place: 'local',
  audit: { list: 'supplier' },
});
