import type { Expected, InspectVerdict, LabelFinding } from '@suyuan/contract/inspect/task/inspection.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    inspect_record: InspectRecordTable;
  }
}

interface InspectRecordTable {
  id: GeneratedAlways<number>;
  code: string;
  code_id: number | null;
  verdict: InspectVerdict;
  product_id: number | null;
  lot: string | null;
  lot_id: number | null;
  expected_dealer_id: number | null;
  found_dealer_id: number | null;
  area_code: string | null;
  province: string | null;
  latitude: number | string | null;
  longitude: number | string | null;
  accuracy: number | null;
  expected: Expected | null;
  /** Why the label contradicted itself or its code, and what it said. */
  finding: LabelFinding | null;
  label: string | null;
  note: string | null;
  inspected_by: number;
  inspected_at: Generated<Date>;
  upload_key: string | null;
  /** The event that the inspection added to its code; null if the code was never issued. */
  event_id: Generated<number | null>;
  case_id: Generated<number | null>;
  stop_id: Generated<number | null>;
  /** The rules of warnings have looked at it. */
  judged: Generated<boolean>;
}

export const inspectRecordTable = defineTable('inspect_record', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'inspectrecord' },
});
