import type { Lead, NoticeKind, WaitingName } from '@suyuan/contract/access/notice.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    notice: NoticeTable;
    outbox_cursor: OutboxCursorTable;
    work_item: WorkItemTable;
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

interface WorkItemTable {
  id: GeneratedAlways<number>;
  waiting: WaitingName;
  subject_id: number;
  what: string;
  since: Generated<Date>;
  due_at: Date | null;
  owner_id: number | null;
  role_id: number | null;
  /** A person took it or was given it: rules leave it alone. */
  by_person: Generated<boolean>;
  warehouse_id: number | null;
  about_dealer_id: number | null;
  except_id: number | null;
  factory_id: number | null;
  dealer_id: number | null;
  party_only: Generated<boolean>;
  escalated_at: Date | null;
  escalated_account_id: number | null;
  escalated_role_id: number | null;
  overdue_at: Date | null;
  reminded_at: Date | null;
  ended_at: Date | null;
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

/** Each piece of work is a record itself, with its own history. */
export const workItemTable = defineTable('work_item', {
  rows: { factory: 'factory_id', dealer: 'dealer_id' },
  placement: 'local',
  auditedThrough: 'own-record',
});

/** All rows are looked at now and then: what was noted and is not looked at yet need not be kept. */
export const workTouchedTable = defineTable('work_touched', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
  leftOutOfBackups: true,
});
