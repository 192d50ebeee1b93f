import type { Connection } from '../database.ts';
import type { Fragment, Query, Value } from '../driver/sql.ts';

type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'float8'
  | 'int'
  | 'jsonb'
  | 'smallint'
  | 'text'
  | 'timestamptz'
  | 'uuid';

/** The columns of rows by their names: each with its type in PostgreSQL, and its value in a row. */
export type RowColumns<Row> = Readonly<
  Record<string, readonly [type: ColumnType, valueIn: (row: Row, index: number) => Value]>
>;

/**
 * Rows as a table in a statement, `unnest(…) as rows (<columns>)`. Each column is one parameter, an array, so the statement is
 * the same for any number of rows, and its plan is reused.
 */
export function rowsTable<Row>(sql: Connection, rows: readonly Row[], columns: RowColumns<Row>): Fragment {
  const arrays = Object.values(columns).map(([type, valueIn], index) => {
    const array = sql`${rows.map(valueIn)}::${sql.unsafe(`${type}[]`)}`;
    return index === 0 ? array : sql`, ${array}`;
  });
  return sql`unnest(${arrays}) as rows (${sql(Object.keys(columns))})`;
}

/** Inserts rows by one statement, whatever their number. */
export function insertRows<Row>(
  sql: Connection,
  table: string,
  rows: readonly Row[],
  columns: RowColumns<Row>,
): Query<object[]> {
  return sql`insert into ${sql(table)} (${sql(Object.keys(columns))}) select * from ${rowsTable(sql, rows, columns)}`;
}
