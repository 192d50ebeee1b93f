import { expect, test } from 'vitest';
import { rowTree } from './rowTree.ts';

test('places rows below their parents, and orphans at the top', () => {
  const rows = [
    { id: 1, parent_id: null },
    { id: 2, parent_id: 1 },
    { id: 3, parent_id: 2 },
    { id: 4, parent_id: 9 },
    { id: 5, parent_id: 1 },
  ];
  expect(rowTree(rows, 'parent_id')).toEqual([
    {
      id: 1,
      parent_id: null,
      children: [
        { id: 2, parent_id: 1, children: [{ id: 3, parent_id: 2 }] },
        { id: 5, parent_id: 1 },
      ],
    },
    { id: 4, parent_id: 9 },
  ]);
});
