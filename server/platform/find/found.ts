import type { MenuKey } from '@suyuan/contract/menu.ts';
import type { DeclaredList } from '@suyuan/contract/thing/thing.ts';
import type { Schema } from '../database/schema.ts';
import type { NumberedTable } from '../database/table.ts';
import type { Query } from '../lists/declared-list.ts';

type Column<Table extends keyof Schema> = keyof Schema[Table] & string;

/** How rows of a list are found by the search of the console; exported by a file `<thing>.found.ts`. */
export interface FoundThing {
  /** The list; whoever may open it finds its rows, as far as they may see them. */
  readonly list: DeclaredList;
  readonly table: NumberedTable;
  /** The columns with the name of a row, and with its number or code. */
  readonly title: string;
  readonly code?: string;
  /** The table has some hundreds of rows at most, and no `search_grams`. */
  readonly few?: true;
  /** Narrows the table to the rows of the list, if it has others. */
  readonly only?: (rows: Query) => Query;
  /** Where a row is shown; by default in its list, filtered by its code. */
  readonly shownOn?: { readonly screen: MenuKey; readonly query: (row: FoundRow) => Readonly<Record<string, string>> };
}

/** A row that was found. */
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

/** Declares how rows are found. The table needs a column `search_text`. */
export const defineFound = <Table extends NumberedTable>(list: DeclaredList, facts: FoundFacts<Table>): FoundThing => ({
  list,
  ...facts,
});

export const isFoundThing = (value: unknown): value is FoundThing =>
  typeof value === 'object' && value !== null && 'list' in value && 'table' in value && 'title' in value;
