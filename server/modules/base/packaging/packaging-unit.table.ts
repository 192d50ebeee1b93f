import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';
import type { Status } from '../../../platform/records/kept.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    packaging_unit: PackagingUnitTable;
  }
}

interface PackagingUnitTable {
  id: GeneratedAlways<number>;
  unit_code: string;
  level: number;
  symbol_zh: string;
  symbol_en: string | null;
  symbol_es: string | null;
  symbol_ja: string | null;
  status: Generated<Status>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const packagingUnitTable = defineTable('packaging_unit', {
  rows: 'everyone',
  place: 'reference',
  audit: { list: 'productunit' },
});
