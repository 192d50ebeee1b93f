import type { Call, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { Expression, Kysely, SelectQueryBuilder } from 'kysely';
import type Type from 'typebox';
import type { SystemDatabase } from '../access/system-database.ts';
import type { Account, Caller } from '../caller.ts';
import { ksql, type Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import type { Language } from '../language.ts';
import { badInput } from '../refusal.ts';
import type { Routes } from '../serve/routes.ts';
import type { LongAnswers } from '../spool/long-answers.ts';
import { sendTable } from './export.ts';

// biome-ignore lint/suspicious/noExplicitAny: which tables are joined is each list's own affair
type Query = SelectQueryBuilder<any, any, any>;

/** A list of the console: its page call, its export call, and the query that both use. */
export interface List<Page extends Call, Row extends object> {
  /** The key of the list: titles of its columns are the texts `<name>.<column>`. */
  readonly name: string;
  readonly page: Page;
  readonly export?: Call;
  /** The query for rows that match the filters, unsorted. `within` is for long lists. */
  readonly rows: (db: Kysely<Schema>, filters: Filters<Page>, within: Within) => Query;
  /**
   * It grows with what consumers do, and its page call answers a `LongPageOf`. The cost of a page is bounded whatever the
   * filters and the number of rows: it counts up to a limit, and searches a limited number of rows if no index serves the
   * filters.
   */
  readonly long?: true;
  /**
   * Converts filters to those that only the server knows, which `rows` gets in addition. Throws if the caller may not use them.
   */
  readonly resolveFilters?: (filters: Filters<Page>, caller: Caller<Account>) => Promise<object>;
  /** The expressions for the keys of the call's `sort`. */
  readonly sort: Record<string, Expression<unknown>>;
  readonly defaultSort: string;
  /** The last sort key, which makes the order of pages stable: the id, if there is an export. */
  readonly tieBreak: Expression<unknown>;
  /**
   * There is an index for every sort key, ending with `tieBreak`: pages far back are located by an index-only scan before their
   * rows are read.
   */
  readonly indexed?: true;
  /** Adds data to the rows of a page by further queries. */
  readonly complete?: (rows: Row[], db: Kysely<Schema>) => Promise<Row[]>;
  /** Exports are completed, too. */
  readonly completeExports?: true;
  readonly present: (row: Row, language: Language) => (OutputOf<Page> & { rows: object[] })['rows'][number];
  /** Columns of the export, in order. */
  readonly columns?: readonly string[];
}

/**
 * Limits a query that an index serves in the order of the list to as many rows as a page may search by the remaining filters.
 * For an export it does not limit.
 */
export type Within = <Found extends Query>(rows: Found) => Found;

/** Up to this a long list is counted; it has no pages beyond. */
export const maxCounted = 10_000;
/** How many rows a page of a long list searches: less than half a second, even if each is on a disk page of its own. */
export const maxSearched = 50_000;

/** The services that lists need. */
export interface ListServices {
  readonly routes: Routes;
  readonly answers: LongAnswers;
  readonly system: SystemDatabase;
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
  routes.serve<Call>(list.page, async (requested, caller) => {
    const { db, language } = caller;
    requireReach(list, requested as PageInput);
    const filters = await list.resolveFilters?.(requested as Filters<Page>, caller);
    const input = { ...(requested as object), ...filters } as InputOf<Page> & PageInput;
    const { count, rows, searched } = pageQueries(list, db, input);
    const [{ total }, pageRows, reached] = await Promise.all([
      count.executeTakeFirstOrThrow() as Promise<{ total: number }>,
      rows.execute(),
      searched?.executeTakeFirstOrThrow() as Promise<{ total: number }> | undefined,
    ]);
    const completeRows = list.complete ? await list.complete(pageRows as Row[], db) : (pageRows as Row[]);
    const page = { rows: completeRows.map((row) => list.present(row, language)), total };
    if (!list.long) return page;
    const more = total > maxCounted;
    const gaveUp = !more && reached !== undefined && reached.total >= maxSearched;
    return { ...page, total: Math.min(total, maxCounted), more, searched: gaveUp ? maxSearched : null };
  });
  if (list.export) serveExport(services, list, list.export);
}

/** Rows of a list by their ids, as its pages show them. */
export async function shownRows<Page extends Call, Row extends object>(
  list: List<Page, Row>,
  ids: readonly number[],
  { db, language }: Pick<Caller<Account>, 'db' | 'language'>,
): Promise<Map<number, object>> {
  const rows: Row[] = await list
    .rows(db, {} as Filters<Page>, wholly)
    .where(list.tieBreak, 'in', ids)
    .execute();
  const completeRows = list.complete ? await list.complete(rows, db) : rows;
  return new Map(completeRows.map((row) => [(row as Row & { id: number }).id, list.present(row, language)]));
}

/** Throws for pages beyond the counted rows of a long list; a filter leads there. */
function requireReach<Page extends Call, Row extends object>(
  list: List<Page, Row>,
  { page = 1, size = 20 }: PageInput,
): void {
  const last = Math.ceil(maxCounted / size);
  if (list.long && page > last) throw badInput({ path: 'page', reason: 'too_large', params: { limit: last } });
}

/**
 * The queries of a page: the count, without joins that do not affect it; the rows of the page; and, if no index serves the
 * filters, how many rows were searched.
 */
export function pageQueries<Page extends Call<Type.TObject>, Row extends object>(
  list: List<Page, Row>,
  db: Kysely<Schema>,
  { page = 1, size = 20, sort, ...filters }: InputOf<Page> & PageInput,
): { readonly count: Query; readonly rows: Query; readonly searched: Query | undefined } {
  let candidates: Query | undefined;
  const within: Within = (rows) => {
    candidates = sorted(list, rows, sort).limit(maxSearched);
    return candidates as typeof rows;
  };
  const rows = list.rows(db, filters, within);
  return {
    count: list.long ? countOf(db, sorted(list, rows, sort).limit(maxCounted + 1)) : rows.clearSelect().select(total),
    rows: pageOf(list, rows, sort, size, (page - 1) * size),
    searched: candidates && countOf(db, candidates),
  };
}

/** From this offset on, rows are skipped in an index. */
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

/** Counts rows of a limited query, in its order: a sequential scan might begin with rows that do not match. */
const countOf = (db: Kysely<Schema>, first: Query): Query =>
  db.selectFrom(first.clearSelect().select(ksql`1`.as('one')).as('counted')).select(total);

const wholly: Within = (rows) => rows;

interface ExportInput extends PageInput {
  readonly format: 'xlsx' | 'csv';
  readonly columns?: string;
  readonly ids?: string;
}

/** Narrows to the selected rows, if any are. */
const onlyThese = <Page extends Call, Row extends object>(
  { tieBreak }: List<Page, Row>,
  rows: Query,
  ids: string | undefined,
): Query => (ids === undefined ? rows : rows.where(tieBreak, 'in', ids.split(',').map(idOf)));

/** An id as its column has it: most are numbers. */
const idOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

/** How many rows of an export are read and completed at once. */
const batch = 500;

function serveExport<Page extends Call, Row extends object>(
  { routes, answers, system, tables, timeZone }: ListServices,
  list: List<Page, Row>,
  call: Call,
): void {
  routes.serve<Call>(call, async (input, caller) => {
    const { format, columns, ids, sort, ...rest } = input as ExportInput;
    const filters = { ...rest, ...(await list.resolveFilters?.(rest as Filters<Page>, caller)) };
    // One query, hence one snapshot; on a connection of the pool for long work.
    const db = system.unhurried.seenBy(caller.account, tables);
    const query = list.rows(db, filters as Filters<Page>, wholly);
    const rows = sorted(list, onlyThese(list, query, ids), sort).stream(batch) as AsyncIterable<Row>;
    await sendTable(answers, caller, {
      list: list.name,
      format,
      timeZone: timeZone(),
      columns: chosen(list.columns ?? [], columns),
      rows: presented(list.completeExports ? completed(list, rows, caller.db) : rows, (row) =>
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
  if (!expression) throw new Error(`${list.name} cannot be sorted by ${sort}`);
  const direction = descending ? 'desc' : 'asc';
  return rows.orderBy(expression, direction).orderBy(list.tieBreak, direction);
}

async function* completed<Page extends Call, Row extends object>(
  { complete = async (rows) => rows }: List<Page, Row>,
  rows: AsyncIterable<Row>,
  db: Kysely<Schema>,
): AsyncGenerator<Row> {
  let group: Row[] = [];
  for await (const row of rows) {
    if (group.push(row) < batch) continue;
    yield* await complete(group, db);
    group = [];
  }
  yield* await complete(group, db);
}

async function* presented<Row, Out>(rows: AsyncIterable<Row>, present: (row: Row) => Out): AsyncGenerator<Out> {
  for await (const row of rows) yield present(row);
}

/** The requested columns in the requested order; all by default. */
function chosen(columns: readonly string[], wish: string | undefined): readonly string[] {
  const names = wish?.split(',') ?? columns;
  if (names.every((name) => columns.includes(name))) return names;
  throw badInput({ path: 'columns', reason: 'not_a_choice', params: { choices: columns } });
}

/** A LIKE pattern that finds `part` anywhere, with wildcards escaped. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** A LIKE pattern for a prefix, with wildcards escaped. */
export const beginning = (part: string): string => `${part.trim().replace(/[\\%_]/g, '\\$&')}%`;
