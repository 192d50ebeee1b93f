import type { Balance } from '@suyuan/contract/inspect/goods-there.ts';
import type { HoldScope } from '@suyuan/contract/inspect/hold.ts';
import type { recallScopeKinds } from '@suyuan/contract/inspect/recall/recall.ts';
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
  placement: 'local',
  audit: { list: 'hold' },
});

declare module '#platform/database/schema.ts' {
  interface Schema {
    recall: RecallTable;
    recall_goods: RecallGoodsTable;
  }
}

interface RecallTable {
  id: GeneratedAlways<number>;
  recall_no: string;
  status: Generated<'planned' | 'begun' | 'closed'>;
  drill: boolean;
  scope_kind: (typeof recallScopeKinds)[number];
  scope: string;
  reason: string;
  in_force: Generated<boolean>;
  begun_at: Date | null;
  begun_by: number | null;
  closed_at: Date | null;
  closed_by: number | null;
  close_note: string | null;
  balance: Balance | null;
  created_by: number;
  created_at: Generated<Date>;
  widens_id: number | null;
  acknowledge_hours: Generated<number>;
  answer_hours: Generated<number>;
  tells: Generated<boolean>;
  target_minutes: number | null;
  instructions: string | null;
  listed_at: Date | null;
}

interface RecallGoodsTable {
  id: GeneratedAlways<number>;
  recall_id: number;
  lot_id: number | null;
  code: number | null;
  chosen: Generated<boolean>;
  /** It was released one by one. */
  released: Generated<boolean>;
}

export const recallTable = defineTable('recall', {
  rows: 'enterprise',
  placement: 'local',
  audit: {
    list: 'recall',
    belongings: `jsonb_build_object('goods', (select jsonb_build_object(
      'lots', coalesce(jsonb_agg(lot_id order by lot_id) filter (where lot_id is not null), '[]'), 'codes', count(code))
      from recall_goods where recall_id = t.id))`,
  },
});

export const recallGoodsTable = defineTable('recall_goods', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['recall'],
});
