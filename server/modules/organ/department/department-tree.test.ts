import { describe, expect, test } from 'vitest';
import { levelsOf, makeRoom, treeOf, upwards } from './department-tree.ts';

const place = (id: number, parent_id: number | null, sort: number) => ({ id, parent_id, sort });
const places = [place(1, null, 0), place(2, 1, 1), place(3, 1, 0), place(4, 2, 0), place(5, null, 1)];

describe('a tree of departments', () => {
  test('has children in their order', () => {
    const [first, second] = treeOf(places);
    expect([first?.id, second?.id]).toEqual([1, 5]);
    expect(first?.listSubWareHouses.map(({ id }) => id)).toEqual([3, 2]);
    expect(first?.listSubWareHouses[1]?.listSubWareHouses.map(({ id }) => id)).toEqual([4]);
  });

  test('knows the way up and the levels below', () => {
    expect(upwards(places, 4)).toEqual([4, 2, 1]);
    expect(upwards(places, null)).toEqual([]);
    expect(levelsOf(places, 1)).toBe(3);
    expect(levelsOf(places, 5)).toBe(1);
  });

  test('makes room where a department is put, and touches no more than it must', () => {
    expect(makeRoom(places, undefined, 1, undefined)).toEqual({ sort: 2, moved: [] });
    expect(makeRoom(places, undefined, 1, 0)).toEqual({
      sort: 0,
      moved: [
        { id: 3, sort: 1 },
        { id: 2, sort: 2 },
      ],
    });
    expect(makeRoom(places, 2, 1, 0)).toEqual({ sort: 0, moved: [{ id: 3, sort: 1 }] });
    expect(makeRoom(places, 5, 1, 99)).toEqual({ sort: 2, moved: [] });
  });
});
