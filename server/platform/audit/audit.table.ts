import type { AccessResult } from '@suyuan/contract/access/access-result.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    audit_log: AuditLogTable;
    audit_change: AuditChangeTable;
    audit_head: AuditHeadTable;
    access_log: AccessLogTable;
  }
}

interface AuditLogTable {
  id: number;
  at: Date;
  account_id: number;
  account_name: string;
  ip: string;
  call: string;
  input: string;
  changes: number;
  changes_digest: string;
  previous_mac: string;
  mac: string;
}

interface AuditChangeTable {
  audit_id: number;
  position: number;
  thing: string;
  thing_id: string;
  before: unknown;
  after: unknown;
}

/** The end of the chain: one row. */
interface AuditHeadTable {
  one: Generated<boolean>;
  last_id: number;
  mac: string;
}

export const auditLogTable = defineTable('audit_log', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

export const auditChangeTable = defineTable('audit_change', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

export const auditHeadTable = defineTable('audit_head', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});

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
  placement: 'local',
  auditedThrough: 'own-record',
});
