import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from './schema.ts';

type NumberColumn<Table extends keyof Schema> = {
  [Column in keyof Schema[Table]]: Schema[Table][Column] extends number | null ? Column : never;
}[keyof Schema[Table]] &
  string;

/** Rows that belong to the owner of the row of another table that a column refers to. */
export interface Through<Column = string> {
  readonly column: Column;
  readonly of: keyof Schema;
  /** What else has to be true of the row for the reference to count. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of the table that the rule is of
  readonly when?: (rows: any) => Expression<SqlBool>;
}

/**
 * Which rows of a table belong to a party: those with its id in a column, those that refer to one of its rows in another table,
 * or those that satisfy a condition. A party can insert into the first two kinds of tables only; with several references, the
 * first one has to be to a row of its own.
 */
type Own<Table extends keyof Schema> =
  | NumberColumn<Table>
  | Through<NumberColumn<Table>>
  | readonly [Through<NumberColumn<Table>>, ...Through<NumberColumn<Table>>[]]
  | ((rows: ExpressionBuilder<Schema, Table>, party: number) => Expression<SqlBool>);

/**
 * Who owns the rows of a table, which decides what accounts of factories and dealers see (those of the enterprise see every
 * row). `everyone`: they read all rows and change none. `enterprise`: they neither see nor change any. Otherwise they see and
 * change the rows of their own party; a kind of party that is left out sees none.
 */
export type Ownership<Table extends keyof Schema> =
  | 'everyone'
  | 'enterprise'
  | { readonly factory?: Own<Table>; readonly dealer?: Own<Table> };

/** The same for any table. */
export type AnyOwn =
  | string
  | Through
  | readonly [Through, ...Through[]]
  // biome-ignore lint/suspicious/noExplicitAny: rows of the table that the rule is of
  | ((rows: any, party: number) => Expression<SqlBool>);
export type AnyOwnership = 'everyone' | 'enterprise' | { readonly factory?: AnyOwn; readonly dealer?: AnyOwn };
