import type { Connection } from '../../platform/database/database.ts';
import { isDense, rangesAround } from './record/code-ranges.ts';
import { covering, issuedAround } from './record/issue-facts.ts';
import { orderedSets, setCodeAmong } from './sets/ordered-sets.ts';
import { namingSets } from './sets/set-acts.ts';

/** Codes that issuing says the same of. */
interface Run {
  readonly first_id: number;
  readonly last_id: number;
  /** The one of them that stands for all. */
  readonly standIn: number;
}

/**
 * Codes of which nothing is written, and of which issuing says the same: what holds of one of them holds of all, so that one
 * is read and looked at in the place of thousands.
 */
export class AlikeCodes {
  /** All of the codes that they were looked for among, in their order. */
  readonly named: Float64Array;
  readonly #runs: readonly Run[];
  readonly #single: ReadonlySet<number>;
  #last: Run | undefined;

  private constructor(named: Float64Array, runs: readonly Run[], single: ReadonlySet<number>) {
    this.named = named;
    this.#runs = runs;
    this.#single = single;
  }

  /** Among codes in their order, and none of those that are named more than once. Where they lie far apart, none is taken to be like another. */
  static async among(sql: Connection, named: Float64Array): Promise<AlikeCodes | undefined> {
    const repeated = repeatedIn(named);
    const ids = repeated.size === 0 ? named : named.filter((id) => !repeated.has(id));
    const ranges = rangesAround(ids, 64);
    if (!isDense(ids, ranges)) return undefined;
    const spoken = (table: string, column: string) =>
      ranges.map(
        ({ first, last }) => sql<{ code: number }[]>`
          select ${sql(column)} as code from ${sql(table)} where ${sql(column)} between ${first} and ${last}`,
      );
    const [issued, ...written] = await Promise.all([
      issuedAround(sql, ids),
      ...spoken('packing', 'child'),
      ...spoken('package', 'code'),
      ...spoken('event_code', 'code'),
      ...spoken('hold', 'code'),
    ]);
    const single = new Set(repeated);
    for (const { code } of written.flat()) single.add(code);
    for (const code of await ofConfirmedSets(sql, ids, issued)) single.add(code);
    return new AlikeCodes(named, runsOf(ids, single, issued), single);
  }

  /** The code that stands for one; undefined where that has to be looked at by itself. */
  standInOf(id: number): number | undefined {
    if (this.#single.size > 0 && this.#single.has(id)) return undefined;
    // Those that are asked for together mostly lie together.
    if (!this.#last || id < this.#last.first_id || id > this.#last.last_id) this.#last = covering(this.#runs, id);
    return this.#last?.standIn;
  }

  /** The code that stands for all of some; undefined where there is no such one. None of them is there twice. */
  standInOfAll(ids: readonly number[]): number | undefined {
    const [first] = ids;
    const standIn = first === undefined ? undefined : this.standInOf(first);
    if (standIn === undefined || this.#last === undefined) return undefined;
    const { first_id, last_id } = this.#last;
    const hasSingle = this.#single.size > 0;
    for (const id of ids) if (id < first_id || id > last_id || (hasSingle && this.#single.has(id))) return undefined;
    return standIn;
  }

  /** The codes that are looked at for acts that pack some into others. */
  lookedAtIn(acts: Iterable<{ readonly parent: number; readonly children: readonly number[] }>): Set<number> {
    const lookedAt = new Set<number>();
    for (const { parent, children } of acts) {
      lookedAt.add(parent);
      for (const id of this.lookedAtFor(children)) lookedAt.add(id);
    }
    return lookedAt;
  }

  /** The codes that are looked at for some: of those that are alike the one that stands for them. */
  lookedAtFor(ids: readonly number[]): readonly number[] {
    const standIn = this.standInOfAll(ids);
    return standIn === undefined ? ids.map((id) => this.standInOf(id) ?? id) : [standIn];
  }
}

/** Codes that stand in a sorted list more than once. */
function repeatedIn(sorted: Float64Array): Set<number> {
  const repeated = new Set<number>();
  for (let at = 1; at < sorted.length; at++) if (sorted[at] === sorted[at - 1]) repeated.add(sorted[at] as number);
  return repeated;
}

type Issued = Awaited<ReturnType<typeof issuedAround>>;

/** Codes that lie somewhere by the arithmetic of their sets, or did; no query where none is of a set. */
async function ofConfirmedSets(sql: Connection, ids: Float64Array, { orders }: Issued): Promise<number[]> {
  const sets = await orderedSets(sql, [...new Set(orders.flatMap(({ set_id }) => set_id ?? []))]);
  if (sets.length === 0) return [];
  const codes = Array.from(ids).flatMap((id) => setCodeAmong(sets, id) ?? []);
  const named = await namingSets(sql, [...new Set(codes.map(({ outermost }) => outermost))]);
  const confirmed = new Set(named.filter(({ confirms }) => confirms).map(({ code }) => code));
  return codes.filter(({ outermost }) => confirmed.has(outermost)).map(({ id }) => id);
}

function runsOf(ids: Float64Array, single: ReadonlySet<number>, { orders, segments }: Issued): Run[] {
  const runs: Run[] = [];
  const standIns = new Map<string, number>();
  let end = Number.NEGATIVE_INFINITY;
  for (const id of ids) {
    if (id <= end || single.has(id)) continue;
    const order = covering(orders, id);
    if (!order) continue;
    const segment = covering(segments, id);
    const next = segments.find(({ first_id }) => first_id > id)?.first_id ?? Number.POSITIVE_INFINITY;
    end = Math.min(order.last_id, segment?.last_id ?? next - 1);
    const standIn = standIns.getOrInsert(`${order.first_id} ${segment?.first_id}`, id);
    runs.push({ first_id: id, last_id: end, standIn });
  }
  return runs;
}
