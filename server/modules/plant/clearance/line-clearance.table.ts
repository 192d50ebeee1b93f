import type { ClearanceCheck, ClearanceStatus } from '@suyuan/contract/plant/line/line-clearance.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type Type from 'typebox';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    line_clearance: LineClearanceTable;
    line_clearance_label: LineClearanceLabelTable;
  }
}

export type Check = Type.Static<typeof ClearanceCheck>;

interface LineClearanceTable {
  id: GeneratedAlways<number>;
  clearance_no: string;
  status: Generated<ClearanceStatus>;
  line_id: number;
  work_order_id: number;
  labels_printed: number;
  labels_used: number;
  labels_scrapped: number;
  labels_expected: number;
  labels_left: number;
  labels_destroyed: number;
  codes_returned: number;
  leased_left: number;
  difference_reason: string | null;
  /** The checklist as it was. */
  checks: readonly Check[];
  prepared_by: number;
  prepared_name: string;
  prepared_at: Date;
  signed_by: number | null;
  signed_name: string | null;
  signed_at: Date | null;
  taken_back_reason: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** A range of labels that a clearance destroyed, and the event that says so. */
interface LineClearanceLabelTable {
  line_clearance_id: number;
  event_id: number;
  first_id: number;
  last_id: number;
}

export const lineClearanceTable = defineTable('line_clearance', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  audit: { list: 'clearance' },
});

export const lineClearanceLabelTable = defineTable('line_clearance_label', {
  rows: { factory: { column: 'line_clearance_id', of: 'line_clearance' } },
  placement: 'local',
  auditedThrough: ['line_clearance'],
});
