import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { DeclaredList, RowOf, SortOf } from '@suyuan/contract/thing/thing.ts';
import { exportedOf, periodOf, type Sorting, sortsOf } from '@suyuan/contract/thing/thing-fields.ts';
import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Language } from '../language.ts';
import { containing, type List, type ListServices, serveList } from './list.ts';

// biome-ignore lint/suspicious/noExplicitAny: which tables are joined is each list's own affair
export type Query<Row = any> = SelectQueryBuilder<any, any, Row>;

type Filters<T extends DeclaredList> = Omit<InputOf<T['page']>, 'page' | 'size' | 'sort'>;
type Narrow<T extends DeclaredList, K extends keyof Filters<T>> = (
  rows: Query,
  value: NonNullable<Filters<T>[K]>,
  db: Kysely<Schema>,
) => Query;

/** The part of a declared list that only the server knows. */
export interface ListRules<T extends DeclaredList, Row extends object>
  extends Pick<List<T['page'], Row>, 'admit' | 'complete' | 'completeExports' | 'indexed'> {
  /** The query for all rows, with joined columns. The table must not have an alias. */
  readonly rows: (...given: Parameters<List<T['page'], Row>['rows']>) => Query<Row>;
  /** Filters that `rows` applies itself. */
  readonly handlesFilters?: 'all' | readonly (keyof Filters<T>)[];
  /** How to apply filters that are not simply the value or the period of a column. */
  readonly narrow?: { readonly [K in keyof Filters<T>]?: Narrow<T, K> };
  /** Expressions for sort keys that are no columns of the table. */
  readonly sort?: Partial<Record<Sorting<T['fields']>, Expression<unknown>>>;
  readonly defaultSort: SortOf<T>;
  /** The last sort key; the id of the row by default. */
  readonly tieBreak?: Expression<unknown>;
  /** Converts a row to what the call answers. */
  readonly present: (row: Row, language: Language) => RowOf<T>;
}

/** Serves the pages and the export of a declared list. */
export function serveDeclaredList<T extends DeclaredList, Row extends object>(
  services: ListServices,
  list: T,
  rules: ListRules<T, Row>,
): void {
  serveList(services, listOf(list, rules));
}

/** Combines the contract's declaration of a list with the server's rules. */
export function listOf<T extends DeclaredList, Row extends object>(
  list: T,
  { rows, narrow, handlesFilters = [], sort, tieBreak, present, ...rules }: ListRules<T, Row>,
): List<T['page'], Row> {
  const column = (key: string): Expression<unknown> => {
    const { column, language } = list.fields[key]?.translation ?? {};
    return column
      ? sql<string>`${sql.ref(`${list.table}.${column}`)} ->> ${language}`
      : sql.ref(`${list.table}.${key}`);
  };
  const key = tieBreak ?? column('id');
  return {
    ...rules,
    name: list.list,
    page: list.page,
    ...(list.export ? { export: list.export } : {}),
    ...(list.long ? { long: true } : {}),
    columns: exportedOf(list.fields),
    rows: (db, filters, within) => {
      const { id } = filters as { readonly id?: number };
      const all = rows(db, filters, within);
      const found = id === undefined ? all : (all.where(key, '=', id) as typeof all);
      if (handlesFilters === 'all') return found;
      const left = Object.entries(filters).filter(
        ([key]) => !handlesFilters.includes(key as (typeof handlesFilters)[number]),
      );
      return narrowed(list, (narrow ?? {}) as Narrows, found, left, db);
    },
    sort: Object.fromEntries(sortsOf(list.fields).map((key) => [key, sort?.[key] ?? column(key)])),
    tieBreak: key,
    present: present as List<T['page'], Row>['present'],
  };
}

type Narrows = Readonly<Record<string, (rows: Query, value: unknown, db: Kysely<Schema>) => Query>>;

/** Applies filters: by the list's own rules, or else by the value or period of columns. */
function narrowed(
  { table, fields }: DeclaredList,
  own: Narrows,
  rows: Query,
  filters: readonly [key: string, value: unknown][],
  db: Kysely<Schema>,
): Query {
  const period = `${table}.${periodOf(fields)}`;
  let found = rows;
  for (const [key, value] of filters) {
    if (value === undefined || value === '') continue;
    if (own[key]) found = own[key](found, value, db);
    else if (fields[key]?.filter) found = found.where(`${table}.${key}`, '=', value);
    else if (key === 'from') found = found.where(period, '>=', new Date(value as string));
    else if (key === 'to') found = found.where(period, '<', new Date(value as string));
  }
  return found;
}

/** A keyword filter that searches within columns, without `search_text`. */
export const heldIn =
  (...columns: readonly string[]) =>
  (rows: Query, words: string): Query =>
    rows.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', containing(words)))));

/** A row from the database, in which times may still be dates. */
type Stored<Told> = { [K in keyof Told]: Told[K] | (string extends Told[K] ? Date : never) };

/** A row as the call answers it: the properties that the list declares, with times as ISO 8601 texts. */
export function asTold<T extends Pick<DeclaredList, 'Row'>>({ Row }: T, row: Stored<RowOf<T>>): RowOf<T> {
  const told = Object.keys(Row.properties).map((key) => {
    const value: unknown = row[key as keyof typeof row];
    return [key, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(told) as RowOf<T>;
}
