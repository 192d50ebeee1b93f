import type { Generated } from 'kysely';
import { defineTable } from '../../database/table.ts';

declare module '../../database/schema.ts' {
  interface Schema {
    key_call: KeyCallTable;
  }
}

interface KeyCallTable {
  account_id: number;
  idempotency_key: string;
  call: string;
  fingerprint: Buffer;
  /** The answer; none while the call is under way, and if it broke off. */
  status: number | null;
  answer: string | null;
  at: Generated<Date>;
}

export const keyCallTable = defineTable('key_call', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
