import { describe, expect, test } from 'vitest';
import { insertionAt, levelsOf, treeOf, upwards } from './department-tree.ts';

const node = (id: number, parent_id: number | null, sort: number) => ({ id, parent_id, sort });
const nodes = [node(1, null, 0), node(2, 1, 1), node(3, 1, 0), node(4, 2, 0), node(5, null, 1)];

describe('a tree of departments', () => {
  test('has children in order', () => {
    const [first, second] = treeOf(nodes);
    expect([first?.id, second?.id]).toEqual([1, 5]);
    expect(first?.listSubWareHouses.map(({ id }) => id)).toEqual([3, 2]);
    expect(first?.listSubWareHouses[1]?.listSubWareHouses.map(({ id }) => id)).toEqual([4]);
  });

  test('knows ancestors and levels below', () => {
    expect(upwards(nodes, 4)).toEqual([4, 2, 1]);
    expect(upwards(nodes, null)).toEqual([]);
    expect(levelsOf(nodes, 1)).toBe(3);
    expect(levelsOf(nodes, 5)).toBe(1);
  });

  test('makes room for a moved department with minimal changes', () => {
    expect(insertionAt(nodes, undefined, 1, undefined)).toEqual({ sort: 2, moved: [] });
    expect(insertionAt(nodes, undefined, 1, 0)).toEqual({
      sort: 0,
      moved: [
        { id: 3, sort: 1 },
        { id: 2, sort: 2 },
      ],
    });
    expect(insertionAt(nodes, 2, 1, 0)).toEqual({ sort: 0, moved: [{ id: 3, sort: 1 }] });
    expect(insertionAt(nodes, 5, 1, 99)).toEqual({ sort: 2, moved: [] });
  });
});
