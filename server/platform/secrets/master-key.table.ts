import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    master_key: MasterKeyTable;
  }
}

interface MasterKeyTable {
  id: GeneratedAlways<number>;
  mark: string;
  began_at: Generated<Date>;
  retired_at: Date | null;
  last_record_id: number | null;
  last_record_mac: string | null;
  audit_key_sealed: Buffer | null;
  recovery_key_sealed: Buffer | null;
}

export const masterKeyTable = defineTable('master_key', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});
