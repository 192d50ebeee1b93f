import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    backup: BackupTable;
  }
}

interface BackupTable {
  id: GeneratedAlways<number>;
  is_scheduled: boolean;
  file: string;
  host_name: string;
  server_id: string | null;
  state: Generated<'running' | 'done' | 'failed'>;
  began_at: Generated<Date>;
  ended_at: Date | null;
  bytes: number | null;
  rows: number | null;
  sha256: string | null;
  failure: string | null;
}

export const backupTable = defineTable('backup', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
  leftOutOfBackups: true,
});
