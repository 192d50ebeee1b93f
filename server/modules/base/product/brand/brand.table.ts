import type { brand } from '@suyuan/contract/base/product/brand.ts';
import { pictureColumns } from '@suyuan/contract/picture.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    brand: BrandTable;
  }
}

interface BrandTable extends ColumnsOf<typeof brand> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const brandTable = defineTable('brand', {
  rows: 'everyone',
  placement: 'reference',
  cached: true,
  naturalKey: { code: 'brand_code', names: ['brand_name'] },
  audit: { list: 'productsort' },
  pictures: pictureColumns.brand,
});
