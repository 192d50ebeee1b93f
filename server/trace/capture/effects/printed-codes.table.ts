import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    printed_codes: PrintedCodesTable;
  }
}

interface PrintedCodesTable {
  event_id: number;
  first_id: number;
  last_id: number;
}

export const printedCodesTable = defineTable('printed_codes', {
  rows: 'enterprise',
  place: 'local',
  auditedThrough: 'own-record',
});
