import type { ShiftFigures, ShiftHandoverStatus } from '@suyuan/contract/plant/shift/shift-handover.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    shift_handover: ShiftHandoverTable;
    shift_signature_taken_back: ShiftSignatureTakenBackTable;
  }
}

interface ShiftHandoverTable {
  id: GeneratedAlways<number>;
  shift_no: string;
  status: Generated<ShiftHandoverStatus>;
  team_id: number;
  line_id: number | null;
  day: string;
  /** The hours of the team as they were. */
  shift_start: string;
  shift_end: string;
  planned: number | null;
  made: number | null;
  rejected: number | null;
  exceptions: number | null;
  /** As they were signed. */
  figures: ShiftFigures | null;
  notes: string | null;
  handed_by: number | null;
  handed_name: string | null;
  handed_at: Date | null;
  received_by: number | null;
  received_name: string | null;
  received_at: Date | null;
  reply: string | null;
  created_by: number;
  created_name: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ShiftSignatureTakenBackTable {
  id: GeneratedAlways<number>;
  shift_handover_id: number;
  signature: 'handed' | 'received';
  signed_by: number;
  signed_at: Date;
  taken_back_by: number;
  taken_back_at: Generated<Date>;
  reason: string;
}

export const shiftHandoverTable = defineTable('shift_handover', {
  rows: { factory: { column: 'team_id', of: 'team' } },
  placement: 'local',
  audit: { list: 'shift' },
});

export const shiftSignatureTakenBackTable = defineTable('shift_signature_taken_back', {
  rows: { factory: { column: 'shift_handover_id', of: 'shift_handover' } },
  placement: 'local',
  auditedThrough: ['shift_handover'],
});
