import { numbersIn } from '@suyuan/codes/sets/ranges.ts';
import { childIdsOf, parentIdOf } from '@suyuan/codes/sets/sets.ts';
import { type Life, type PlaceKind, type Stock, stockAt } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import {
  type CodeEvents,
  type EventsUpwards,
  type KnownEvent,
  readCodeEvents,
  readEvents,
  tellEvents,
} from './code-events.ts';
import { inOrder } from './code-ranges.ts';
import { type CodeRecord, goodsIn, issuedRecord, placeIdOf } from './code-record.ts';
import { type HeldBy, type Holdable, type HoldDocument, Holds, type Kept } from './holds.ts';
import { type IssueFacts, issueFactsOf } from './issue-facts.ts';
import { type LotFacts, readLots } from './lot-facts.ts';
import { type OrderedSets, orderedSets, type SetCode, setCodeAmong } from './ordered-sets.ts';
import { readSetEvents } from './set-events.ts';

/** The deepest nesting of packages that is followed, as a guard against cycles. */
const deepest = 8;

/**
 * The states of codes, read once for a group of events. Each event is checked against the records and changes them, so that the
 * next one sees what the events before it have left. Codes that were never issued are not in it.
 */
export class Ledger {
  readonly #sql: Connection;
  readonly #without: ReadonlySet<number>;
  readonly #records = new Map<number, CodeRecord>();
  readonly #asked = new Set<number>();
  readonly #places = new Map<number, PlaceKind>();
  readonly #lots = new Map<number, LotFacts>();
  /** The ordered sets that some of the codes belong to. */
  readonly #sets: OrderedSets[] = [];
  #holds: Holds | undefined;
  /** The codes that are held themselves, as far as they were read. */
  readonly #heldCodes: number[] = [];

  /** Derives states as if the events `without` had never happened. */
  constructor(sql: Connection, without: ReadonlySet<number> = new Set()) {
    this.#sql = sql;
    this.#without = without;
  }

  get(id: number): CodeRecord | undefined {
    return this.#records.get(id);
  }

  /** All codes that were read, including those that were never issued. */
  ids(): ReadonlySet<number> {
    return this.#asked;
  }

  /** The record of a code that was read; throws if there is none. */
  of(id: number): CodeRecord {
    const record = this.#records.get(id);
    if (!record) throw new Error(`code ${id} was not loaded`);
    return record;
  }

