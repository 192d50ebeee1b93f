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

export const stockTable = defineTable('stock', { rows: 'enterprise', place: 'local', auditedThrough: 'own-record' });
export const stockDeltaTable = defineTable('stock_delta', {
  rows: 'enterprise',
  place: 'local',
  auditedThrough: 'own-record',
});

/** Figures belong to the factory of their work order. */
const ofOrder = { factory: { column: 'work_order_id', of: 'work_order' } } as const;
export const figureTable = defineTable('figure', { rows: ofOrder, place: 'local', auditedThrough: 'own-record' });
export const figureDeltaTable = defineTable('figure_delta', {
  rows: ofOrder,
  place: 'local',
  auditedThrough: 'own-record',
});
