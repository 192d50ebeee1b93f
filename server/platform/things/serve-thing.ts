import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { SortOf, Thing } from '@suyuan/contract/thing/thing.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import type { ImportServices } from '../imports/import.ts';
import { type ListRules, listOf, type Query } from '../lists/declared-list.ts';
import { type List, type ListServices, serveList, shownRows } from '../lists/list.ts';
import { serveUsers } from '../records/in-use.ts';
import type { Records } from '../records/record-rules.ts';
import { serveRecords } from '../records/records.ts';
import { findsWords, holdsWords } from '../records/search.ts';
import { serveBatch } from './batch.ts';
import { columnsOf, localisedIn } from './columns.ts';

/** What only the server knows of a thing: its query, its joins, its rules. */
export interface ThingRules<T extends Thing, Row extends object>
  extends Omit<ListRules<T, Row>, 'admit' | 'handlesFilters' | 'indexed' | 'tieBreak' | 'defaultSort'>,
    Pick<
      Records<T['add']>,
      | 'table'
      | 'all'
      | 'numbers'
      | 'within'
      | 'begins'
      | 'refusals'
      | 'foundBy'
      | 'admit'
      | 'inputNames'
      | 'enterpriseDecides'
      | 'onlyGiven'
      | 'check'
      | 'prepare'
      | 'parts'
      | 'keep'
      | 'answer'
      | 'users'
    > {
  /** Some hundreds of rows at most: they are searched and sorted without an index. */
  readonly few?: true;
  /** The newest first unless said otherwise. */
  readonly defaultSort?: SortOf<T>;
  /** Columns that are not simply what was given. */
  readonly columns?: (input: InputOf<T['add']>, caller: Principal, change: Change) => object | Promise<object>;
  /** Fields that a file writes otherwise than the call does. */
  readonly parsers?: NonNullable<Records<T['add']>['import']>['parsers'];
}

/** Serves the calls of a thing: its list and its file, and the calls by which its rows are kept. */
export function serveThing<T extends Thing, Row extends object>(
  services: ListServices & ImportServices,
  thing: T,
  rules: ThingRules<T, Row>,
): void {
  const { table, users = () => ({}) } = rules;
  serveUsers(services.routes, thing, { table, users });
  const list = foundByWords(thing, rules);
  serveList<T['page'], Row>(services, list);
  serveRecords<T['add']>(services, {
    ...recordsOf(thing, rules),
    show: (ids, { db }, { language }) => shownRows(list, ids, { db, language }),
  });
  serveBatch(services.routes, thing);
}

/** Its list, where a keyword finds rows by words that are kept beside them. */
function foundByWords<T extends Thing, Row extends object>(
  thing: T,
  { rows, narrow, sort, few, defaultSort, present, complete, completeExports }: ThingRules<T, Row>,
): List<T['page'], Row> {
  const byWords = (found: Query, words: string) => found.where((few ? holdsWords : findsWords)(thing.table, words));
  return listOf<T, Row>(thing, {
    rows,
    present,
    narrow: { keyword: byWords, ...narrow } as NonNullable<ListRules<T, Row>['narrow']>,
    defaultSort: defaultSort ?? ('-created_at' as SortOf<T>),
    ...(sort ? { sort } : {}),
    ...(sort || few ? {} : { indexed: true as const }),
    ...(complete ? { complete } : {}),
    ...(completeExports ? { completeExports } : {}),
  });
}

function recordsOf<T extends Thing, Row extends object>(thing: T, rules: ThingRules<T, Row>): Records<T['add']> {
  const {
    rows: _,
    present: __,
    narrow: ___,
    few: ____,
    sort,
    defaultSort,
    complete,
    completeExports,
    parsers,
    columns,
    ...kept
  } = rules;
  return {
    ...kept,
    localised: localisedIn(thing),
    add: thing.add,
    update: thing.update,
    remove: thing.remove,
    ...(thing.import ? { import: { list: thing.list, call: thing.import, ...(parsers ? { parsers } : {}) } } : {}),
    ...(thing.code ? { code: thing.code as NonNullable<Records<T['add']>['code']> } : {}),
    columns: async (input, caller, change) => ({
      ...columnsOf(thing, input),
      ...(await columns?.(input, caller, change)),
    }),
  };
}
