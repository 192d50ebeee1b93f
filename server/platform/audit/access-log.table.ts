import type { AccessResult } from '@suyuan/contract/access/access-result.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    access_log: AccessLogTable;
  }
}

interface AccessLogTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  account_id: number;
  account_name: string;
  ip: string;
  call: string;
  result: AccessResult;
  input: unknown;
  codes: number | null;
  unknown: number | null;
  times: Generated<number>;
  refused_in: Date | null;
  sha256: string | null;
}

export const accessLogTable = defineTable('access_log', {
  rows: 'enterprise',
  place: 'local',
  auditedThrough: 'own-record',
});
