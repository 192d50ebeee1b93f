import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    guess_count: GuessCountTable;
  }
}

/** How many unknown codes a subject has asked for in its current period. */
interface GuessCountTable {
  subject: string;
  unknown: number;
  began_at: Date;
  until: Date;
}

export const guessCountTable = defineTable('guess_count', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
  leftOutOfBackups: true,
});
