import type { CodeRule, codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    code_rule: CodeRuleTable;
    imported_code: ImportedCodeTable;
  }
}

interface CodeRuleTable extends Omit<ColumnsOf<typeof codeRule>, 'check'> {
  id: GeneratedAlways<number>;
  genuine_from: Generated<CodeRule['genuine_from']>;
  /** Not called `check`, which is a keyword of SQL. */
  check_name: CodeRule['check'];
  key_sealed: Buffer;
  kind: Generated<'issued' | 'imported'>;
  version: Generated<number>;
  previous_id: number | null;
  capacity: number;
  issued: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The purpose that a rule's key is sealed for. */
export const keyPurpose = 'code_rule';

export const codeRuleTable = defineTable('code_rule', {
  rows: 'everyone',
  placement: 'reference',
  auditedThrough: ['code_rule', 'code_order'],
  audit: { list: 'coderule' },
  sealed: [{ column: 'key_sealed', purposeOf: () => keyPurpose, called: 'keys of code rules' }],
});

interface ImportedCodeTable {
  text_id: number;
  text: string;
  code_id: number;
}

export const importedCodeTable = defineTable('imported_code', {
  rows: 'enterprise',
  placement: { distributedBy: 'text_id' },
  auditedThrough: ['code_import'],
});
