import type { CountDifference, CountStatus, stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    stock_count: StockCountTable;
    stock_count_scan: StockCountScanTable;
    stock_count_difference: StockCountDifferenceTable;
  }
}

interface StockCountTable extends Omit<MasterDataColumns, 'status'>, ColumnsOf<typeof stockCount> {
  id: GeneratedAlways<number>;
  status: Generated<CountStatus>;
  expected: number | null;
  seen: number | null;
  differences: number | null;
  started_at: Date | null;
  finished_by: number | null;
  finished_at: Date | null;
  approved_by: number | null;
  approved_at: Date | null;
  reason: string | null;
  created_by: number;
}

interface StockCountScanTable {
  count_id: number;
  code: number;
  product_id: number | null;
  lot_id: number | null;
  units: number;
  within: number | null;
  account_id: number;
  scanned_at: Date;
}

interface StockCountDifferenceTable {
  count_id: number;
  code: number;
  kind: CountDifference;
  units: number;
  product_id: number | null;
  lot_id: number | null;
  place_id: number | null;
  stock: string | null;
  settled: boolean | null;
}

export const stockCountTable = defineTable('stock_count', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'stockcount' },
});

/** Some thousands for each count; they are read by count. */
export const stockCountScanTable = defineTable('stock_count_scan', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
export const stockCountDifferenceTable = defineTable('stock_count_difference', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['stock_count'],
});
