import { type Found, find, maxFound, sounds } from '@suyuan/contract/thing/found.ts';
import { type Kysely, sql } from 'kysely';
import { type Account, holds, isOfEnterprise } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Query } from '../lists/declared-list.ts';
import { findsWords, holdsWords, soundsOf } from '../lists/search.ts';
import type { Routes } from '../serve/routes.ts';
import type { FoundRow, FoundThing } from './found.ts';

/** How many of the newest matching rows of a list are ranked. */
const maxLookedAt = 200;

/** Serves the search over all lists with a `*.found.ts`, in one statement, limited to what the caller may see. */
export function serveFind(routes: Routes, things: readonly FoundThing[]): void {
  routes.serve(find, async ({ words }, { account, db }) => {
    const phrase = spelt(words);
    const open = things.filter((thing) => mayOpen(account, thing));
    if (phrase === '' || open.length === 0) return [];
    const rows = await candidates(db, open, phrase);
    const group = Map.groupBy(rows, ({ at }) => at);
    return [...group]
      .map(([at, some]) => ({ thing: open[at] as FoundThing, best: ranked(phrase, onlyOnce(some)).slice(0, maxFound) }))
      .sort((one, other) => bestOf(phrase, one.best) - bestOf(phrase, other.best))
      .flatMap(({ thing, best }) => best.map((row) => asFound(thing, row)));
  });

  routes.serve(sounds, async ({ texts }) => texts.map(soundsOf));
}

/** Whether the account may open the screen of a list; only then its rows are searched. */
const mayOpen = (account: Account, { list }: FoundThing): boolean =>
  holds(account, [list.key]) && (list.page.parties !== 'enterprise' || isOfEnterprise(account));

interface Candidate extends FoundRow {
  /** The index of its thing among those searched. */
  readonly at: number;
}

async function candidates(db: Kysely<Schema>, things: readonly FoundThing[], words: string): Promise<Candidate[]> {
  const queries = things.flatMap((thing, at) => queriesOf(db, thing, at, words));
  const [first, ...others] = queries as [Query<Candidate>, ...Query<Candidate>[]];
  return others.reduce((all, next) => all.unionAll(next), first).execute();
}

/**
 * The queries for the newest rows with the words, and for the row whose code they are, which need not be among those. Each is a
 * sub-query in a `from` clause, with its own order and limit.
 */
function queriesOf(db: Kysely<Schema>, thing: FoundThing, at: number, words: string): Query<Candidate>[] {
  const { table, title, code, few, only = (rows: Query) => rows } = thing;
  const rows = () =>
    only(db.selectFrom(db.dynamic.table(table).as(table))).select([
      sql<number>`${at}::int`.as('at'),
      `${table}.id as id`,
      `${table}.${title} as title`,
      (code ? sql<string | null>`${sql.ref(`${table}.${code}`)}` : sql<string | null>`null::text`).as('code'),
    ]);
  const holding = rows()
    .where((few ? holdsWords : findsWords)(table, words))
    .orderBy(`${table}.id`, 'desc')
    .limit(maxLookedAt);
  const exact = rows().where(sql`lower(${sql.ref(`${table}.${code ?? title}`)})`, '=', words);
  return (few ? [holding] : [holding, exact]).map((query) =>
    db.selectFrom(query.as('found')).selectAll('found').$castTo<Candidate>(),
  );
}

function onlyOnce(rows: readonly Candidate[]): Candidate[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

const bestOf = (words: string, [best]: readonly FoundRow[]): number => (best ? rankOf(words, best) : Infinity);

function asFound({ list, shownOn }: FoundThing, row: FoundRow): Found {
  const { id, title, code } = row;
  const query = shownOn?.query(row) ?? { keyword: code ?? title };
  return {
    list: list.list,
    id,
    title,
    code: code === title ? null : code,
    screen: shownOn?.screen ?? list.key,
    query: `${new URLSearchParams(query)}`,
  };
}

/** The parts of a row that determine its rank. */
interface Named {
  readonly id: number;
  readonly title: string;
  readonly code: string | null;
}

/**
 * Sorts rows that matched: first exact codes, then exact titles, then those that begin with the words (codes before titles),
 * those that contain them, and those that only sound like them. The newest come first among equals.
 */
export function ranked<Row extends Named>(words: string, rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, rank: rankOf(words, row) }))
    .sort((one, other) => one.rank - other.rank || other.row.id - one.row.id)
    .map(({ row }) => row);
}

/** The rank of a row, 0 to 5; 0 is best. */
function rankOf(words: string, { title, code }: Named): number {
  const phrase = spelt(words);
  const [name, number] = [spelt(title), spelt(code ?? '')];
  if (number === phrase) return 0;
  if (name === phrase) return 1;
  if (number.startsWith(phrase)) return 2;
  if (name.startsWith(phrase)) return 3;
  if (name.includes(phrase) || number.includes(phrase)) return 4;
  return 5;
}

/** Normalises a text for comparison: compatibility form (NFKC), lower case, single spaces. */
const spelt = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
