import { expect, test } from 'vitest';
import { collectTables, defineTable } from './table.ts';

const one = defineTable('schema_migration', { rows: 'enterprise', placement: 'local', auditedThrough: 'own-record' });

test('tables are collected by name from exports, ignoring other exports', () => {
  const tables = collectTables([{ one, purpose: 'for keys' }, {}]);
  expect([...tables]).toEqual([['schema_migration', one]]);
});

test('duplicate declarations of a table are refused', () => {
  expect(() => collectTables([{ one }, { one }])).toThrow('The facts of the table schema_migration are declared twice');
});
