import type { Connection } from '../database.ts';
import type { Fragment, Query, Value } from '../driver/sql.ts';

type ColumnType =
  | 'bigint'
  /** The value is a literal, `{1,2}`: arrays in an array would have to be of one length. */
  | 'bigint[]'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'float8'
  | 'int'
  | 'jsonb'
  | 'numeric'
  | 'smallint'
  | 'text'
  /** The same: a literal that `textArray` makes. */
  | 'text[]'
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
    const array = sql`${rows.map(valueIn)}::${sql.unsafe(arrayOf(type))}`;
    return index === 0 ? array : sql`, ${array}`;
  });
  return sql`unnest(${arrays}) as rows (${sql(Object.keys(columns))})`;
}

const isArray = (type: ColumnType): boolean => type.endsWith('[]');

/** Texts as the literal of an array. */
export const textArray = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** These are sent as texts, which PostgreSQL reads. */
const arrayOf = (type: ColumnType): string => {
  if (isArray(type)) return 'text[]';
  return type === 'jsonb' || type === 'bytea' ? `text[]::${type}[]` : `${type}[]`;
};

interface Inserting {
  /** The ids of the rows are given, though the table generates them. */
  readonly givesIds?: boolean;
  /** `on conflict …` */
  readonly onConflict?: Fragment;
}

/** Inserts rows by one statement, whatever their number. */
export function insertRows<Row>(
  sql: Connection,
  table: string,
  rows: readonly Row[],
  columns: RowColumns<Row>,
  { givesIds = false, onConflict }: Inserting = {},
): Query<object[]> {
  const values = Object.entries(columns).map(([name, [type]], index) => {
    const value = isArray(type) ? sql`${sql(name)}::${sql.unsafe(type)}` : sql`${sql(name)}`;
    return index === 0 ? value : sql`, ${value}`;
  });
  return sql`
    insert into ${sql(table)} (${sql(Object.keys(columns))}) ${givesIds ? sql`overriding system value` : sql``}
    select ${values} from ${rowsTable(sql, rows, columns)} ${onConflict ?? sql``}`;
}
