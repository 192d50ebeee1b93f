import type { WorkStep } from '@suyuan/contract/organ/work-item.ts';
import type { workRule } from '@suyuan/contract/organ/work-rule.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    work_rule: WorkRuleTable;
    work_item_step: WorkItemStepTable;
  }
}

interface WorkRuleTable extends ColumnsOf<typeof workRule> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface WorkItemStepTable {
  id: GeneratedAlways<number>;
  work_item_id: number;
  at: Generated<Date>;
  step: WorkStep;
  by_id: number | null;
  owner_id: number | null;
  role_id: number | null;
  note: string | null;
}

export const workRuleTable = defineTable('work_rule', {
  rows: 'enterprise',
  placement: 'local',
  naturalKey: { code: 'waiting', names: [] },
  audit: { list: 'todorule' },
});

export const workItemStepTable = defineTable('work_item_step', {
  rows: {
    factory: { column: 'work_item_id', of: 'work_item' },
    dealer: { column: 'work_item_id', of: 'work_item' },
  },
  placement: 'local',
  auditedThrough: 'own-record',
});
