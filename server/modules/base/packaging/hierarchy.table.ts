import type { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    hierarchy: HierarchyTable;
    hierarchy_version: HierarchyVersionTable;
    hierarchy_level: HierarchyLevelTable;
  }
}

interface HierarchyTable extends ColumnsOf<typeof hierarchy> {
  id: GeneratedAlways<number>;
  /** The current version. */
  version: Generated<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface HierarchyVersionTable {
  hierarchy_id: number;
  version: number;
  created_at: Generated<Date>;
}

interface HierarchyLevelTable {
  hierarchy_id: number;
  version: number;
  position: number;
  unit_id: number;
  quantity: number;
}

export const hierarchyTable = defineTable('hierarchy', {
  rows: 'everyone',
  placement: 'reference',
  naturalKey: { code: 'hierarchy_code', names: ['hierarchy_name'] },
  audit: {
    list: 'hierarchy',
    belongings: `jsonb_build_object('levels', (
      select coalesce(jsonb_agg(jsonb_build_array(unit_id, quantity) order by position), '[]')
      from hierarchy_level where hierarchy_id = t.id and version = t.version))`,
    lists: { levels: 'hierarchy_level.unit_id' },
  },
});

export const hierarchyVersionTable = defineTable('hierarchy_version', {
  rows: 'everyone',
  placement: 'reference',
  auditedThrough: ['hierarchy'],
});

export const hierarchyLevelTable = defineTable('hierarchy_level', {
  rows: 'everyone',
  placement: 'reference',
  auditedThrough: ['hierarchy'],
});
