import type { Row } from '../../records.ts';

export type TreeRow = Row & { readonly children?: readonly TreeRow[] };

/** Rows below the rows they belong to, in the order they came; one whose parent is not among them stands at the top. */
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
