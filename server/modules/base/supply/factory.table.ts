import type { outFactory } from '@suyuan/contract/base/factory.ts';
import type { factory } from '@suyuan/contract/plant/factory.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    factory: FactoryTable;
  }
}

/** Columns of only one kind of factory are null for the other kind. */
interface FactoryTable extends MasterDataColumns, ColumnsOf<typeof outFactory>, ColumnsOf<typeof factory> {
  /** The enterprise's own factory, or one that works for it. */
  kind: 'own' | 'external';
}

export const factoryTable = defineTable('factory', {
  rows: { factory: (rows, party) => rows('factory.id', '=', party) },
  placement: 'reference',
  naturalKey: { code: 'factory_code', names: ['factory_name'] },
  audit: { list: 'outsourcing' },
});
