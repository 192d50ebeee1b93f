import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    line_watch: LineWatchTable;
    line_stretch: LineStretchTable;
  }
}

interface LineWatchTable {
  line_id: number;
  told_until: Date;
  work_order_id: number | null;
}

interface LineStretchTable {
  id: GeneratedAlways<number>;
  line_id: number;
  work_order_id: number;
  condition: 'running' | 'standing';
  begins_at: Date;
  ends_at: Date;
  reads: Generated<number>;
  good_reads: Generated<number>;
}

export const lineWatchTable = defineTable('line_watch', {
  rows: { factory: { column: 'line_id', of: 'production_line' } },
  place: 'local',
  auditedThrough: 'own-record',
});

export const lineStretchTable = defineTable('line_stretch', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  place: 'local',
  auditedThrough: 'own-record',
});
