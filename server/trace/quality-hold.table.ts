import type { HoldScope } from '@suyuan/contract/inspect/hold.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    quality_hold: QualityHoldTable;
  }
}

interface QualityHoldTable {
  id: GeneratedAlways<number>;
  hold_no: string;
  status: Generated<'held' | 'released'>;
  /** What it holds arrived damaged by this waybill. */
  waybill_id: number | null;
  scope_kind: HoldScope;
  scope: string;
  reason: string;
  owner_id: number;
  due_at: Date;
  released_at: Date | null;
  released_by: number | null;
  release_reason: string | null;
  created_by: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const qualityHoldTable = defineTable('quality_hold', {
  rows: 'enterprise',
  place: 'local',
  audit: { list: 'hold' },
});
