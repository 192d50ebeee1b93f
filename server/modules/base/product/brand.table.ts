import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';
import type { Status } from '../../../platform/records/kept.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    brand: BrandTable;
  }
}

interface BrandTable {
  id: GeneratedAlways<number>;
  brand_code: string;
  brand_name: string;
  parent_id: number | null;
  logo: string | null;
  sort: Generated<number>;
  status: Generated<Status>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const brandTable = defineTable('brand', {
  rows: 'everyone',
  place: 'reference',
  audit: { list: 'productsort' },
  pictures: ['logo'],
});
