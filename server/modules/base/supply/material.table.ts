import type { material } from '@suyuan/contract/base/material.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    material: MaterialTable;
  }
}

interface MaterialTable extends MasterDataColumns, ColumnsOf<typeof material> {}

export const materialTable = defineTable('material', {
  rows: 'everyone',
  placement: 'local',
  naturalKey: { code: 'material_code', names: ['material_name'] },
  audit: { list: 'material' },
});
