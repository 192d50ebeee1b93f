import type { samplePlan } from '@suyuan/contract/plant/lot/sample-plan.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    sample_plan: SamplePlanTable;
    lot_result: LotResultTable;
  }
}

interface SamplePlanTable extends ColumnsOf<typeof samplePlan> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface LotResultTable {
  id: GeneratedAlways<number>;
  lot_id: number;
  /** The order under which it was recorded; a lot may have several. */
  work_order_id: number;
  plan_id: number;
  passed: boolean;
  note: string | null;
  given_by: number;
  given_at: Generated<Date>;
  withdrawn_by: number | null;
  withdrawn_at: Date | null;
  withdrawal_reason: string | null;
}

/** Plans of work orders are shown with the orders that a party sees. */
export const samplePlanTable = defineTable('sample_plan', {
  rows: 'everyone',
  placement: 'local',
  audit: { list: 'sampleplan' },
  // Deleted with the draft whose plan it is.
  auditedThrough: ['sample_plan', 'work_order'],
});

export const lotResultTable = defineTable('lot_result', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  audit: { list: 'lotresult' },
});
