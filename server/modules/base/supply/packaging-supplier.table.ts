import type { supplier } from '@suyuan/contract/base/material.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    packaging_supplier: PackagingSupplierTable;
  }
}

interface PackagingSupplierTable extends MasterDataColumns, ColumnsOf<typeof supplier> {}

export const packagingSupplierTable = defineTable('packaging_supplier', {
  rows: 'enterprise',
  placement: 'local',
  naturalKey: { code: 'supplier_code', names: ['supplier_name'] },
  audit: { list: 'supplier' },
});
