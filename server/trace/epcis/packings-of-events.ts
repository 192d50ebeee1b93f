import { numbersIn } from '@suyuan/codes/sets/ranges.ts';
import { childIdsOf } from '@suyuan/codes/sets/sets.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { successionsOf } from '../flow/events-about.ts';
import { setCodeAmong, setsOfCodes } from '../state/ordered-sets.ts';

/** What an event put into one package, or took out of it. */
export interface Packing {
  readonly event: number;
  readonly parent: number;
  readonly children: number[];
}

export interface PackingsOfEvents {
  readonly added: readonly Packing[];
  readonly removed: readonly Packing[];
  /** The packings that follow from confirming a set: nobody saw their children. */
  readonly inferred: readonly Packing[];
}

interface PackingRow {
  readonly child: number;
  readonly parent: number;
  readonly packed_by: number;
  readonly undone_by: number | null;
}

/** An event that confirmed a set by its outermost code. */
export interface Confirmed {
  readonly event: number;
  readonly outermost: number;
}

/** What events put into packages, and took out of them: all of it, for every caller, because an event is the same in every document. */
export async function packingsOfEvents(
  sql: Connection,
  events: ReadonlySet<number>,
  parents: readonly number[],
  confirmed: readonly Confirmed[],
): Promise<PackingsOfEvents> {
  const [rows, successions, inferred] = await Promise.all([
    packingsIn(sql, parents),
    successionsOf(sql, parents),
    impliedBy(sql, parents, confirmed),
  ]);
  const implied = new Set(inferred.map(({ event, parent }) => `${event} ${parent}`));
  const [added, removed] = [new Gathered(), new Gathered()];
  for (const { child, parent, packed_by, undone_by } of rows) {
    // A successor took over what had been packed before it was there.
    const came = Math.max(packed_by, successions.get(parent)?.event ?? 0);
    if (events.has(came) && !implied.has(`${came} ${parent}`)) added.add(came, parent, child);
    if (undone_by !== null && events.has(undone_by)) removed.add(undone_by, parent, child);
  }
  return { added: added.all(), removed: removed.all(), inferred };
}

const packingsIn = (sql: Connection, parents: readonly number[]) => sql<PackingRow[]>`
  select child, parent, packed_by, null::bigint as undone_by from packing where parent ${among(sql, parents)}
  union all
  select child, parent, packed_by, undone_by from packing_past where parent ${among(sql, parents)}`;

/** Each package of a confirmed set with all its children, which follow from the numbers of the codes. */
async function impliedBy(
  sql: Connection,
  parents: readonly number[],
  confirmed: readonly Confirmed[],
): Promise<Packing[]> {
  if (confirmed.length === 0) return [];
  const sets = await setsOfCodes(sql, parents);
  return parents
    .flatMap((id) => setCodeAmong(sets, id) ?? [])
    .toSorted((a, b) => a.depth - b.depth)
    .flatMap(({ id, sets: own, outermost }) => {
      const range = childIdsOf(own, id);
      const children = range ? numbersIn(range) : [];
      return confirmed
        .filter((one) => one.outermost === outermost && children.length > 0)
        .map(({ event }) => ({ event, parent: id, children }));
    });
}

/** Children by event and package. */
class Gathered {
  readonly #packings = new Map<string, Packing>();

  add(event: number, parent: number, child: number): void {
    this.#packings.getOrInsert(`${event} ${parent}`, { event, parent, children: [] }).children.push(child);
  }

  all(): Packing[] {
    return [...this.#packings.values()].map((one) => ({ ...one, children: one.children.toSorted((a, b) => a - b) }));
  }
}
