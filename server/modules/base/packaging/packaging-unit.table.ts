import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import { type ColumnsOf, localisedIn } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    packaging_unit: PackagingUnitTable;
  }
}

interface PackagingUnitTable extends ColumnsOf<typeof packagingUnit> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const packagingUnitTable = defineTable('packaging_unit', {
  rows: 'everyone',
  placement: 'reference',
  naturalKey: { code: 'unit_code', names: ['symbol'] },
  localised: localisedIn(packagingUnit),
  audit: { list: 'productunit' },
});
