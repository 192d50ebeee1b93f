import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    imported_code: ImportedCodeTable;
  }
}

interface ImportedCodeTable {
  text_id: number;
  text: string;
  code_id: number;
}

export const importedCodeTable = defineTable('imported_code', {
  rows: 'enterprise',
  place: { distributedBy: 'text_id' },
  auditedThrough: ['code_import'],
});
