import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from './schema.ts';

type NumberColumn<Table extends keyof Schema> = {
  [Column in keyof Schema[Table]]: Schema[Table][Column] extends number | null ? Column : never;
}[keyof Schema[Table]] &
  string;

/** Rows that belong to whoever owns the row of another table that a column refers to. */
export interface Through<Column = string> {
  readonly column: Column;
  readonly of: keyof Schema;
}

/**
 * Which rows of a table belong to a party: those with its id in a column, those that refer to an own row of another
 * table by one of some columns, or those a condition finds. A party adds rows to the first two kinds of tables only, and
 * what it adds refers to an own row by the first of the columns.
 */
type Own<Table extends keyof Schema> =
  | NumberColumn<Table>
  | Through<NumberColumn<Table>>
  | readonly [Through<NumberColumn<Table>>, ...Through<NumberColumn<Table>>[]]
  | ((rows: ExpressionBuilder<Schema, Table>, party: number) => Expression<SqlBool>);

/**
 * Whose rows a table holds, for accounts of factories and dealers. Enterprise accounts see every row.
 * `everyone`: they read all of it and change nothing. `enterprise`: they see and change nothing.
 * Otherwise they see and change what is their party's own; a party that is left out sees nothing.
 */
export type Ownership<Table extends keyof Schema> =
  | 'everyone'
  | 'enterprise'
  | { readonly factory?: Own<Table>; readonly dealer?: Own<Table> };

/** The same, whichever table it is. */
export type AnyOwn =
  | string
  | Through
  | readonly [Through, ...Through[]]
  // biome-ignore lint/suspicious/noExplicitAny: rows of the table that the rule is of
  | ((rows: any, party: number) => Expression<SqlBool>);
export type AnyOwnership = 'everyone' | 'enterprise' | { readonly factory?: AnyOwn; readonly dealer?: AnyOwn };
