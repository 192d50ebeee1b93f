import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    department: DepartmentTable;
  }
}

interface DepartmentTable {
  id: GeneratedAlways<number>;
  depart_code: string;
  depart_name: string;
  parent_id: number | null;
  leader_id: number | null;
  sort: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const departmentTable = defineTable('department', {
  rows: 'enterprise',
  place: 'reference',
  audit: { list: 'tree' },
});
