import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    material_use: MaterialUseTable;
  }
}

interface MaterialUseTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  material_id: number;
  material_lot: string;
  supplier: string | null;
  amount: number;
  unit: string | null;
  expiry_date: string | null;
  expired_reason: string | null;
  used_at: Date;
  source: 'scan' | 'form' | 'import';
  label: string | null;
  used_by: number;
  created_at: Generated<Date>;
  corrects: number | null;
  correction_reason: string | null;
}

export const materialUseTable = defineTable('material_use', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  audit: { list: 'materialuse' },
});
