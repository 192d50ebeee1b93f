import { productField } from '@suyuan/contract/base/product/product-field.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import { type ColumnsOf, localisedIn } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    product_field: ProductFieldTable;
  }
}

interface ProductFieldTable extends ColumnsOf<typeof productField> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const productFieldTable = defineTable('product_field', {
  rows: 'everyone',
  placement: 'local',
  localised: localisedIn(productField),
  audit: { list: 'prodcutextend' },
});
