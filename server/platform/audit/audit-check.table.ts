import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    audit_check: AuditCheckTable;
  }
}

interface AuditCheckTable {
  id: GeneratedAlways<number>;
  checked_at: Generated<Date>;
  records: number;
  problems: number;
}

export const auditCheckTable = defineTable('audit_check', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});
