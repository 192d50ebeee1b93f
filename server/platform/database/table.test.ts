import { expect, test } from 'vitest';
import { collectTables, defineTable } from './table.ts';

test('a list that lacks tables of the schema does not compile, and one that has a table twice is refused', () => {
  const one = defineTable('schema_migration', { rows: 'enterprise', place: 'local', told: 'own-record' });
  // @ts-expect-error: the tables without facts
  expect(() => collectTables([one])).not.toThrow();
  // @ts-expect-error: as above
  expect(() => collectTables([one, one])).toThrow('the table schema_migration is listed twice');
});
