import type { MenuKey } from '../../../contract/menu.ts';
import type { DeclaredList } from '../../../contract/thing/thing.ts';
import type { Schema } from '../database/schema.ts';
import type { NumberedTable } from '../database/table.ts';
import type { Query } from '../lists/declared-list.ts';

type Column<Table extends keyof Schema> = keyof Schema[Table] & string;

/** How rows of a list are found from anywhere in the console: exported by a file `<thing>.found.ts`. */
export interface FoundThing {
  /** Who may open it finds its rows, as far as they may see them. */
  readonly list: DeclaredList;
  readonly table: NumberedTable;
  /** What a row is called, and the number or code that it is known by as well. */
  readonly title: string;
  readonly code?: string;
  /** Some hundreds of rows at most, which do without `search_grams`. */
  readonly few?: true;
  /** Rows of the table that the list has, where it has not all. */
  readonly only?: (rows: Query) => Query;
  /** Where a row is shown; in its list, looked for by its code, unless said otherwise. */
  readonly shownOn?: { readonly screen: MenuKey; readonly query: (row: FoundRow) => Readonly<Record<string, string>> };
}

/** A row as it is found. */
export interface FoundRow {
  readonly id: number;
  readonly title: string;
  readonly code: string | null;
}

interface FoundFacts<Table extends NumberedTable> extends Omit<FoundThing, 'list' | 'table' | 'title' | 'code'> {
  readonly table: Table;
  readonly title: Column<Table>;
  readonly code?: Column<Table>;
}

/** The table keeps `search_text`, which holds what its rows are found by. */
export const defineFound = <Table extends NumberedTable>(list: DeclaredList, facts: FoundFacts<Table>): FoundThing => ({
  list,
  ...facts,
});

export const isFoundThing = (value: unknown): value is FoundThing =>
  typeof value === 'object' && value !== null && 'list' in value && 'table' in value && 'title' in value;
