import type { DepartmentNode } from '@suyuan/contract/organ/department.ts';
import { expect, test } from 'vitest';
import { flat, foundIn, placeOf } from './departmentNodes.ts';

const unsaid = {
  leader_id: null,
  leader_name: null,
  leader_account: null,
  parent_code: null,
  parent_name: null,
  sort: 0,
  people: 0,
  people_below: 0,
  created_at: '',
  updated_at: '',
};
const node = (id: number, name: string, parent_id: number | null, below: DepartmentNode[] = []): DepartmentNode => ({
  ...unsaid,
  id,
  depart_code: `D${id}`,
  depart_name: name,
  parent_id,
  listSubWareHouses: below,
});

const tree = [
  node(1, 'Head', null, [node(2, 'Sales', 1), node(3, 'Stock', 1, [node(4, 'North', 3)])]),
  node(5, 'Lab', null),
];
const ids = (nodes: readonly DepartmentNode[]) => flat(nodes).map(({ id }) => id);

test('keeps matches by name or code, and the path to them', () => {
  expect(ids(foundIn(tree, ' north '))).toEqual([1, 3, 4]);
  expect(ids(foundIn(tree, 'd5'))).toEqual([5]);
  expect(ids(foundIn(tree, ''))).toEqual([1, 2, 3, 4, 5]);
  expect(foundIn(tree, 'nothing')).toEqual([]);
});

test('converts a drop to the new parent and position', () => {
  expect(placeOf(tree, 5, 3, 'into')).toEqual({ parent_id: 3, sort: 0 });
  expect(placeOf(tree, 5, 2, 'after')).toEqual({ parent_id: 1, sort: 1 });
  expect(placeOf(tree, 5, 2, 'before')).toEqual({ parent_id: 1, sort: 0 });
  expect(placeOf(tree, 2, 3, 'after')).toEqual({ parent_id: 1, sort: 1 });
  expect(placeOf(tree, 4, 5, 'after')).toEqual({ parent_id: null, sort: 2 });
  expect(placeOf(tree, 4, 4, 'into')).toBeUndefined();
});
