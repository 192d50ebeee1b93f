import { defineTable } from '../../../platform/database/table.ts';
import type { Kept } from '../../../platform/records/kept.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    material: MaterialTable;
  }
}

interface MaterialTable extends Kept {
  material_code: string;
  material_name: string;
  kind: 'raw' | 'packaging';
  spec: string | null;
  unit: string | null;
  shelf_life_days: number | null;
  supplier_id: number | null;
  remark: string | null;
}

export const materialTable = defineTable('material', {
  rows: 'everyone',
  place: 'local',
  audit: { list: 'material' },
});
