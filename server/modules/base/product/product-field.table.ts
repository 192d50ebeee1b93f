import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';
import type { Status } from '../../../platform/records/kept.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    product_field: ProductFieldTable;
  }
}

interface ProductFieldTable {
  id: GeneratedAlways<number>;
  field_code: string;
  label_zh: string;
  label_en: string | null;
  label_es: string | null;
  label_ja: string | null;
  kind: 'text' | 'number' | 'date' | 'choice' | 'picture';
  choices: Generated<string[]>;
  required: Generated<boolean>;
  shown_to_consumers: Generated<boolean>;
  sort: Generated<number>;
  status: Generated<Status>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const productFieldTable = defineTable('product_field', {
  rows: 'everyone',
  place: 'local',
  audit: { list: 'prodcutextend' },
});
