import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    scan_day: ScanDayTable;
    scan_day_closed: ScanDayClosedTable;
  }
}

interface ScanDayTable {
  day: string;
  product_id: Generated<number>;
  province: string;
  verdict: string;
  scanned: number;
}

interface ScanDayClosedTable {
  day: string;
}

export const scanDayTable = defineTable('scan_day', {
  rows: 'enterprise',
  place: 'local',
  auditedThrough: 'never',
});

export const scanDayClosedTable = defineTable('scan_day_closed', {
  rows: 'enterprise',
  place: 'local',
  auditedThrough: 'never',
});
