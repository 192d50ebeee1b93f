import type { ClearanceCheck, ClearanceStatus } from '@suyuan/contract/plant/line-clearance.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type Type from 'typebox';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    line_clearance: LineClearanceTable;
  }
}

export type Check = Type.Static<typeof ClearanceCheck>;

interface LineClearanceTable {
  id: GeneratedAlways<number>;
  clearance_no: string;
  status: Generated<ClearanceStatus>;
  line_id: number;
  work_order_id: number;
  labels_expected: number;
  labels_left: number;
  labels_destroyed: number;
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

export const lineClearanceTable = defineTable('line_clearance', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  audit: { list: 'clearance' },
});
