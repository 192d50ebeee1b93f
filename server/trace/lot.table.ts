import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    lot: LotTable;
    place: PlaceTable;
    hold: HoldTable;
    unaccounted_codes: UnaccountedCodesTable;
  }
}

interface LotTable {
  id: GeneratedAlways<number>;
  product_id: number;
  lot_no: string;
  production_date: string | null;
  expiry_date: string | null;
  quality_released_at: Date | null;
  quality_released_by: number | null;
  /** Why it was released although its sample plan is not fulfilled. */
  quality_reason: string | null;
  market_released_at: Date | null;
  market_released_by: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface PlaceTable {
  id: GeneratedAlways<number>;
  kind: PlaceKind;
  ref_id: number;
}

interface HoldTable {
  id: GeneratedAlways<number>;
  lot_id: number | null;
  code: number | null;
  reason: string;
  held_by: number;
  held_at: Generated<Date>;
  released_by: number | null;
  released_at: Date | null;
  release_reason: string | null;
  /** The recall or quality hold that it belongs to. */
  recall_id: Generated<number | null>;
  quality_hold_id: Generated<number | null>;
  place_id: Generated<number | null>;
  /** The code was released one by one from the other holds of the same recall or quality hold. */
  exempts: Generated<boolean>;
  /** The events that began and lifted it. */
  event_id: Generated<number | null>;
  release_event_id: Generated<number | null>;
}

export const lotTable = defineTable('lot', { rows: 'enterprise', placement: 'reference', audit: {} });
export const placeTable = defineTable('place', {
  rows: 'enterprise',
  placement: 'reference',
  auditedThrough: 'own-record',
});
/** What events hold follows from them: goods take their holds along. */
export const holdTable = defineTable('hold', {
  rows: 'enterprise',
  placement: 'local',
  audit: {},
  auditedThrough: 'own-record',
});

declare module '#platform/database/schema.ts' {
  interface Schema {
    code_segment: CodeSegmentTable;
  }
}

interface CodeSegmentTable {
  first_id: number;
  last_id: number;
  order_id: number;
  product_id: number | null;
  lot: string | null;
  production_date: string | null;
  closure_id: number | null;
  work_order_id: number | null;
  updated_at: Generated<Date>;
}

export const codeSegmentTable = defineTable('code_segment', {
  rows: 'enterprise',
  placement: 'reference',
  auditedThrough: ['code_binding', 'code_closure'],
});

/** Codes of an order that may have been handed out after the moment that the database was put back to. */
interface UnaccountedCodesTable {
  first_id: number;
  last_id: number;
  order_id: number;
  restoration_id: number;
}

export const unaccountedCodesTable = defineTable('unaccounted_codes', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
