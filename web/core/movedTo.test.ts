import { expect, test } from 'vitest';
import { movedTo } from './movedTo.ts';

test('moves an item and closes the gap', () => {
  expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(movedTo(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(movedTo(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});
