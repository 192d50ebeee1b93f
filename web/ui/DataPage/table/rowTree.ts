import type { Row } from '../../records.ts';

export type TreeRow = Row & { readonly children?: readonly TreeRow[] };

/** Builds a tree of rows, keeping their order; a row whose parent is missing is a root. */
export function rowTree(rows: readonly Row[], parentKey: string): readonly TreeRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  const parentOf = (row: Row) => {
    const parent = row[parentKey] as Row['id'] | null;
    return parent !== null && ids.has(parent) ? parent : undefined;
  };
  const below = Map.groupBy(rows, parentOf);
  const branch = (parent: Row['id'] | undefined): readonly TreeRow[] =>
    (below.get(parent) ?? []).map((row) => (below.has(row.id) ? { ...row, children: branch(row.id) } : row));
  return branch(undefined);
}
