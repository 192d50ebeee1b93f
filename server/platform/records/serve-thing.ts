import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { InputOf } from '../../../contract/call.ts';
import { exportedOf, type RowOf, type SortOf, sortsOf, type Thing } from '../../../contract/thing.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Account, Caller } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { ImportServices } from '../imports/import.ts';
import type { Language } from '../language.ts';
import { type List, type ListServices, serveList } from '../serve/list.ts';
import { columnsOf } from './columns.ts';
import type { Records } from './record-rules.ts';
import { serveRecords } from './records.ts';
import { findsWords, holdsWords } from './search.ts';

// biome-ignore lint/suspicious/noExplicitAny: which tables are joined is each thing's own affair
type Query<Row = any> = SelectQueryBuilder<any, any, Row>;
type Declared = Thing & { readonly Row: import('typebox').TSchema };
type FiltersOf<T extends Declared> = keyof T['filters'] & keyof InputOf<T['page']>;

/** What only the server knows of a thing: its query, its joins, its rules. */
export interface ThingRules<T extends Declared, Row extends object>
  extends Pick<
    Records<T['add']>,
    | 'table'
    | 'all'
    | 'foundBy'
    | 'enterpriseDecides'
    | 'onlyGiven'
    | 'check'
    | 'prepare'
    | 'parts'
    | 'keep'
    | 'answer'
    | 'users'
  > {
  /** All rows, with what is told of them beside their columns. The table goes by its own name. */
  readonly rows: (db: Kysely<Schema>) => Query<Row>;
  /** A row as it is told. */
  readonly present: (row: Row, language: Language) => RowOf<T>;
  /** How the filters that the thing declares beside its fields narrow the rows. */
  readonly narrow?: {
    readonly [K in FiltersOf<T>]: (rows: Query, value: NonNullable<InputOf<T['page']>[K]>, db: Kysely<Schema>) => Query;
  };
  /** What pages are sorted by, where it is no column of the table. */
  readonly sort?: Partial<Record<SortOf<T>, Expression<unknown>>>;
  /** Some hundreds of rows at most: they are searched and sorted without an index. */
  readonly few?: true;
  /** The newest first unless said otherwise. */
  readonly defaultSort?: SortOf<T>;
  /** Columns that are not simply what was given. */
  readonly columns?: (input: InputOf<T['add']>, caller: Caller<Account>, change: Change) => object | Promise<object>;
  /** Fields that a file writes otherwise than the call does. */
  readonly words?: NonNullable<Records<T['add']>['import']>['words'];
  readonly complete?: List<T['page'], Row>['complete'];
}

/** Serves the six calls of a thing: its list and its file, and the calls by which its rows are kept. */
export function serveThing<T extends Declared, Row extends object>(
  services: ListServices & ImportServices,
  thing: T,
  rules: ThingRules<T, Row>,
): void {
  serveList<T['page'], Row>(services, listOf(thing, rules));
  serveRecords<T['add']>(services, recordsOf(thing, rules));
}

function listOf<T extends Declared, Row extends object>(thing: T, rules: ThingRules<T, Row>): List<T['page'], Row> {
  return {
    name: thing.list,
    page: thing.page,
    export: thing.export,
    columns: exportedOf(thing.fields),
    rows: (db, filters) => narrowed(thing, rules, db, filters as Readonly<Record<string, unknown>>),
    sort: {
      ...Object.fromEntries(sortsOf(thing.fields).map((key) => [key, sql.ref(`${thing.table}.${key}`)])),
      ...rules.sort,
    },
    defaultSort: rules.defaultSort ?? '-created_at',
    tieBreak: sql.ref(`${thing.table}.id`),
    ...(rules.sort || rules.few ? {} : { indexed: true as const }),
    ...(rules.complete ? { complete: rules.complete } : {}),
    present: rules.present as List<T['page'], Row>['present'],
  };
}

/** The rows that the filters let through: by words, by columns of the table, and by the thing's own rules. */
function narrowed<T extends Declared, Row extends object>(
  { table, fields }: T,
  { rows, narrow, few }: ThingRules<T, Row>,
  db: Kysely<Schema>,
  { keyword, ...filters }: Readonly<Record<string, unknown>>,
): Query {
  const own = (narrow ?? {}) as Readonly<Record<string, (rows: Query, value: unknown, db: Kysely<Schema>) => Query>>;
  let found: Query = rows(db);
  if (typeof keyword === 'string' && keyword !== '') {
    found = found.where(few ? holdsWords(table, keyword) : findsWords(table, keyword));
  }
  for (const [key, value] of Object.entries(filters)) {
    if (value === undefined || value === '') continue;
    if (own[key]) found = own[key](found, value, db);
    else if (fields[key]?.filter) found = found.where(`${table}.${key}`, '=', value);
  }
  return found;
}

function recordsOf<T extends Declared, Row extends object>(thing: T, rules: ThingRules<T, Row>): Records<T['add']> {
  const { rows: _, present: __, narrow: ___, few: ____, sort, defaultSort, complete, words, columns, ...kept } = rules;
  return {
    ...kept,
    add: thing.add,
    update: thing.update,
    remove: thing.remove,
    import: { list: thing.list, call: thing.import, ...(words ? { words } : {}) },
    code: thing.code as Records<T['add']>['code'],
    columns: async (input, caller, change) => ({
      ...columnsOf(thing, input),
      ...(await columns?.(input, caller, change)),
    }),
  };
}
