import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { InputOf } from '../../../contract/call/call.ts';
import type { DeclaredList, RowOf, SortOf } from '../../../contract/thing/thing.ts';
import { exportedOf, periodOf, type Sorting, sortsOf } from '../../../contract/thing/thing-fields.ts';
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

/** What only the server knows of a list. */
export interface ListRules<T extends DeclaredList, Row extends object>
  extends Pick<List<T['page'], Row>, 'admit' | 'complete' | 'completesFiles' | 'indexed'> {
  /** All rows, with what is told of them beside their columns. The table goes by its own name. */
  readonly rows: (...given: Parameters<List<T['page'], Row>['rows']>) => Query<Row>;
  /** Filters that `rows` heeds itself. */
  readonly heeds?: 'all' | readonly (keyof Filters<T>)[];
  /** How a filter narrows the rows, where it does not ask for a value or a period of a column. */
  readonly narrow?: { readonly [K in keyof Filters<T>]?: Narrow<T, K> };
  /** What pages are sorted by, where it is no column of the table. */
  readonly sort?: Partial<Record<Sorting<T['fields']>, Expression<unknown>>>;
  readonly defaultSort: SortOf<T>;
  /** The id of the row in the table unless said otherwise. */
  readonly tieBreak?: Expression<unknown>;
  /** A row as it is told. */
  readonly present: (row: Row, language: Language) => RowOf<T>;
}

/** Serves the pages and the file of a list. */
export function serveDeclaredList<T extends DeclaredList, Row extends object>(
  services: ListServices,
  list: T,
  rules: ListRules<T, Row>,
): void {
  serveList(services, listOf(list, rules));
}

/** A list made of what the contract says of it and what only the server knows. */
export function listOf<T extends DeclaredList, Row extends object>(
  list: T,
  { rows, narrow, heeds = [], sort, tieBreak, present, ...rules }: ListRules<T, Row>,
): List<T['page'], Row> {
  const column = (key: string) => sql.ref(`${list.table}.${key}`);
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
      if (heeds === 'all') return found;
      const left = Object.entries(filters).filter(([key]) => !heeds.includes(key as (typeof heeds)[number]));
      return narrowed(list, (narrow ?? {}) as Narrows, found, left, db);
    },
    sort: Object.fromEntries(sortsOf(list.fields).map((key) => [key, sort?.[key] ?? column(key)])),
    tieBreak: key,
    present: present as List<T['page'], Row>['present'],
  };
}

type Narrows = Readonly<Record<string, (rows: Query, value: unknown, db: Kysely<Schema>) => Query>>;

/** The rows that the filters let through: by the list's own rules, else by the values and the period of columns. */
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

/** For a keyword that is looked for in columns themselves, anywhere in them. */
export const heldIn =
  (...columns: readonly string[]) =>
  (rows: Query, words: string): Query =>
    rows.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', containing(words)))));

/** What a row may keep of what is told of it: moments are told in words. */
type Stored<Told> = { [K in keyof Told]: Told[K] | (string extends Told[K] ? Date : never) };

/** A row as it is told: what the list names of it, moments in words. */
export function asTold<T extends Pick<DeclaredList, 'Row'>>({ Row }: T, row: Stored<RowOf<T>>): RowOf<T> {
  const told = Object.keys(Row.properties).map((key) => {
    const value: unknown = row[key as keyof typeof row];
    return [key, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(told) as RowOf<T>;
}
