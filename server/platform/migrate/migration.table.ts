import type { Generated } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    schema_migration: SchemaMigrationTable;
  }
}

interface SchemaMigrationTable {
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
}

export const schemaMigrationTable = defineTable('schema_migration', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
  leftOutOfBackups: true,
});