  /**
   * Reads codes and all packages around them, written or implied by their set. `events` are the rows of `ids` if they were read
   * already; only for an empty ledger.
   */
  async read(ids: Iterable<number>, events?: Promise<EventsUpwards>): Promise<void> {
    let wanted = this.#unasked(ids);
    for (let depth = 0; wanted.length > 0 && depth < deepest; depth++) {
      const read = await this.#readUpwards(wanted, depth === 0 ? events : undefined);
      const parents = read.flatMap((id) => this.#records.get(id)?.parent ?? []);
      wanted = this.#unasked([...parents, ...this.#parentsInSets(read)]);
    }
  }

  /** The position of a code in its set; undefined if it belongs to none. */
  setCodeOf(id: number): SetCode | undefined {
    return setCodeAmong(this.#sets, id);
  }

  /** The codes of a set, below its outermost code, that were read. */
  insideSet({ sets, id }: SetCode): { readonly record: CodeRecord; readonly code: SetCode }[] {
    return [...this.#records.values()].flatMap((record) => {
      const code = setCodeAmong([sets], record.id);
      return code?.outermost === id && code.depth > 0 ? [{ record, code }] : [];
    });
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
    const children = [...this.#records.values()].filter((record) => record.parent === parent);
    return children.sort((a, b) => a.id - b.id);
  }

  /** The packages around a code, innermost first. */
  above(record: CodeRecord): CodeRecord[] {
    const all: CodeRecord[] = [];
    for (let one = record; one.parent !== null && all.length < deepest; ) {
      one = this.of(one.parent);
      all.push(one);
    }
    return all;
  }

  /** A code and the packages around it. */
  with(record: CodeRecord): number[] {
    return [record.id, ...this.above(record).map(({ id }) => id)];
  }

  /** The place of the goods: that of the outermost package around them. */
  placeOf(record: CodeRecord): number | null {
    const outermost = this.outermostOf(record);
    return placeIdOf(outermost);
  }

  /** Reads the kinds of the places where goods are, and of `others`. */
  async readPlaces(others: readonly number[] = []): Promise<void> {
    const named = [...this.#records.values()].map(placeIdOf);
    const ids = new Set([...named, ...others].filter((id) => id !== null && !this.#places.has(id)));
    if (ids.size === 0) return;
    const rows = await this.#sql<{ id: number; kind: PlaceKind }[]>`
      select id, kind from place where id = any(${[...ids] as number[]}::bigint[])`;
    for (const { id, kind } of rows) this.#places.set(id, kind);
  }

  /** Reads lots that did not come with the events. */
  async readLots(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#lots.has(id));
    for (const lot of await readLots(this.#sql, unknown)) this.#lots.set(lot.id, lot);
  }

  /** A lot that was read. */
  lotOf(id: number): LotFacts | undefined {
    return this.#lots.get(id);
  }

  /** Where the goods are in the supply chain; `readPlaces` has to have read their place. */
  stockOf(record: CodeRecord): Stock {
    if (record.life === 'issued') return 'none';
    if (this.lifeOf(record) !== 'active') return 'void';
    return this.stockAt(this.placeOf(record));
  }

  /** Where goods at a place are in the supply chain; throws if the place was not read. */
  stockAt(placeId: number | null): Stock {
    if (placeId === null) return 'none';
    const kind = this.#places.get(placeId);
    if (!kind) throw new Error(`place ${placeId} was not loaded`);
    return stockAt[kind];
  }

  /** The waybill that the goods are on, or came with: that of the outermost package around them. */
  waybillOf(record: CodeRecord): number | null {
    return this.outermostOf(record).namedBy?.waybillId ?? null;
  }

  /** The life of a code: what is in a destroyed package is destroyed with it. */
  lifeOf(record: CodeRecord): Life {
    return this.above(record).find(({ life }) => life === 'destroyed') ? 'destroyed' : record.life;
  }

  outermostOf(record: CodeRecord): CodeRecord {
    return this.above(record).at(-1) ?? record;
  }

  /** What the goods are held by: their code or a package around it, the lot of any of them, or where they are. */
  heldBy(record: CodeRecord): HeldBy | undefined {
    return this.#held?.heldBy(this.#holdable(record));
  }

  /** Reads the codes that are held themselves, with the packages around them: `heldWithin` tells of these. */
  async readHeld(): Promise<void> {
    const codes = this.#held?.codes ?? [];
    await this.read(codes);
    this.#heldCodes.push(...codes);
  }

  /** What something in a package is held by; undefined if nothing in it is. */
  heldWithin(around: CodeRecord): HeldBy | undefined {
    for (const code of around.contents ? this.#heldCodes : []) {
      const record = this.#records.get(code);
      const held = record && this.#liesIn(record, around) ? this.heldBy(record) : undefined;
      if (held) return held;
    }
    return undefined;
  }

  #liesIn(record: CodeRecord, around: CodeRecord): boolean {
    for (let { parent } = record; parent !== null; parent = this.of(parent).parent)
      if (parent === around.id) return true;
    return false;
  }

  isHeldFor(document: HoldDocument, record: CodeRecord): boolean {
    return this.#held?.isHeldFor(document, this.#holdable(record)) ?? false;
  }

  /** What the goods are on hold for, and what has released them by their code or that of a package around it. */
  holdsOn(record: CodeRecord): ReturnType<Holds['documentsOf']> {
    return this.#held?.documentsOf(this.#holdable(record)) ?? { holding: [], releasing: [] };
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

  #holdable(record: CodeRecord): Holdable {
    const lots = goodsIn(record).flatMap(({ lotId }) => lotId ?? []);
    return { codes: this.with(record), lots, place: this.placeOf(record) };
  }

  /** Those that were not read before. */
  #unasked(ids: Iterable<number>): number[] {
    return inOrder(Array.from(ids).filter((id) => !this.#asked.has(id)));
  }

  /** Reads codes and the packages around them by rows of `packing`. Returns all ids that were read. */
  async #readUpwards(ids: readonly number[], eventsOfThem?: Promise<EventsUpwards>): Promise<number[]> {
    const sql = this.#sql;
    const [facts, { above, events, ...codeEvents }, holds] = await Promise.all([
      issueFactsOf(sql, ids),
      eventsOfThem ?? readCodeEvents(sql, ids, this.#asked),
      this.#holds ?? Holds.read(sql),
    ]);
    this.#holds = holds;
    const factsAbove = await issueFactsOf(sql, above);
    const all = [...ids, ...above];
    for (const id of all) this.#asked.add(id);
    const issued = new Map([...facts, ...factsAbove]);
    await this.#readSets(new Set([...issued.values()].flatMap(({ set_id }) => set_id ?? [])));
    const sets = await readSetEvents(sql, all, this.#sets);
    const ofSets = await readEvents(sql, { sets }, events);
    this.#tell(issued, { ...codeEvents, sets }, new Map([...events, ...ofSets]));
    return all;
  }

  #tell(
    issued: ReadonlyMap<number, IssueFacts>,
    codeEvents: CodeEvents,
    events: ReadonlyMap<number, KnownEvent>,
  ): void {
    for (const { ref, placeKind, lot } of events.values()) {
      if (ref.placeId !== null && placeKind) this.#places.set(ref.placeId, placeKind);
      if (lot) this.#lots.set(lot.id, lot);
    }
    const records = new Map<number, CodeRecord>();
    for (const [id, { level, product_id, closed, issued_at }] of issued) {
      records.set(id, issuedRecord(id, { level, issuedFor: product_id, closed, issuedAt: issued_at }));
    }
    tellEvents(records, codeEvents, events, this.#without);
    for (const [id, record] of records) this.#records.set(id, record);
  }

  async #readSets(ids: ReadonlySet<number>): Promise<void> {
    const known = new Set(this.#sets.map(({ id }) => id));
    const unknown = [...ids].filter((id) => !known.has(id));
    this.#sets.push(...(await orderedSets(this.#sql, unknown)));
  }

  #parentsInSets(ids: readonly number[]): number[] {
    if (this.#sets.length === 0) return [];
    return ids.flatMap((id) => {
      const code = this.setCodeOf(id);
      return code ? (parentIdOf(code.sets, id) ?? []) : [];
    });
  }

  #childrenInSets(parents: readonly number[]): number[] {
    return parents.flatMap((id) => {
      const code = this.setCodeOf(id);
      const children = code ? childIdsOf(code.sets, id) : undefined;
      return children ? numbersIn(children) : [];
    });
  }
}
