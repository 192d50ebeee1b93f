import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    rights_version: RightsVersionTable;
  }
}

interface RightsVersionTable {
  is_only: Generated<boolean>;
  /** The transaction that last changed rights. */
  version: string;
}

export const rightsVersionTable = defineTable('rights_version', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
  leftOutOfBackups: true,
});
