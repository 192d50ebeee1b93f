import type { CaseStatus, caseOutcomes, StepOfCase } from '@suyuan/contract/inspect/case/case.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    inspect_case: InspectCaseTable;
    case_step: CaseStepTable;
  }
}

interface InspectCaseTable {
  id: GeneratedAlways<number>;
  case_no: string;
  title: string;
  status: Generated<CaseStatus>;
  outcome: (typeof caseOutcomes)[number] | null;
  dealer_id: number | null;
  product_id: number | null;
  lot_id: number | null;
  waybill_id: number | null;
  province: string | null;
  owner_id: number;
  due_at: Date;
  reason: string | null;
  closed_by: number | null;
  closed_at: Date | null;
  created_by: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface CaseStepTable {
  id: GeneratedAlways<number>;
  case_id: number;
  step: StepOfCase;
  text: string | null;
  by_id: number;
  at: Generated<Date>;
}

export const inspectCaseTable = defineTable('inspect_case', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'case' },
});

export const caseStepTable = defineTable('case_step', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['inspect_case'],
});
