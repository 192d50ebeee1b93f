import type { recallNoticeStatuses } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    recall_notice: RecallNoticeTable;
    recall_notice_line: RecallNoticeLineTable;
    recall_answer: RecallAnswerTable;
  }
}

interface RecallNoticeTable {
  id: GeneratedAlways<number>;
  recall_id: number;
  recall_no: string;
  drill: boolean;
  scope: string;
  reason: string;
  instructions: string | null;
  status: Generated<(typeof recallNoticeStatuses)[number]>;
  dealer_id: number | null;
  factory_id: number | null;
  warehouse_id: number | null;
  receiver: string;
  parent_id: number | null;
  passed_by: string | null;
  passed_by_dealer_id: number | null;
  units: number;
  accounted: Generated<number>;
  acknowledge_by: Date;
  acknowledged_at: Date | null;
  acknowledged_by: number | null;
  answer_by: Date;
  answered_at: Date | null;
  reminded_at: Date | null;
  created_at: Generated<Date>;
}

interface RecallNoticeLineTable {
  id: GeneratedAlways<number>;
  notice_id: number;
  product_id: number;
  lot_id: number | null;
  lot: string | null;
  units: number;
  waybills: Generated<string[]>;
  on_hand: Generated<number>;
  quarantined: Generated<number>;
  returned: Generated<number>;
  destroyed: Generated<number>;
  passed: Generated<number>;
  parent_line_id: number | null;
}

interface RecallAnswerTable {
  id: GeneratedAlways<number>;
  notice_id: number;
  line_id: number;
  at: Generated<Date>;
  by_id: number;
  on_hand: number;
  quarantined: number;
  returned: number;
  destroyed: number;
  note: string | null;
}

/** A dealer sees its own notices, and those that it passed on. */
export const recallNoticeTable = defineTable('recall_notice', {
  rows: {
    factory: 'factory_id',
    dealer: (rows, party) => rows.or([rows('dealer_id', '=', party), rows('passed_by_dealer_id', '=', party)]),
  },
  placement: 'local',
  audit: {
    list: 'recallnotice',
    belongings: `jsonb_build_object('lines', (
      select coalesce(jsonb_agg(jsonb_build_array(l.units, l.on_hand, l.quarantined, l.returned, l.destroyed, l.passed) order by l.id), '[]')
      from recall_notice_line l where l.notice_id = t.id))`,
  },
});

const ofNotice = { column: 'notice_id', of: 'recall_notice' } as const;

export const recallNoticeLineTable = defineTable('recall_notice_line', {
  rows: { factory: ofNotice, dealer: ofNotice },
  placement: 'local',
  auditedThrough: ['recall_notice'],
});

export const recallAnswerTable = defineTable('recall_answer', {
  rows: { factory: ofNotice, dealer: ofNotice },
  placement: 'local',
  auditedThrough: ['recall_notice'],
});
