import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

test('shows changed columns only, without those that the system maintains', () => {
  const before = { id: 1, name: 'a', spec: null, updated_at: '1' };
  expect(differencesOf(before, { ...before, name: 'b', updated_at: '2' })).toEqual([
    { column: 'name', before: 'a', after: 'b' },
  ]);
});

test('shows all columns of a created or deleted row', () => {
  const row = { id: 1, name: 'a', spec: null, names: {}, roles: [] };
  expect(differencesOf(null, row)).toEqual([{ column: 'name', before: null, after: 'a' }]);
  expect(differencesOf(row, null)).toEqual([{ column: 'name', before: 'a', after: null }]);
});

test('shows removed and added items of a list', () => {
  expect(differencesOf({ permissions: ['a', 'b'] }, { permissions: ['b', 'c'] })).toEqual([
    { column: 'permissions', before: ['a'], after: ['c'] },
  ]);
});

test('shows that a secret changed', () => {
  expect(differencesOf({ password_hash: '••• 11' }, { password_hash: '••• 22' })).toHaveLength(1);
});
