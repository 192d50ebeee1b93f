import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../platform/database/table.ts';
import type { Status } from '../platform/records/master-data-columns.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    code_rule: CodeRuleTable;
  }
}

interface CodeRuleTable {
  id: GeneratedAlways<number>;
  rule_name: string;
  level: 1 | 2 | 3 | 4;
  prefix: string;
  alphabet: 'digits' | 'hex' | 'base32' | 'base36' | 'base62';
  body_length: number;
  check_name: 'none' | 'gs1' | 'luhn' | 'iso7064';
  carrier: 'plain' | 'url' | 'digital-link';
  key_sealed: Buffer;
  numbering: Generated<'random' | 'sequential'>;
  symbol: Generated<'qrcode' | 'datamatrix' | 'gs1-128'>;
  kind: Generated<'issued' | 'imported'>;
  version: Generated<number>;
  previous_id: number | null;
  capacity: number;
  issued: Generated<number>;
  status: Generated<Status>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** What a rule's key is sealed for. */
export const keyPurpose = 'code_rule';

export const codeRuleTable = defineTable('code_rule', {
  rows: 'everyone',
  place: 'reference',
  told: ['code_rule', 'code_order'],
  audit: { list: 'coderule' },
  sealed: [{ column: 'key_sealed', purposeOf: () => keyPurpose, called: 'keys of code rules' }],
});
