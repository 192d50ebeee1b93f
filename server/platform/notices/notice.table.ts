import type { Lead, NoticeKind } from '@suyuan/contract/access/notice.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    notice: NoticeTable;
    outbox_cursor: OutboxCursorTable;
    work_touched: WorkTouchedTable;
  }
}

interface NoticeTable {
  id: GeneratedAlways<number>;
  account_id: number;
  kind: NoticeKind;
  params: Record<string, string | number>;
  leads: Lead[];
  about: string | null;
  created_at: Generated<Date>;
  read_at: Date | null;
  due_at: Date | null;
  cause: string | null;
  /** Its place in the outbox; null until it is numbered. */
  outbox_no: number | null;
}

interface WorkTouchedTable {
  id: GeneratedAlways<number>;
  subject: string;
  subject_id: number;
}

interface OutboxCursorTable {
  channel: string;
  outbox_no: number;
}

export const noticeTable = defineTable('notice', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  auditedThrough: 'own-record',
});

/** How far each channel has read the outbox. A restored database sends nothing a second time. */
export const outboxCursorTable = defineTable('outbox_cursor', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});

/** All rows are looked at now and then: what was noted and is not looked at yet need not be kept. */
export const workTouchedTable = defineTable('work_touched', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
  leftOutOfBackups: true,
});
