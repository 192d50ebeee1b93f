import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    figure_check: FigureCheckTable;
  }
}

interface FigureCheckTable {
  id: GeneratedAlways<number>;
  checked_at: Generated<Date>;
  differing: number;
  differences: unknown;
}

export const figureCheckTable = defineTable('figure_check', {
  rows: 'enterprise',
  place: 'local',
  auditedThrough: 'own-record',
});
