import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    code_binding: CodeBindingTable;
  }
}

interface CodeBindingTable {
  id: GeneratedAlways<number>;
  kind: 'bind' | 'unbind';
  order_id: number | null;
  quantity: number;
  first_id: number;
  last_id: number;
  product_id: number | null;
  lot: string | null;
  production_date: string | null;
  work_order_id: number | null;
  created_by: number;
  created_at: Generated<Date>;
}

export const codeBindingTable = defineTable('code_binding', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'readycreate' },
});
