import { numbersIn } from '@suyuan/codes/sets/ranges.ts';
import { childIdsOf } from '@suyuan/codes/sets/sets.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from './code-record.ts';
import { CodeRecords } from './code-records.ts';
import { type HeldBy, type HoldDocument, Holds, holdableOf, type Kept } from './holds.ts';
import { type SetCode, setCodeAmong } from './ordered-sets.ts';

/**
 * The records of codes with the holds in force, read once for a group of events. Each event is checked against the records and changes
 * them, so that the next one sees what the events before it have left.
 */
export class Ledger extends CodeRecords {
  readonly #sql: Connection;
  #holds: Holds | undefined;
  /** The codes that are held themselves, as far as they were read. */
  readonly #heldCodes: number[] = [];

  constructor(sql: Connection, without?: ReadonlySet<number>) {
    super(sql, without);
    this.#sql = sql;
  }

  /** The same as of all records; the first time with the holds. */
  override async read(ids: Iterable<number>): Promise<void> {
    const codes = Array.from(ids);
    if (codes.length === 0) return;
    [this.#holds] = await Promise.all([this.#holds ?? Holds.read(this.#sql), super.read(codes)]);
  }

  /** The codes of a set, below its outermost code, that were read. */
  insideSet({ sets, id }: SetCode): { readonly record: CodeRecord; readonly code: SetCode }[] {
    return Iterator.from(this.all())
      .flatMap((record) => {
        const code = setCodeAmong([sets], record.id);
        return code?.outermost === id && code.depth > 0 ? [{ record, code }] : [];
      })
      .toArray();
  }

  /** Reads the children of packages that were read themselves. */
  async readContents(parents: readonly number[]): Promise<void> {
    if (parents.length === 0) return;
    const rows = await this.#sql<{ child: number }[]>`
      select child from packing where parent = any(${parents as number[]}::bigint[])`;
    await this.read([...rows.map(({ child }) => child), ...this.#childrenInSets(parents)]);
  }

  /** The children of a package by id, as the events before have left it; `readContents` has to have read them. */
  childrenOf(parent: number): CodeRecord[] {
    return [...this.all()].filter((record) => record.parent === parent).sort((a, b) => a.id - b.id);
  }

  #childrenInSets(parents: readonly number[]): number[] {
    return parents.flatMap((id) => {
      const code = this.setCodeOf(id);
      const children = code ? childIdsOf(code.sets, id) : undefined;
      return children ? numbersIn(children) : [];
    });
  }

  /** What the goods are held by: their code or a package around it, the lot of any of them, or where they are. */
  heldBy(record: CodeRecord): HeldBy | undefined {
    return this.#held?.heldBy(holdableOf(this, record));
  }

  /** Reads the codes that are held themselves, with the packages around them: `heldWithin` returns these. */
  async readHeld(): Promise<void> {
    const codes = this.#held?.codes ?? [];
    await this.read(codes);
    this.#heldCodes.push(...codes);
  }

  /** What something in a package is held by; undefined if nothing in it is. */
  heldWithin(around: CodeRecord): HeldBy | undefined {
    for (const code of around.contents ? this.#heldCodes : []) {
      const record = this.get(code);
      const hold = record && this.above(record).includes(around) ? this.heldBy(record) : undefined;
      if (hold) return hold;
    }
    return undefined;
  }

  isHeldFor(document: HoldDocument, record: CodeRecord): boolean {
    return this.#held?.isHeldFor(document, holdableOf(this, record)) ?? false;
  }

  /** What the goods are on hold for, and what has released them by their code or that of a package around it. */
  holdsOn(record: CodeRecord): ReturnType<Holds['documentsOf']> {
    return this.#held?.documentsOf(holdableOf(this, record)) ?? { holding: [], releasing: [] };
  }

  /** Goods are on hold from now on. */
  keep(document: HoldDocument, goods: Kept): void {
    this.#holds?.keep(document, goods);
    this.#heldCodes.push(...(goods.codes ?? []));
  }

  /** A hold on goods is lifted. */
  letGo(document: HoldDocument, goods: Kept): void {
    this.#holds?.letGo(document, goods);
  }

  /** The holds, if there are any. */
  get #held(): Holds | undefined {
    return this.#holds?.none ? undefined : this.#holds;
  }
}
