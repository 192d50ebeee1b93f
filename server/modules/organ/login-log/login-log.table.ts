import type { loginReasons, loginResults } from '@suyuan/contract/organ/own-account.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    login_log: LoginLogTable;
  }
}

interface LoginLogTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  account_id: number | null;
  account_name: string;
  result: (typeof loginResults)[number];
  reason: (typeof loginReasons)[number] | null;
  ip: string;
  region: string;
  device: string;
  claimed_ip: string | null;
}

export const loginLogTable = defineTable('login_log', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  auditedThrough: 'own-record',
});
