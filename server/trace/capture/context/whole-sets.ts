import { type Range, union } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';
import { segmentsAround } from '../../state/issue-facts.ts';
import type { Ledger } from '../../state/ledger.ts';
import { allInside } from '../../state/ordered-sets.ts';
import { Representatives } from '../../state/representatives.ts';
import type { EventInput, PackEvent } from './event-input.ts';

/**
 * The codes that have to be checked within a set that is confirmed, or whose confirmation is declared wrong, by its outermost
 * code: those that rows were written about, and one of each run of codes without rows. The ledger has read them.
 */
export type WholeSets = (outermost: number) => readonly number[];

export const noSets: WholeSets = () => [];

/** Whether an event confirms a set: it packs a code and names no children. */
export const confirmsSet = (input: EventInput): boolean => input.act === 'pack' && input.children.length === 0;

/** Finds these codes with five queries, whatever the number of sets and units, and reads them into the ledger. */
export async function wholeSets(sql: Connection, ledger: Ledger, inputs: readonly EventInput[]): Promise<WholeSets> {
  const sets = inputs.flatMap((input) => {
    const id = input.act === 'retract' || confirmsSet(input) ? parentOf(input) : undefined;
    const code = id === undefined ? undefined : ledger.setCodeOf(id);
    return code?.depth === 0 ? [code] : [];
  });
  if (sets.length === 0) return noSets;
  const inside = new Map(sets.map((code) => [code.id, allInside(code)]));
  const ranges = union([...inside.values()].flat());
  const [segments, held, ...acted] = await Promise.all([
    segmentsAround(sql, ranges),
    sql<{ code: number }[]>`select code from hold where released_at is null and (${within(sql, 'code', ranges)})`,
    writtenIn(sql, 'packing', 'child', ranges),
    writtenIn(sql, 'package', 'code', ranges),
    writtenIn(sql, 'event_code', 'code', ranges),
  ]);
  const spoken = [...held, ...acted.flat()].map(({ code }) => code);
  const edges = segments.flatMap(({ first_id, last_id }) => [first_id, last_id + 1]);
  const lookedAt = new Map(
    sets.map((code): [number, number[]] => {
      const own = inside.get(code.id) ?? [];
      return [code.id, [...own.map(({ first }) => first), ...among(own, edges), ...among(own, spoken)]];
    }),
  );
  await ledger.read([...lookedAt.values()].flat());
  return (id) => [...new Set(lookedAt.get(id))];
}

const parentOf = (input: EventInput): number | undefined =>
  input.act === 'pack' || input.act === 'retract' ? input.parent : undefined;

const writtenIn = (sql: Connection, table: string, column: string, ranges: readonly Range[]) =>
  sql<{ code: number }[]>`
    select distinct ${sql(column)} as code from ${sql(table)} where ${within(sql, column, ranges)}`;

/** Whether a column is in one of some ranges, of which there is at least one. */
const within = (sql: Connection, column: string, ranges: readonly Range[]) =>
  ranges
    .map(({ first, last }) => sql`${sql(column)} between ${first} and ${last}`)
    .reduce((any, one) => sql`${any} or ${one}`);

const among = (ranges: readonly Range[], codes: readonly number[]): number[] =>
  codes.filter((code) => ranges.some(({ first, last }) => code >= first && code <= last));

/** With fewer codes, looking for representatives costs as much as reading each code. */
const few = 500;

/**
 * Finds codes with the same state among those that are packed; undefined if representatives do not pay, or if any event is not a packing
 * that names its children. A code that is named twice is not represented: the first event changes what the second one sees.
 */
export async function representativesIn(
  sql: Connection,
  inputs: readonly EventInput[],
): Promise<Representatives | undefined> {
  const packed = inputs.flatMap((input) => (input.act === 'pack' && !confirmsSet(input) ? input : []));
  if (packed.length < inputs.length) return undefined;
  const named = namedBy(packed).sort();
  if (named.length < few) return undefined;
  return Representatives.among(sql, named);
}

/** All codes that events name, as numbers outside the heap: they may be tens of thousands. */
function namedBy(inputs: readonly PackEvent[]): Float64Array {
  const named = new Float64Array(inputs.reduce((sum, { children }) => sum + children.length + 1, 0));
  let at = 0;
  for (const { parent, children } of inputs) {
    named[at] = parent;
    named.set(children, at + 1);
    at += children.length + 1;
  }
  return named;
}
