import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../platform/database/table.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    exception: ExceptionTable;
  }
}

interface ExceptionTable {
  id: GeneratedAlways<number>;
  kind: string;
  cause: string;
  source: string;
  code: string | null;
  work_order_id: number | null;
  raw: unknown;
  owner_id: number | null;
  due_at: Date | null;
  status: Generated<'open' | 'settled'>;
  settled_by: number | null;
  settled_at: Date | null;
  settlement: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const exceptionTable = defineTable('exception', { rows: 'enterprise', place: 'local', audit: {} });
