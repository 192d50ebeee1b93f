import type { Connection } from '#platform/database/database.ts';
import type { GoodsUnits } from '#trace/goods.ts';
import { CodeRecords } from '#trace/state/code-records.ts';
import { goodsAt } from '#trace/state/goods-at.ts';
import { Holds, holdableOf } from '#trace/state/holds.ts';

/** Which goods are on hold, for many codes at once. */
export class HeldCodes {
  readonly #holds: Holds;
  /** Codes that were released one by one, which are judged one by one: whether they are held. */
  readonly #released: ReadonlyMap<number, boolean>;
  /** Codes that are held themselves, and the packages around them. */
  readonly #own: ReadonlySet<number>;
  readonly #around: ReadonlySet<number>;
  /** What lies at places that are held. */
  readonly #there: ReadonlySet<number>;

  private constructor(parts: {
    readonly holds: Holds;
    readonly released: ReadonlyMap<number, boolean>;
    readonly own: ReadonlySet<number>;
    readonly around: ReadonlySet<number>;
    readonly there: ReadonlySet<number>;
  }) {
    this.#holds = parts.holds;
    this.#released = parts.released;
    this.#own = parts.own;
    this.#around = parts.around;
    this.#there = parts.there;
  }

  static async read(sql: Connection, places: readonly number[], products: readonly number[]): Promise<HeldCodes> {
    const holds = await Holds.read(sql);
    const none = new Set<number>();
    if (holds.none) return new HeldCodes({ holds, released: new Map(), own: none, around: none, there: none });
    const rows = await sql<{ code: number }[]>`
      select code from hold where exempts and released_at is null and code is not null`;
    const records = new CodeRecords(sql);
    await records.read([...holds.codes, ...rows.map(({ code }) => code)]);
    const own = records.among(holds.codes).filter((record) => holds.heldBy(holdableOf(records, record)));
    const released = records
      .among(rows.map(({ code }) => code))
      .map((record) => [record.id, holds.heldBy(holdableOf(records, record)) !== undefined] as const);
    const heldPlaces = places.filter((place) => holds.heldBy({ codes: [], lots: [], place }));
    const there = [];
    for (const productId of products) there.push(...(await goodsAt(sql, heldPlaces, { productId })));
    return new HeldCodes({
      holds,
      released: new Map(released),
      own: new Set(own.map(({ id }) => id)),
      around: new Set(own.flatMap((record) => records.above(record).map(({ id }) => id))),
      there: new Set(there.map(({ code }) => code)),
    });
  }

  /** Whether goods are held, or a package has something held in it. */
  has(code: number, goods: readonly GoodsUnits[]): boolean {
    if (this.#around.has(code)) return true;
    const released = this.#released.get(code);
    if (released !== undefined) return released;
    if (this.#own.has(code) || this.#there.has(code)) return true;
    const lots = goods.flatMap(({ lotId }) => lotId ?? []);
    return this.#holds.heldBy({ codes: [], lots, place: null }) !== undefined;
  }

  /** Whether what lies in a package is held with it. */
  holdsWithin(code: number): boolean {
    return this.#own.has(code) || (this.#there.has(code) && !this.#released.has(code));
  }
}
