import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';
import type { Status } from '../../../platform/records/kept.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    product: ProductTable;
  }
}

interface ProductTable {
  id: GeneratedAlways<number>;
  product_code: string;
  product_name: string;
  gtin: string | null;
  spec: string | null;
  brand_id: number | null;
  unit_id: number | null;
  hierarchy_id: number | null;
  category: string | null;
  shelf_life_days: number | null;
  /** Hashes, the first one being the product's face. */
  pictures: Generated<string[]>;
  /** Sanitised HTML by language. */
  description: Generated<Readonly<Record<string, string>>>;
  /** Values of extension fields by the field's code. */
  extension: Generated<Readonly<Record<string, string | number>>>;
  status: Generated<Status>;
  search_text: Generated<string>;
  search_grams: GeneratedAlways<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const productTable = defineTable('product', {
  rows: 'everyone',
  place: 'reference',
  audit: { list: 'productlist' },
  pictures: ['unnest(pictures)', '(jsonb_each_text(extension)).value'],
});
