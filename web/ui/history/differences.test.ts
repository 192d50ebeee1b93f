import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

test('only what changed is told; what the system keeps by itself is not', () => {
  const before = { id: 1, name: 'a', spec: null, updated_at: '1' };
  expect(differencesOf(before, { ...before, name: 'b', updated_at: '2' })).toEqual([
    { column: 'name', before: 'a', after: 'b' },
  ]);
});

test('a row that was made or deleted tells what is in it', () => {
  const row = { id: 1, name: 'a', spec: null, names: {}, roles: [] };
  expect(differencesOf(null, row)).toEqual([{ column: 'name', before: null, after: 'a' }]);
  expect(differencesOf(row, null)).toEqual([{ column: 'name', before: 'a', after: null }]);
});

test('of a list, what was taken out and what was put in', () => {
  expect(differencesOf({ permissions: ['a', 'b'] }, { permissions: ['b', 'c'] })).toEqual([
    { column: 'permissions', before: ['a'], after: ['c'] },
  ]);
});

test('a secret that changed is told as changed', () => {
  expect(differencesOf({ password_hash: '••• 11' }, { password_hash: '••• 22' })).toHaveLength(1);
});
