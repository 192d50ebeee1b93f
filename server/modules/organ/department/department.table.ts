import type { department } from '@suyuan/contract/organ/department.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    department: DepartmentTable;
  }
}

interface DepartmentTable extends ColumnsOf<typeof department> {
  id: GeneratedAlways<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const departmentTable = defineTable('department', {
  rows: 'enterprise',
  placement: 'reference',
  naturalKey: { code: 'depart_code', names: ['depart_name'] },
  audit: { list: 'tree' },
});
