import type {
  ExceptionCause,
  ExceptionKindName,
  ExceptionSource,
  ExceptionStep,
} from '@suyuan/contract/trace/exception.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { Side, StoredRefusal } from './exception-kind.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    exception: ExceptionTable;
    exception_note: ExceptionNoteTable;
  }
}

interface ExceptionTable {
  id: GeneratedAlways<number>;
  kind: ExceptionKindName;
  about: string;
  cause: ExceptionCause;
  source: ExceptionSource;
  source_name: string;
  device_key_id: number | null;
  code: string | null;
  codes: Generated<string[]>;
  work_order_id: number | null;
  units: number | null;
  product_id: number | null;
  raw: unknown;
  refusals: Generated<StoredRefusal[]>;
  sides: Generated<Side[]>;
  times: Generated<number>;
  last_at: Generated<Date>;
  owner_id: number | null;
  due_at: Date | null;
  status: Generated<'open' | 'settled' | 'discarded'>;
  settled_by: number | null;
  settled_at: Date | null;
  settlement: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ExceptionNoteTable {
  id: GeneratedAlways<number>;
  exception_id: number;
  step: ExceptionStep;
  text: string;
  account_id: number;
  created_at: Generated<Date>;
}

/** A factory sees exceptions of its work orders and of its devices; a dealer those of its own systems. */
export const exceptionTable = defineTable('exception', {
  rows: {
    factory: [
      { column: 'work_order_id', of: 'work_order' },
      { column: 'device_key_id', of: 'device_key' },
    ],
    dealer: { column: 'device_key_id', of: 'device_key' },
  },
  placement: 'local',
  audit: { list: 'repeatedquery' },
});

export const exceptionNoteTable = defineTable('exception_note', {
  rows: { factory: { column: 'exception_id', of: 'exception' }, dealer: { column: 'exception_id', of: 'exception' } },
  placement: 'local',
  auditedThrough: ['exception'],
});
