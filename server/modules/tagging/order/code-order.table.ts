import type { CodeOrder, codeOrder } from '@suyuan/contract/tagging/code-order.ts';
import type { GenuineStep } from '@suyuan/contract/trace/genuine.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    code_order: CodeOrderTable;
    code_set: CodeSetTable;
    code_part: CodePartTable;
  }
}

interface CodeOrderTable extends ColumnsOf<typeof codeOrder> {
  id: GeneratedAlways<number>;
  order_no: string;
  first_id: number;
  last_id: number;
  status: Generated<CodeOrder['status']>;
  close_reason: string | null;
  closed_at: Date | null;
  closed_by: number | null;
  set_id: number | null;
  set_depth: number | null;
  created_by: number;
  created_at: Generated<Date>;
  /** That of the rule when they were issued. */
  genuine_from: Generated<GenuineStep>;
}

interface CodeSetTable {
  id: GeneratedAlways<number>;
  ratio: string;
  sets: number;
  created_at: Generated<Date>;
}

interface CodePartTable {
  id: GeneratedAlways<number>;
  order_id: number;
  position: number;
  first_id: number;
  last_id: number;
  printer: string | null;
}

export const codeOrderTable = defineTable('code_order', {
  rows: 'enterprise',
  placement: 'reference',
  audit: { list: 'records' },
});

export const codeSetTable = defineTable('code_set', {
  rows: 'enterprise',
  placement: 'reference',
  audit: { list: 'readycreate' },
});

export const codePartTable = defineTable('code_part', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'readycreate' },
});
