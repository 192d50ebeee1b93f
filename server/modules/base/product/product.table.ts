import { product } from '@suyuan/contract/base/product/product.ts';
import { pictureColumns } from '@suyuan/contract/picture.ts';
import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import { type ColumnsOf, localisedIn } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    product: ProductTable;
  }
}

interface ProductTable extends MasterDataColumns, Omit<ColumnsOf<typeof product>, 'description' | 'extension'> {
  /** Sanitised HTML by language. */
  description: Generated<Readonly<Record<string, string>>>;
  /** Values of extension fields by the field's code. */
  extension: Generated<Readonly<Record<string, string | number>>>;
}

export const productTable = defineTable('product', {
  rows: 'everyone',
  placement: 'reference',
  naturalKey: { code: 'product_code', names: ['product_name'] },
  localised: localisedIn(product),
  audit: { list: 'productlist' },
  pictures: [...pictureColumns.product.map((column) => `unnest(${column})`), '(jsonb_each_text(extension)).value'],
});
