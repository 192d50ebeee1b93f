import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    stock: StockTable;
    stock_delta: StockTable & Delta;
    figure: FigureTable;
    figure_delta: FigureTable & Delta;
  }
}

interface Delta {
  id: GeneratedAlways<number>;
  event_id: number;
}

interface StockTable {
  place_id: number;
  product_id: number;
  lot_id: number;
  units: number;
}

interface FigureTable {
  day: string;
  shift_day: string;
  team_id: number;
  measure: string;
  work_order_id: number;
  product_id: number;
  lot_id: number;
  place_id: number;
  cause: Generated<string>;
  quantity: number;
}

export const stockTable = defineTable('stock', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
export const stockDeltaTable = defineTable('stock_delta', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

/** Figures belong to the factory of their work order. */
const ofOrder = { factory: { column: 'work_order_id', of: 'work_order' } } as const;
export const figureTable = defineTable('figure', { rows: ofOrder, placement: 'local', auditedThrough: 'own-record' });
export const figureDeltaTable = defineTable('figure_delta', {
  rows: ofOrder,
  placement: 'local',
  auditedThrough: 'own-record',
});

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
  /** Of a line that stood: the state of a machine, and the reason that it gave. */
  state: string | null;
  reason: string | null;
}

export const lineWatchTable = defineTable('line_watch', {
  rows: { factory: { column: 'line_id', of: 'production_line' } },
  placement: 'local',
  auditedThrough: 'own-record',
});

export const lineStretchTable = defineTable('line_stretch', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  auditedThrough: 'own-record',
});

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
  placement: 'local',
  auditedThrough: 'own-record',
});
