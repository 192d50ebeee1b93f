/** Builds a tree of rows; rows whose parent is missing are at the top. */
export function treeOf<Row extends { readonly id: number; readonly parent_id: number | null }>(
  rows: readonly Row[],
): TreeNode<Row>[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = Map.groupBy(rows, ({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : 0));
  const nodesOf = (id: number): TreeNode<Row>[] =>
    (below.get(id) ?? []).map((row) => ({ ...row, listSubWareHouses: nodesOf(row.id) }));
  return nodesOf(0);
}

type TreeNode<Row> = Row & { readonly listSubWareHouses: TreeNode<Row>[] };
