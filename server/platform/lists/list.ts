import type { Expression, SelectQueryBuilder } from 'kysely';
import { type Kysely, sql as ksql } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf, OutputOf } from '../../../contract/call/call.ts';
import { seenBy } from '../access/row-security.ts';
import type { Account, Caller } from '../caller.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import type { Language } from '../language.ts';
import { badInput } from '../refusal.ts';
import type { Routes } from '../serve/routes.ts';
import type { LongAnswers } from '../spool/long-answers.ts';
import { sendTable } from './export.ts';

// biome-ignore lint/suspicious/noExplicitAny: which tables are joined is each list's own affair
type Query = SelectQueryBuilder<any, any, any>;

/** A list of the console: its page call, its export call, and the one query both are made of. */
export interface List<Page extends Call, Row extends object> {
  /** Key of the list's screen: titles of its columns are the texts `<name>.<column>`. */
  readonly name: string;
  readonly page: Page;
  readonly export?: Call;
  /** Rows that the filters of the input let through, unsorted. `within` is for long lists. */
  readonly rows: (db: Kysely<Schema>, filters: Filters<Page>, within: Within) => Query;
  /**
   * Grows with what consumers do: its page call answers a `LongPageOf`. A page costs the same whatever is filtered for and
   * however many rows there are: it counts to a limit, and where no index serves the filters it searches so many rows.
   */
  readonly long?: true;
  /** Throws when the caller may not ask for this. */
  readonly admit?: (filters: Omit<InputOf<Page>, 'page' | 'size' | 'sort'>, caller: Caller<Account>) => Promise<void>;
  /** What each key of the call's `sort` sorts by. */
  readonly sort: Record<string, Expression<unknown>>;
  readonly defaultSort: string;
  /** Makes equal rows keep their order from page to page: the id that they are told with, where there is an export. */
  readonly tieBreak: Expression<unknown>;
  /**
   * Every sort is an index that ends with `tieBreak`, the key of the rows: a page far back is found in the index alone,
   * and its rows are read then.
   */
  readonly indexed?: true;
  /** What is told of the rows of a page beside what the query answers. */
  readonly complete?: (rows: Row[], db: Kysely<Schema>) => Promise<Row[]>;
  /** A file tells it too; else it goes without. */
  readonly completesFiles?: true;
  readonly present: (row: Row, language: Language) => (OutputOf<Page> & { rows: object[] })['rows'][number];
  /** Columns of the export, in order. */
  readonly columns?: readonly string[];
}

/**
 * Given what an index serves in the order of the list; answers as much of it as a page may search by the other filters.
 * An export searches all of it.
 */
export type Within = <Found extends Query>(found: Found) => Found;

/** A long list counts no further, and has no page beyond. */
export const mostCounted = 10_000;
/** Rows that a page of a long list searches: less than half a second, when each is on a page of its own. */
export const mostSearched = 50_000;

/** What serving a list takes. */
export interface ListServices {
  readonly routes: Routes;
  readonly answers: LongAnswers;
  readonly system: Database;
  readonly tables: Tables;
  readonly timeZone: () => string;
}

interface PageInput {
  page?: number;
  size?: number;
  sort?: string;
}
type Filters<Page extends Call> = Omit<InputOf<Page>, keyof PageInput>;

export function serveList<Page extends Call<Type.TObject>, Row extends object>(
  services: ListServices,
  list: List<Page, Row>,
): void {
  const { routes } = services;
  routes.serve<Call>(list.page, async (asked, caller) => {
    const input = asked as InputOf<Page> & PageInput;
    const { db, language } = caller;
    requireReach(list, input);
    await list.admit?.(input, caller);
    const { count, rows, searched } = pageQueries(list, db, input);
    const [{ total }, found, reached] = await Promise.all([
      count.executeTakeFirstOrThrow() as Promise<{ total: number }>,
      rows.execute(),
      searched?.executeTakeFirstOrThrow() as Promise<{ total: number }> | undefined,
    ]);
    const told = list.complete ? await list.complete(found as Row[], db) : (found as Row[]);
    const page = { rows: told.map((row) => list.present(row, language)), total };
    if (!list.long) return page;
    const more = total > mostCounted;
    const gaveUp = !more && reached !== undefined && reached.total >= mostSearched;
    return { ...page, total: Math.min(total, mostCounted), more, searched: gaveUp ? mostSearched : null };
  });
  if (list.export) serveExport(services, list, list.export);
}

/** Rows of a list by their ids, as it tells them. */
export async function shownRows<Page extends Call, Row extends object>(
  list: List<Page, Row>,
  ids: readonly number[],
  { db, language }: Pick<Caller<Account>, 'db' | 'language'>,
): Promise<Map<number, object>> {
  const found: Row[] = await list
    .rows(db, {} as Filters<Page>, wholly)
    .where(list.tieBreak, 'in', ids)
    .execute();
  const told = list.complete ? await list.complete(found, db) : found;
  return new Map(told.map((row) => [(row as Row & { id: number }).id, list.present(row, language)]));
}

/** Nobody turns so many pages: what is wished for is found by a filter. */
function requireReach<Page extends Call, Row extends object>(
  list: List<Page, Row>,
  { page = 1, size = 20 }: PageInput,
): void {
  const last = Math.ceil(mostCounted / size);
  if (list.long && page > last) throw badInput({ path: 'page', reason: 'too_large', params: { limit: last } });
}

