import type { CodeClosure } from '@suyuan/contract/tagging/code-closure.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    code_closure: CodeClosureTable;
  }
}

interface CodeClosureTable {
  id: GeneratedAlways<number>;
  closure_no: string;
  order_id: number | null;
  scope: CodeClosure['scope'];
  quantity: number;
  reason: string;
  status: Generated<CodeClosure['status']>;
  closed_by: number;
  closed_at: Generated<Date>;
  reopen_reason: string | null;
  asked_by: number | null;
  asked_at: Date | null;
  decided_by: number | null;
  decided_at: Date | null;
}

export const codeClosureTable = defineTable('code_closure', {
  rows: 'enterprise',
  placement: 'reference',
  audit: { list: 'queryclose' },
});
