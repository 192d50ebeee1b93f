import type { material } from '../../../../contract/base/material.ts';
import { defineTable } from '../../../platform/database/table.ts';
import type { ColumnsOf } from '../../../platform/records/columns.ts';
import type { Kept } from '../../../platform/records/kept.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    material: MaterialTable;
  }
}

interface MaterialTable extends Kept, ColumnsOf<typeof material> {}

export const materialTable = defineTable('material', {
  rows: 'everyone',
  place: 'local',
  audit: { list: 'material' },
});
