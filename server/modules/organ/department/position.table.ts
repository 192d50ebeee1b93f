import type { position } from '@suyuan/contract/organ/position.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    position: PositionTable;
    position_role: PositionRoleTable;
  }
}

interface PositionTable extends ColumnsOf<typeof position> {
  id: GeneratedAlways<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface PositionRoleTable {
  position_id: number;
  role_id: number;
}

export const positionTable = defineTable('position', {
  rows: 'enterprise',
  placement: 'reference',
  audit: {
    list: 'departmentjob',
    belongings: `jsonb_build_object('roles',
      (select coalesce(jsonb_agg(role_id order by role_id), '[]') from position_role where position_id = t.id))`,
    lists: { roles: 'position_role.role_id' },
  },
});

export const positionRoleTable = defineTable('position_role', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['position'],
});
