import type { Connection } from '#platform/database/database.ts';
import { covering, isDense, issuedAround, rangesAround } from './issue-facts.ts';
import { orderedSets, setCodeAmong, setsNamedBy } from './ordered-sets.ts';

/** A run of codes that were issued alike: same order, same segment. */
interface Run {
  readonly first_id: number;
  readonly last_id: number;
  /** The code that is read and checked in place of all of them. */
  readonly representative: number;
}

/**
 * Representatives: codes that no row was written about and that were issued alike have the same state, so one of them is read and
 * checked in place of thousands.
 */
export class Representatives {
  /** All codes that were examined, sorted. */
  readonly named: Float64Array;
  readonly #runs: readonly Run[];
  readonly #single: ReadonlySet<number>;
  #last: Run | undefined;

  private constructor(codes: Float64Array, runs: readonly Run[], single: ReadonlySet<number>) {
    this.named = codes;
    this.#runs = runs;
    this.#single = single;
  }

  /**
   * Examines `codes`, which is sorted. A code that is named twice gets no representative. Returns undefined if the codes lie too far
   * apart for range queries to pay.
   */
  static async among(sql: Connection, codes: Float64Array): Promise<Representatives | undefined> {
    const repeated = repeatedIn(codes);
    const ids = repeated.size === 0 ? codes : codes.filter((id) => !repeated.has(id));
    const ranges = rangesAround(ids, 64);
    if (!isDense(ids, ranges)) return undefined;
    const spoken = (table: string, column: string) =>
      ranges.map(
        ({ first, last }) => sql<{ code: number }[]>`
          select ${sql(column)} as code from ${sql(table)} where ${sql(column)} between ${first} and ${last}`,
      );
    const [issued, ...rows] = await Promise.all([
      issuedAround(sql, ids),
      ...spoken('packing', 'child'),
      ...spoken('package', 'code'),
      ...spoken('event_code', 'code'),
      ...spoken('hold', 'code'),
    ]);
    const single = new Set(repeated);
    for (const { code } of rows.flat()) single.add(code);
    for (const code of await ofConfirmedSets(sql, ids, issued)) single.add(code);
    return new Representatives(codes, runsOf(ids, single, issued), single);
  }

  /** The representative of a code; undefined if the code has to be read itself. */
  of(id: number): number | undefined {
    if (this.#single.size > 0 && this.#single.has(id)) return undefined;
    // Consecutive calls are mostly about the same run.
    if (!this.#last || id < this.#last.first_id || id > this.#last.last_id) this.#last = covering(this.#runs, id);
    return this.#last?.representative;
  }

  /** The common representative of all `ids`; undefined if they have none. If there is one, no id is repeated. */
  ofAll(ids: readonly number[]): number | undefined {
    const [first] = ids;
    const representative = first === undefined ? undefined : this.of(first);
    if (representative === undefined || this.#last === undefined) return undefined;
    const { first_id, last_id } = this.#last;
    const hasSingle = this.#single.size > 0;
    for (const id of ids) if (id < first_id || id > last_id || (hasSingle && this.#single.has(id))) return undefined;
    return representative;
  }

  /** The codes to read for packing events: the parents, and children or their representatives. */
  lookedAtIn(events: Iterable<{ readonly parent: number; readonly children: readonly number[] }>): Set<number> {
    const lookedAt = new Set<number>();
    for (const { parent, children } of events) {
      lookedAt.add(parent);
      for (const id of this.lookedAtFor(children)) lookedAt.add(id);
    }
    return lookedAt;
  }

  /** The codes to read in place of `ids`. */
  lookedAtFor(ids: readonly number[]): readonly number[] {
    const representative = this.ofAll(ids);
    return representative === undefined ? ids.map((id) => this.of(id) ?? id) : [representative];
  }
}

/** The codes that occur more than once in a sorted list. */
function repeatedIn(sorted: Float64Array): Set<number> {
  const repeated = new Set<number>();
  for (let at = 1; at < sorted.length; at++) if (sorted[at] === sorted[at - 1]) repeated.add(sorted[at] as number);
  return repeated;
}

type Issued = Awaited<ReturnType<typeof issuedAround>>;

/** Those of `ids` that belong to a set that was confirmed, even if that was declared wrong since: events name them. */
async function ofConfirmedSets(sql: Connection, ids: Float64Array, { orders }: Issued): Promise<number[]> {
  const sets = await orderedSets(sql, [...new Set(orders.flatMap(({ set_id }) => set_id ?? []))]);
  if (sets.length === 0) return [];
  const codes = Array.from(ids).flatMap((id) => setCodeAmong(sets, id) ?? []);
  const events = await setsNamedBy(sql, [...new Set(codes.map(({ outermost }) => outermost))]);
  const confirmed = new Set(events.filter(({ confirms }) => confirms).map(({ code }) => code));
  return codes.filter(({ outermost }) => confirmed.has(outermost)).map(({ id }) => id);
}

function runsOf(ids: Float64Array, single: ReadonlySet<number>, { orders, segments }: Issued): Run[] {
  const runs: Run[] = [];
  const representatives = new Map<string, number>();
  let end = Number.NEGATIVE_INFINITY;
  for (const id of ids) {
    if (id <= end || single.has(id)) continue;
    const order = covering(orders, id);
    if (!order) continue;
    const segment = covering(segments, id);
    const next = segments.find(({ first_id }) => first_id > id)?.first_id ?? Number.POSITIVE_INFINITY;
    end = Math.min(order.last_id, segment?.last_id ?? next - 1);
    const representative = representatives.getOrInsert(`${order.first_id} ${segment?.first_id}`, id);
    runs.push({ first_id: id, last_id: end, representative });
  }
  return runs;
}
