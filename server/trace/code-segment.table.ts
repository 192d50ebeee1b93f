import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    code_segment: CodeSegmentTable;
  }
}

interface CodeSegmentTable {
  first_id: number;
  last_id: number;
  order_id: number;
  product_id: number | null;
  lot: string | null;
  production_date: string | null;
  closure_id: number | null;
  work_order_id: number | null;
  updated_at: Generated<Date>;
}

export const codeSegmentTable = defineTable('code_segment', {
  rows: 'enterprise',
  place: 'reference',
  auditedThrough: ['code_binding', 'code_closure'],
});
