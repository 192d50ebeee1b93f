import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    scan_privacy: ScanPrivacyTable;
  }
}

/** A single row with the time up to which personal data of scans have been removed. */
interface ScanPrivacyTable {
  one: Generated<boolean>;
  forgotten_until: Date;
}

export const scanPrivacyTable = defineTable('scan_privacy', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});
