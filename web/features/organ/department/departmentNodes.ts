import type { DepartmentNode } from '@suyuan/contract/organ/department.ts';

type Nodes = readonly DepartmentNode[];

/** Every department of a tree, parents before children. */
export const flat = (nodes: Nodes): DepartmentNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.listSubWareHouses)]);

/** Reduces a tree to the departments that contain the words, and those above them. */
export function foundIn(nodes: Nodes, words: string): DepartmentNode[] {
  const text = words.trim().toLowerCase();
  if (text === '') return [...nodes];
  return nodes.flatMap((node) => {
    const below = foundIn(node.listSubWareHouses, words);
    const isFound = `${node.depart_name} ${node.depart_code}`.toLowerCase().includes(text);
    return isFound || below.length > 0 ? [{ ...node, listSubWareHouses: below }] : [];
  });
}

export type Place = 'into' | 'before' | 'after';

/**
 * The new parent and position of a department that is dropped into, before or after another one; undefined if it is dropped on
 * itself.
 */
export function placeOf(nodes: Nodes, source: number, target: number, place: Place) {
  const all = flat(nodes);
  const over = all.find(({ id }) => id === target);
  if (!over || source === target) return undefined;
  if (place === 'into') return { parent_id: target, sort: 0 };
  const siblings = all.filter(({ id, parent_id }) => parent_id === over.parent_id && id !== source);
  const sort = siblings.findIndex(({ id }) => id === target) + (place === 'after' ? 1 : 0);
  return { parent_id: over.parent_id, sort };
}
