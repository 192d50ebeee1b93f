import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { DeclaredList, RowOf, SortOf } from '@suyuan/contract/thing/thing.ts';
import { exportedOf, periodOf, type Sorting, sortsOf } from '@suyuan/contract/thing/thing-fields.ts';
import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Account, Caller } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Language } from '../language.ts';
import { containing, type List, type ListServices, serveList, type Within } from './list.ts';
import { findsWords, holdsWords } from './search.ts';

// biome-ignore lint/suspicious/noExplicitAny: which tables are joined is each list's own affair
export type Query<Row = any> = SelectQueryBuilder<any, any, Row>;

type Filters<T extends DeclaredList> = Omit<InputOf<T['page']>, 'page' | 'size' | 'sort'>;
type Narrow<T extends DeclaredList, K extends keyof Filters<T>> = (
  rows: Query,
  value: NonNullable<Filters<T>[K]>,
  db: Kysely<Schema>,
) => Query;

/**
 * The part of a declared list that only the server knows. `Resolved` are the filters that `rows` gets in addition to those of the
 * call, from `resolveFilters`.
 */
export interface ListRules<T extends DeclaredList, Row extends object, Resolved extends object = object>
  extends Pick<List<T['page'], Row>, 'complete' | 'completeExports' | 'indexed'> {
  /**
   * Converts filters to those that only the server knows, such as the ids behind a code. Throws if the caller may not use
   * them.
   */
  readonly resolveFilters?: (filters: Filters<T>, caller: Caller<Account>) => Promise<Resolved>;
  /** The query for all rows, with joined columns. The table must not have an alias. */
  readonly rows: (db: Kysely<Schema>, filters: Filters<T> & Resolved, within: Within) => Query<Row>;
  /** Filters that `rows` applies itself. */
  readonly handlesFilters?: 'all' | readonly (keyof (Filters<T> & Resolved))[];
  /** How to apply filters that are not simply the value or the period of a column. */
  readonly narrow?: { readonly [K in keyof Filters<T>]?: Narrow<T, K> };
  /** Some hundreds of rows at most: they are searched and sorted without an index. */
  readonly few?: true;
  /** Expressions for sort keys that are no columns of the table. */
  readonly sort?: Partial<Record<Sorting<T['fields']>, Expression<unknown>>>;
  /** The newest first by default. */
  readonly defaultSort?: SortOf<T>;
  /** The last sort key; the id of the row by default. */
  readonly tieBreak?: Expression<unknown>;
  /** Converts a row to what the call answers. */
  readonly present: (row: Row, language: Language) => RowOf<T>;
}

/** Serves the pages and the export of a declared list. */
export function serveDeclaredList<T extends DeclaredList, Row extends object, Resolved extends object = object>(
  services: ListServices,
  list: T,
  rules: ListRules<T, Row, Resolved>,
): void {
  serveList(services, listOf(list, rules));
}

/** Combines the contract's declaration of a list with the server's rules. */
export function listOf<T extends DeclaredList, Row extends object, Resolved extends object = object>(
  list: T,
  rules: ListRules<T, Row, Resolved>,
): List<T['page'], Row> {
  const { rows, handlesFilters = [], complete, completeExports, indexed, resolveFilters } = rules;
  const column = (key: string): Expression<unknown> => {
    const { column, language } = list.fields[key]?.translation ?? {};
    return column
      ? sql<string>`${sql.ref(`${list.table}.${column}`)} ->> ${language}`
      : sql.ref(`${list.table}.${key}`);
  };
  const key = rules.tieBreak ?? column('id');
  return {
    name: list.list,
    page: list.page,
    ...(list.export ? { export: list.export } : {}),
    ...(list.long ? { long: true } : {}),
    ...(indexed ? { indexed } : {}),
    ...(resolveFilters ? { resolveFilters } : {}),
    ...(complete ? { complete } : {}),
    ...(completeExports ? { completeExports } : {}),
    columns: exportedOf(list.fields),
    rows: (db, filters, within) => {
      const { id } = filters as { readonly id?: number };
      const all = rows(db, filters as Filters<T> & Resolved, within);
      const matching = id === undefined ? all : (all.where(key, '=', id) as typeof all);
      if (handlesFilters === 'all') return matching;
      const rest = Object.entries(filters).filter(
        ([key]) => !handlesFilters.includes(key as (typeof handlesFilters)[number]),
      );
      return narrowed(list, rules as NarrowRules, matching, rest, db);
    },
    sort: Object.fromEntries(sortsOf(list.fields).map((key) => [key, rules.sort?.[key] ?? column(key)])),
    defaultSort: rules.defaultSort ?? '-created_at',
    tieBreak: key,
    present: rules.present as List<T['page'], Row>['present'],
  };
}

interface NarrowRules {
  readonly narrow?: Readonly<Record<string, (rows: Query, value: unknown, db: Kysely<Schema>) => Query>>;
  readonly few?: true;
}

/**
 * Applies filters: by the list's own rules, or else by the value or period of columns. A keyword finds rows by the words that
 * are kept beside them.
 */
function narrowed(
  { table, fields }: DeclaredList,
  { narrow = {}, few }: NarrowRules,
  rows: Query,
  filters: readonly [key: string, value: unknown][],
  db: Kysely<Schema>,
): Query {
  const period = `${table}.${periodOf(fields)}`;
  const byWords = few ? holdsWords : findsWords;
  let matching = rows;
  for (const [key, value] of filters) {
    if (value === undefined || value === '') continue;
    if (narrow[key]) matching = narrow[key](matching, value, db);
    else if (key === 'keyword') matching = matching.where(byWords(table, value as string));
    else if (fields[key]?.filter) matching = matching.where(`${table}.${key}`, '=', value);
    else if (key === 'from') matching = matching.where(period, '>=', new Date(value as string));
    else if (key === 'to') matching = matching.where(period, '<', new Date(value as string));
  }
  return matching;
}

/** A keyword filter that searches within columns, without `search_text`. */
export const heldIn =
  (...columns: readonly string[]) =>
  (rows: Query, words: string): Query =>
    rows.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', containing(words)))));

/** A row from the database, in which times may still be dates. */
type Stored<Row> = { [K in keyof Row]: Row[K] | (string extends Row[K] ? Date : never) };

/** A row as the call answers it: the properties that the list declares, with times as ISO 8601 texts. */
export function declaredRow<T extends Pick<DeclaredList, 'Row'>>({ Row }: T, row: Stored<RowOf<T>>): RowOf<T> {
  const properties = Object.keys(Row.properties).map((key) => {
    const value: unknown = row[key as keyof typeof row];
    return [key, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(properties) as RowOf<T>;
}
