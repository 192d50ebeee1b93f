import type { CodeForm } from '@suyuan/contract/tagging/code-import.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    code_import: CodeImportTable;
    code_import_problem: CodeImportProblemTable;
    imported_shape: ImportedShapeTable;
  }
}

interface CodeImportTable {
  id: GeneratedAlways<number>;
  file_name: string;
  state: 'waiting' | 'reading' | 'read' | 'taken' | 'discarded' | 'broken';
  first_id: number | null;
  job_id: string | null;
  read_lines: Generated<number>;
  accepted: Generated<number>;
  repeated: Generated<number>;
  known: Generated<number>;
  refused: Generated<number>;
  forms: Generated<CodeForm[]>;
  first_text: string | null;
  last_text: string | null;
  order_id: number | null;
  created_by: number;
  started_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface CodeImportProblemTable {
  import_id: number;
  line: number;
  content: string;
  reason: string;
}

interface ImportedShapeTable {
  import_id: number;
  code_length: number;
  characters: string[];
}

export const codeImportTable = defineTable('code_import', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'readycreate' },
});

export const codeImportProblemTable = defineTable('code_import_problem', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['code_import'],
});

export const importedShapeTable = defineTable('imported_shape', {
  rows: 'everyone',
  placement: 'local',
  auditedThrough: ['code_import'],
});
