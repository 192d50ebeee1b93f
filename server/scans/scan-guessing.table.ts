import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    scan_guessing: ScanGuessingTable;
  }
}

interface ScanGuessingTable {
  network: string;
  first_at: Date;
  last_at: Date;
  refused: number;
}

export const scanGuessingTable = defineTable('scan_guessing', {
  rows: 'enterprise',
  place: 'local',
  auditedThrough: 'own-record',
});
