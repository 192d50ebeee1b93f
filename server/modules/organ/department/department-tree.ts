import type { Tree } from '@suyuan/contract/thing/fields.ts';

/** The position of a department in the tree. */
export interface TreeNode {
  readonly id: number;
  readonly parent_id: number | null;
  readonly sort: number;
}

/** Builds a tree of rows. Rows whose parent is missing are left out. */
export function treeOf<Row extends TreeNode>(rows: readonly Row[], parent: number | null = null): Tree<Row>[] {
  const below = Map.groupBy(rows, (row) => row.parent_id);
  const branch = (id: number | null): Tree<Row>[] =>
    inOrder(below.get(id) ?? []).map((row) => ({ ...row, listSubWareHouses: branch(row.id) }));
  return branch(parent);
}

/** The subtree of a department by its code, which is unique regardless of case; empty if there is none. */
export function branchesIn<Row extends { depart_code: string }>(
  tree: readonly Tree<Row>[],
  depart_code: string,
): Tree<Row>[] {
  const isMeant = (node: Row) => node.depart_code.toLowerCase() === depart_code.trim().toLowerCase();
  return tree.flatMap((node) => (isMeant(node) ? [node] : branchesIn(node.listSubWareHouses, depart_code)));
}

const inOrder = <Row extends TreeNode>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.sort - other.sort || one.id - other.id);

/** The ids of a department and its ancestors, itself first. */
export function upwards(nodes: readonly TreeNode[], from: number | null): number[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path: number[] = [];
  for (let node = byId.get(from ?? 0); node; node = byId.get(node.parent_id ?? 0)) path.push(node.id);
  return path;
}

/** The number of levels of a subtree. */
export function levelsOf(nodes: readonly TreeNode[], id: number): number {
  const below = nodes.filter(({ parent_id }) => parent_id === id);
  return 1 + Math.max(0, ...below.map((node) => levelsOf(nodes, node.id)));
}

/**
 * Computes the order of siblings after `id` is inserted below `parent` at `index`, by default at the end: the number for `id`,
 * and the siblings whose numbers change.
 */
export function insertionAt(
  nodes: readonly TreeNode[],
  id: number | undefined,
  parent: number | null,
  index: number | undefined,
): { sort: number; moved: { id: number; sort: number }[] } {
  const siblings = inOrder(nodes.filter((node) => node.parent_id === parent && node.id !== id));
  const sort = Math.min(index ?? siblings.length, siblings.length);
  const moved = siblings
    .map((node, at) => ({ id: node.id, was: node.sort, sort: at < sort ? at : at + 1 }))
    .filter(({ was, sort: wished }) => was !== wished)
    .map(({ id: sibling, sort: wished }) => ({ id: sibling, sort: wished }));
  return { sort, moved };
}