/**
 * The queries of a page: how many rows there are, without what is joined by keys alone; those of the page; and, where no
 * index serves the filters, how many rows were searched.
 */
export function pageQueries<Page extends Call<Type.TObject>, Row extends object>(
  list: List<Page, Row>,
  db: Kysely<Schema>,
  { page = 1, size = 20, sort, ...filters }: InputOf<Page> & PageInput,
): { readonly count: Query; readonly rows: Query; readonly searched: Query | undefined } {
  let candidates: Query | undefined;
  const within: Within = (found) => {
    candidates = sorted(list, found, sort).limit(mostSearched);
    return candidates as typeof found;
  };
  const rows = list.rows(db, filters, within);
  return {
    count: list.long ? countOf(db, sorted(list, rows, sort).limit(mostCounted + 1)) : rows.clearSelect().select(total),
    rows: pageOf(list, rows, sort, size, (page - 1) * size),
    searched: candidates && countOf(db, candidates),
  };
}

/** Rows to leave out that are better left out in an index. */
const farBack = 1_000;

function pageOf<Page extends Call, Row extends object>(
  list: List<Page, Row>,
  rows: Query,
  sort: string | undefined,
  size: number,
  offset: number,
): Query {
  const ordered = (query: Query) => sorted(list, query, sort);
  if (!list.indexed || offset < farBack) return ordered(rows).limit(size).offset(offset);
  const key = ksql<number>`${list.tieBreak}`.as('key');
  return ordered(rows.where(list.tieBreak, 'in', ordered(rows.clearSelect().select(key)).limit(size).offset(offset)));
}

const total = ksql<number>`count(*)`.as('total');

/** How many of the first rows there are. Counted in their order: the table itself may begin with rows that are not asked for. */
const countOf = (db: Kysely<Schema>, first: Query): Query =>
  db.selectFrom(first.clearSelect().select(ksql`1`.as('one')).as('counted')).select(total);

const wholly: Within = (found) => found;

interface ExportInput extends PageInput {
  readonly format: 'xlsx' | 'csv';
  readonly columns?: string;
  readonly ids?: string;
}

/** The rows that were chosen; all of them where none were. */
const onlyThese = <Page extends Call, Row extends object>(
  { tieBreak }: List<Page, Row>,
  rows: Query,
  ids: string | undefined,
): Query => (ids === undefined ? rows : rows.where(tieBreak, 'in', ids.split(',').map(Number)));

/** Rows of a file that are read, and completed, together. */
const batch = 500;

function serveExport<Page extends Call, Row extends object>(
  { routes, answers, system, tables, timeZone }: ListServices,
  list: List<Page, Row>,
  call: Call,
): void {
  routes.serve<Call>(call, async (input, caller) => {
    const { format, columns, ids, sort, ...filters } = input as ExportInput;
    await list.admit?.(filters as Filters<Page>, caller);
    // One query, hence one picture of the list; on a connection that no other call waits for.
    const db = seenBy(system.long.db, caller.account, tables);
    const found = list.rows(db, filters as Filters<Page>, wholly);
    const rows = sorted(list, onlyThese(list, found, ids), sort).stream(batch) as AsyncIterable<Row>;
    await sendTable(answers, caller, {
      list: list.name,
      format,
      timeZone: timeZone(),
      columns: chosen(list.columns ?? [], columns),
      rows: presented(list.completesFiles ? completed(list, rows, caller.db) : rows, (row) =>
        list.present(row, caller.language),
      ),
    });
    return null;
  });
}

function sorted<Page extends Call, Row extends object>(
  list: List<Page, Row>,
  rows: Query,
  sort = list.defaultSort,
): Query {
  const descending = sort.startsWith('-');
  const expression = list.sort[descending ? sort.slice(1) : sort];
  if (!expression) throw new Error(`${list.name} has no sort ${sort}`);
  const direction = descending ? 'desc' : 'asc';
  return rows.orderBy(expression, direction).orderBy(list.tieBreak, direction);
}

async function* completed<Page extends Call, Row extends object>(
  { complete = async (rows) => rows }: List<Page, Row>,
  rows: AsyncIterable<Row>,
  db: Kysely<Schema>,
): AsyncGenerator<Row> {
  let waiting: Row[] = [];
  for await (const row of rows) {
    if (waiting.push(row) < batch) continue;
    yield* await complete(waiting, db);
    waiting = [];
  }
  yield* await complete(waiting, db);
}

async function* presented<Row, Out>(rows: AsyncIterable<Row>, present: (row: Row) => Out): AsyncGenerator<Out> {
  for await (const row of rows) yield present(row);
}

/** The wished columns in the wished order; all of them without a wish. */
function chosen(columns: readonly string[], wish: string | undefined): readonly string[] {
  const names = wish?.split(',') ?? columns;
  if (names.every((name) => columns.includes(name))) return names;
  throw badInput({ path: 'columns', reason: 'not_a_choice', params: { choices: columns.join(', ') } });
}

/** A LIKE pattern that finds `part` anywhere, with its wildcards taken literally. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** A LIKE pattern that finds what begins so, with its wildcards taken literally. */
export const beginning = (part: string): string => `${part.trim().replace(/[\\%_]/g, '\\$&')}%`;
