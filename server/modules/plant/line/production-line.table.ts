import type { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    production_line: ProductionLineTable;
  }
}

interface ProductionLineTable extends Omit<MasterDataColumns, 'search_grams'>, ColumnsOf<typeof productionLine> {}

export const productionLineTable = defineTable('production_line', {
  rows: { factory: { column: 'workshop_id', of: 'workshop' } },
  placement: 'reference',
  naturalKey: { code: 'line_code', names: ['line_name'] },
  audit: { list: 'workline' },
});
