import { intersect, type Range, rangesOf, union } from '@suyuan/codes/sets/ranges.ts';
import { countPerSet, depthOf, depthsOf, inside, rangeAt } from '@suyuan/codes/sets/sets.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { type OrderedSets, orderedSets, roleNumbers, setCodeAmong, setsNamedBy, setsOfCodes } from './ordered-sets.ts';
import { impliedAmong } from './package-contents.ts';

/**
 * The parts of `ranges` (disjoint and sorted) whose codes belong to confirmed sets. With a condition on `trace_event e`, only of
 * those that an event confirmed for which it holds.
 */
export async function confirmedIn(
  sql: Connection,
  ranges: readonly Range[],
  condition: Fragment = sql`true`,
): Promise<Range[]> {
  const parts: Range[] = [];
  for (const sets of await setsIn(sql, ranges)) {
    const numbers = Array.from({ length: depthsOf(sets) }, (_, depth) => numbersOfSets(sets, depth, ranges)).flat();
    const confirmed = await confirmedOutermost(sql, sets, union(numbers), condition);
    parts.push(...confirmed.flatMap((set) => codesOfSets(sets, set)));
  }
  return intersect(union(parts), ranges);
}

async function setsIn(sql: Connection, ranges: readonly Range[]): Promise<OrderedSets[]> {
  if (ranges.length === 0) return [];
  const rows = await sql<{ set_id: number }[]>`
    select distinct o.set_id
    from code_order o
    join unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as r (first, last)
      on o.first_id <= r.last and o.last_id >= r.first
    where o.set_id is not null`;
  return orderedSets(
    sql,
    rows.map(({ set_id }) => set_id),
  );
}

/** The numbers, from 0, of the sets that the codes of one depth in `ranges` belong to. */
function numbersOfSets(sets: OrderedSets, depth: number, ranges: readonly Range[]): Range[] {
  const all = rangeAt(sets, depth);
  const size = countPerSet(sets, depth);
  return intersect([all], ranges).map(({ first, last }) => ({
    first: Math.floor((first - all.first) / size),
    last: Math.floor((last - all.first) / size),
  }));
}

/** Which of these sets, numbered from 0, were confirmed by an event that was not declared wrong. */
async function confirmedOutermost(
  sql: Connection,
  sets: OrderedSets,
  numbers: readonly Range[],
  condition: Fragment,
): Promise<Range[]> {
  const { first } = rangeAt(sets, 0);
  const confirmed: number[] = [];
  for (const range of numbers) {
    const rows = await sql<NamedSet[]>`
      select code, event_id from event_code
      where naming = ${roleNumbers.set} and code between ${first + range.first} and ${first + range.last}`;
    for (const code of await notWrong(sql, rows, condition)) confirmed.push(code - first);
  }
  return rangesOf(confirmed);
}

interface NamedSet {
  readonly code: number;
  readonly event_id: number;
}

/** The codes whose naming event, `e`, was not declared wrong, and fulfils the condition. */
async function notWrong(
  sql: Connection,
  sets: readonly NamedSet[],
  condition: Fragment = sql`true`,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select e.id from trace_event e
    where e.id = any(${sets.map(({ event_id }) => event_id)}::bigint[]) and ${condition}
      and not exists (select from trace_event w where w.corrects = e.id)`;
  const ids = new Set(rows.map(({ id }) => id));
  return sets.flatMap(({ code, event_id }) => (ids.has(event_id) ? [code] : []));
}

/** How many packages of a level lie in an outermost package. */
export interface LevelCount {
  readonly outermost: number;
  readonly level: number;
  readonly packages: number;
}

/** How many packages of each level are implied within some outermost packages: they have no row of `package`. */
export async function impliedPackageCounts(sql: Connection, packages: readonly number[]): Promise<LevelCount[]> {
  const all = await setsOfCodes(sql, packages);
  const outermost = packages.filter((code) => setCodeAmong(all, code)?.depth === 0);
  if (outermost.length === 0) return [];
  const confirmed = new Set(
    await notWrong(
      sql,
      (await setsNamedBy(sql, outermost)).filter(({ confirms }) => confirms),
    ),
  );
  const counts: LevelCount[] = [];
  for (const sets of all) {
    const ofSets = outermost.filter((code) => confirmed.has(code) && depthOf(sets, code) === 0);
    for (const depth of sets.perParent.keys()) {
      if (depth === 0) continue;
      const bySet = Map.groupBy(await keptAt(sql, sets, depth), (code) => setCodeAmong([sets], code)?.outermost);
      for (const code of ofSets) {
        const count = countPerSet(sets, depth) - (bySet.get(code)?.length ?? 0);
        counts.push({ outermost: code, level: sets.levels[depth] ?? 1, packages: count });
      }
    }
  }
  return counts;
}

/** Packages of a depth whose state comes from rows, not from the set. */
async function keptAt(sql: Connection, sets: OrderedSets, depth: number): Promise<number[]> {
  const { first, last } = rangeAt(sets, depth);
  const rows = await sql<{ code: number }[]>`
    select code from package where code between ${first} and ${last}
    union select code from event_code where code between ${first} and ${last}`;
  const codes = rows.map(({ code }) => code);
  // A row of an event that was declared wrong does not count.
  const implied = new Set((await impliedAmong(sql, codes)).map(({ id }) => id));
  return codes.filter((code) => !implied.has(code));
}

/** All codes of consecutive sets, as one range for each depth. */
const codesOfSets = (sets: OrderedSets, { first, last }: Range): Range[] =>
  Array.from({ length: depthsOf(sets) }, (_, depth) => {
    const { first: begin } = rangeAt(sets, depth);
    return { first: begin + inside(sets, 0, first, depth).first, last: begin + inside(sets, 0, last, depth).last };
  });
