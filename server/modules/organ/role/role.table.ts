import type { role } from '@suyuan/contract/organ/role.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    role: RoleTable;
    role_permission: RolePermissionTable;
  }
}

interface RoleTable extends ColumnsOf<typeof role> {
  id: GeneratedAlways<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface RolePermissionTable {
  role_id: number;
  permission: string;
}

export const roleTable = defineTable('role', {
  rows: 'everyone',
  placement: 'local',
  naturalKey: { code: 'role_name', names: [] },
  audit: {
    list: 'rolemanage',
    belongings: `jsonb_build_object('permissions',
      (select coalesce(jsonb_agg(permission order by permission), '[]') from role_permission where role_id = t.id))`,
  },
});

export const rolePermissionTable = defineTable('role_permission', {
  rows: 'everyone',
  placement: 'local',
  auditedThrough: ['role'],
});
