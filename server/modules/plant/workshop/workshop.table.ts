import type { workshop } from '@suyuan/contract/plant/workshop.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    workshop: WorkshopTable;
  }
}

interface WorkshopTable extends Omit<MasterDataColumns, 'search_grams'>, ColumnsOf<typeof workshop> {}

export const workshopTable = defineTable('workshop', {
  rows: { factory: 'factory_id' },
  placement: 'reference',
  audit: { list: 'workshoplist' },
});
