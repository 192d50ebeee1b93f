import type { Expression, SelectQueryBuilder } from 'kysely';
import { type Kysely, sql as ksql } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import type { Account, Caller } from './caller.ts';
import { sendTable } from './export.ts';
import type { Language } from './language.ts';
import { badInput } from './refusal.ts';
import type { Schema } from './schema.ts';
import type { Services } from './services.ts';

// biome-ignore lint/suspicious/noExplicitAny: which tables are joined is each list's own affair
type Query = SelectQueryBuilder<any, any, any>;

/** A list of the console: its page call, its export call, and the one query both are made of. */
export interface List<Page extends Call, Row extends object> {
  /** Key of the list's screen: titles of its columns are the texts `<name>.<column>`. */
  readonly name: string;
  readonly page: Page;
  readonly export?: Call;
  /** Rows that the filters of the input let through, unsorted. */
  readonly rows: (db: Kysely<Schema>, filters: Omit<InputOf<Page>, 'page' | 'size' | 'sort'>) => Query;
  /** What each key of the call's `sort` sorts by. */
  readonly sort: Record<string, Expression<unknown>>;
  readonly defaultSort: string;
  /** Makes equal rows keep their order from page to page. */
  readonly tieBreak: Expression<unknown>;
  readonly present: (row: Row, language: Language) => (OutputOf<Page> & { rows: object[] })['rows'][number];
  /** Columns of the export, in order. */
  readonly columns?: readonly string[];
}

interface PageInput {
  page?: number;
  size?: number;
  sort?: string;
}

export function serveList<Page extends Call<Type.TObject>, Row extends object>(
  services: Services,
  list: List<Page, Row>,
): void {
  const { routes } = services;
  routes.serve(list.page, (async (input: InputOf<Page> & PageInput, { db, language }: Caller<Account>) => {
    const { count, rows } = pageQueries(list, db, input);
    const [{ total }, found] = await Promise.all([
      count.executeTakeFirstOrThrow() as Promise<{ total: number }>,
      rows.execute(),
    ]);
    return { rows: found.map((row) => list.present(row as Row, language)), total };
  }) as never);
  if (list.export) serveExport(services, list, list.export);
}

/** The two queries of a page: how many rows there are, without what is joined by keys alone, and those of the page. */
export function pageQueries<Page extends Call<Type.TObject>, Row extends object>(
  list: List<Page, Row>,
  db: Kysely<Schema>,
  { page = 1, size = 20, sort, ...filters }: InputOf<Page> & PageInput,
): { readonly count: Query; readonly rows: Query } {
  const rows = list.rows(db, filters as never);
  return {
    count: rows.clearSelect().select(ksql<number>`count(*)`.as('total')),
    rows: sorted(list, rows, sort)
      .limit(size)
      .offset((page - 1) * size),
  };
}

function serveExport<Page extends Call, Row extends object>(
  { routes, timeZone }: Services,
  list: List<Page, Row>,
  call: Call,
): void {
  routes.serve(call, (async (input: object, caller: Caller<Account>) => {
    const { format, columns, sort, ...filters } = input as { format: 'xlsx' | 'csv'; columns?: string } & PageInput;
    const rows = sorted(list, list.rows(caller.db, filters as never), sort).stream(500);
    await sendTable(caller, {
      list: list.name,
      format,
      timeZone: timeZone(),
      columns: chosen(list.columns ?? [], columns),
      rows: presented(rows as AsyncIterable<Row>, (row) => list.present(row, caller.language)),
    });
    return null;
  }) as never);
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
