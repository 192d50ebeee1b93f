import type { plantItem } from '@suyuan/contract/plant/plant-item.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    plant_item: PlantItemTable;
  }
}

interface PlantItemTable extends ColumnsOf<typeof plantItem> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const plantItemTable = defineTable('plant_item', {
  rows: 'everyone',
  placement: 'local',
  audit: { list: 'plantitem' },
});
