import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    session: SessionTable;
  }
}

interface SessionTable {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  account_id: number;
  created_at: Generated<Date>;
  seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  ip: string;
  user_agent: string;
  /** The handheld that it was opened on. */
  device: string | null;
  previous_login_at: Date | null;
  previous_login_ip: string | null;
  parent_id: number | null;
  viewed_role_id: number | null;
}

export const sessionTable = defineTable('session', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  auditedThrough: ['session', 'account', 'role'],
  audit: { list: 'profile' },
  leftOutOfBackups: true,
});
