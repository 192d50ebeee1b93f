import type { WaitingName } from '@suyuan/contract/access/notice.ts';
import type { WorkStep } from '@suyuan/contract/organ/work-item.ts';
import type { workRule } from '@suyuan/contract/organ/work-rule.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    work_rule: WorkRuleTable;
    work_item: WorkItemTable;
    work_item_step: WorkItemStepTable;
  }
}

interface WorkRuleTable extends ColumnsOf<typeof workRule> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface WorkItemTable {
  id: GeneratedAlways<number>;
  waiting: WaitingName;
  subject_id: number;
  what: string;
  since: Generated<Date>;
  due_at: Date | null;
  owner_id: number | null;
  role_id: number | null;
  /** A person took it or was given it: rules leave it alone. */
  by_person: Generated<boolean>;
  warehouse_id: number | null;
  about_dealer_id: number | null;
  except_id: number | null;
  factory_id: number | null;
  dealer_id: number | null;
  party_only: Generated<boolean>;
  escalated_at: Date | null;
  escalated_account_id: number | null;
  escalated_role_id: number | null;
  overdue_at: Date | null;
  reminded_at: Date | null;
  ended_at: Date | null;
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

/** Each piece of work is a record itself, with its own history. */
export const workItemTable = defineTable('work_item', {
  rows: { factory: 'factory_id', dealer: 'dealer_id' },
  placement: 'local',
  auditedThrough: 'own-record',
});

export const workItemStepTable = defineTable('work_item_step', {
  rows: {
    factory: { column: 'work_item_id', of: 'work_item' },
    dealer: { column: 'work_item_id', of: 'work_item' },
  },
  placement: 'local',
  auditedThrough: 'own-record',
});
