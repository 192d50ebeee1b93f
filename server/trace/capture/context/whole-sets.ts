import { type Range, union } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';
import { segmentsAround } from '../../state/issue-facts.ts';
import type { Ledger } from '../../state/ledger.ts';
import { allInside } from '../../state/ordered-sets.ts';
import type { EventInput } from './event-input.ts';

/**
 * The codes that have to be checked within a set that is confirmed, or whose confirmation is declared wrong, by its outermost
 * code: those that rows were written about, and one of each run of codes without rows. The ledger has read them.
 */
export type WholeSets = (outermost: number) => readonly number[];

export const noSets: WholeSets = () => [];

/** Finds these codes with five queries, whatever the number of sets and units, and reads them into the ledger. */
export async function wholeSets(sql: Connection, ledger: Ledger, inputs: readonly EventInput[]): Promise<WholeSets> {
  const sets = inputs.flatMap((input) => {
    const id = input.act === 'pack' || input.act === 'retract' ? input.parent : undefined;
    const code = id === undefined ? undefined : ledger.setCodeOf(id);
    return code?.depth === 0 ? [code] : [];
  });
  if (sets.length === 0) return noSets;
  const inside = new Map(sets.map((code) => [code.id, allInside(code)]));
  const ranges = union([...inside.values()].flat());
  const [segments, holds, ...acted] = await Promise.all([
    segmentsAround(sql, ranges),
    sql<{ code: number }[]>`select code from hold where released_at is null and (${within(sql, 'code', ranges)})`,
    writtenIn(sql, 'packing', 'child', ranges),
    writtenIn(sql, 'package', 'code', ranges),
    writtenIn(sql, 'event_code', 'code', ranges),
  ]);
  const spoken = [...holds, ...acted.flat()].map(({ code }) => code);
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
