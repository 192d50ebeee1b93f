import type { Lead, NoticeKind } from '@suyuan/contract/access/notice.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    notice: NoticeTable;
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
}

export const noticeTable = defineTable('notice', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  auditedThrough: 'own-record',
});
