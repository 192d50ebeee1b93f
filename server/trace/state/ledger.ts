import { numbersIn } from '../../../codes/sets/ranges.ts';
import { childIdsOf, parentIdOf } from '../../../codes/sets/sets.ts';
import { type Life, type PlaceKind, type Stock, stockAt } from '../../../contract/trace/acts.ts';
import type { Connection } from '../../platform/database/database.ts';
import { type ActsUpwards, type CodeActs, type KnownEvent, readActs, readEvents, tellActs } from './code-acts.ts';
import { inOrder } from './record/code-ranges.ts';
import { type CodeRecord, goodsIn, issuedRecord, placeIdOf } from './record/code-record.ts';
import { Holds, type Kept } from './record/holds.ts';
import { type IssueFacts, issueFactsOf } from './record/issue-facts.ts';
import { type LotFacts, readLots } from './record/lot-facts.ts';
import { type OrderedSets, orderedSets, type SetCode, setCodeAmong } from './sets/ordered-sets.ts';
import { readSetActs } from './sets/set-acts.ts';

/** Packages within packages: more is a circle. */
const deepest = 8;

/**
 * What is known of codes, read once for a group of acts; each act is checked against what those before it have left. A code
 * that was never issued is not in it.
 */
export class Ledger {
  readonly #sql: Connection;
  readonly #without: ReadonlySet<number>;
  readonly #records = new Map<number, CodeRecord>();
  readonly #asked = new Set<number>();
  readonly #places = new Map<number, PlaceKind>();
  readonly #lots = new Map<number, LotFacts>();
  /** Of which some of the codes are. */
  readonly #sets: OrderedSets[] = [];
  #holds: Holds | undefined;

  /** As if the acts `without` had not been. */
  constructor(sql: Connection, without: ReadonlySet<number> = new Set()) {
    this.#sql = sql;
    this.#without = without;
  }

  get(id: number): CodeRecord | undefined {
    return this.#records.get(id);
  }

  /** All that were read, or looked for. */
  ids(): ReadonlySet<number> {
    return this.#asked;
  }

  /** One that was read. */
  of(id: number): CodeRecord {
    const record = this.#records.get(id);
    if (!record) throw new Error(`code ${id} was not read`);
    return record;
  }

  /**
   * Reads codes, and all that they lie in, or would by the arithmetic of their set. `acts` are theirs, where somebody has read
   * them for a ledger in which nothing is yet.
   */
  async read(ids: Iterable<number>, acts?: Promise<ActsUpwards>): Promise<void> {
    let wanted = this.#unasked(ids);
    for (let depth = 0; wanted.length > 0 && depth < deepest; depth++) {
      const read = await this.#readUpwards(wanted, depth === 0 ? acts : undefined);
      const parents = read.flatMap((id) => this.#records.get(id)?.parent ?? []);
      wanted = this.#unasked([...parents, ...this.#parentsInSets(read)]);
    }
  }

  /** What a code is of a set that was read. */
  setCodeOf(id: number): SetCode | undefined {
    return setCodeAmong(this.#sets, id);
  }

  /** What was read of all that lies in an outermost code by the arithmetic of its set. */
  insideSet({ sets, id }: SetCode): { readonly record: CodeRecord; readonly code: SetCode }[] {
    return [...this.#records.values()].flatMap((record) => {
      const code = setCodeAmong([sets], record.id);
      return code?.outermost === id && code.depth > 0 ? [{ record, code }] : [];
    });
  }

  /** Reads what lies in packages, which were read. */
  async readContents(parents: readonly number[]): Promise<void> {
    if (parents.length === 0) return;
    const rows = await this.#sql<{ child: number }[]>`
      select child from packing where parent = any(${parents as number[]}::bigint[])`;
    await this.read([...rows.map(({ child }) => child), ...this.#childrenInSets(parents)]);
  }

  /** What lies in a package whose contents were read, as the acts before have left it. */
  childrenOf(parent: number): CodeRecord[] {
    return [...this.#records.values()].filter((record) => record.parent === parent);
  }

  /** What it lies in, from the inside outwards. */
  above(record: CodeRecord): CodeRecord[] {
    const all: CodeRecord[] = [];
    for (let one = record; one.parent !== null && all.length < deepest; ) {
      one = this.of(one.parent);
      all.push(one);
    }
    return all;
  }

  /** A code and all that it lies in. */
  with(record: CodeRecord): number[] {
    return [record.id, ...this.above(record).map(({ id }) => id)];
  }

  /** Where the goods are: where the outermost thing is that they lie in. */
  placeOf(record: CodeRecord): number | null {
    const outermost = this.outermostOf(record);
    return placeIdOf(outermost);
  }

  /** Reads of what kind the places are that goods are at, and some others. */
  async readPlaces(others: readonly number[] = []): Promise<void> {
    const named = [...this.#records.values()].map(placeIdOf);
    const ids = new Set([...named, ...others].filter((id) => id !== null && !this.#places.has(id)));
    if (ids.size === 0) return;
    const rows = await this.#sql<{ id: number; kind: PlaceKind }[]>`
      select id, kind from place where id = any(${[...ids] as number[]}::bigint[])`;
    for (const { id, kind } of rows) this.#places.set(id, kind);
  }

  /** Reads lots of goods: most came with the acts. */
  async readLots(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#lots.has(id));
    for (const lot of await readLots(this.#sql, unknown)) this.#lots.set(lot.id, lot);
  }

  /** A lot that was read. */
  lotOf(id: number): LotFacts | undefined {
    return this.#lots.get(id);
  }

  /** Where that is in the course of things; the places were read. */
  stockOf(record: CodeRecord): Stock {
    if (record.life === 'issued') return 'none';
    if (this.lifeOf(record) !== 'active') return 'void';
    return this.stockAt(this.placeOf(record));
  }

  /** Where in the course of things goods are that are at a place; it was read. */
  stockAt(placeId: number | null): Stock {
    if (placeId === null) return 'none';
    const kind = this.#places.get(placeId);
    if (!kind) throw new Error(`place ${placeId} was not read`);
    return stockAt[kind];
  }

  /** The waybill that the goods are on, or came with: that of the outermost thing that they lie in. */
  waybillOf(record: CodeRecord): number | null {
    return this.outermostOf(record).namedBy?.waybillId ?? null;
  }

  /** Its life: what lies in something that was destroyed is destroyed with it. */
  lifeOf(record: CodeRecord): Life {
    return this.above(record).find(({ life }) => life === 'destroyed') ? 'destroyed' : record.life;
  }

  outermostOf(record: CodeRecord): CodeRecord {
    return this.above(record).at(-1) ?? record;
  }

  /** By what somebody keeps the goods: by their code or one that they lie in, or by the lot of any of them. */
  heldBy(record: CodeRecord): { readonly code: number } | { readonly lotId: number } | undefined {
    const holds = this.#holds;
    if (!holds) return undefined;
    const code = this.with(record).find((id) => holds.hasCode(id));
    if (code !== undefined) return { code };
    const lotId = goodsIn(record).find((goods) => goods.lotId !== null && holds.hasLot(goods.lotId))?.lotId;
    return typeof lotId === 'number' ? { lotId } : undefined;
  }

  /** Somebody keeps goods from now on. */
  keep(goods: Kept): void {
    this.#holds?.keep(goods);
  }

  /** Somebody keeps goods no more. */
  letGo(goods: Kept): void {
    this.#holds?.letGo(goods);
  }

  /** Those that were not asked for already. */
  #unasked(ids: Iterable<number>): number[] {
    return inOrder(Array.from(ids).filter((id) => !this.#asked.has(id)));
  }

  /** Reads codes and what they lie in by rows of their own. Answers which these are together. */
  async #readUpwards(ids: readonly number[], actsOfThem?: Promise<ActsUpwards>): Promise<number[]> {
    const sql = this.#sql;
    const [facts, { above, events, ...acts }, holds] = await Promise.all([
      issueFactsOf(sql, ids),
      actsOfThem ?? readActs(sql, ids, this.#asked),
      this.#holds ?? Holds.read(sql),
    ]);
    this.#holds = holds;
    const factsAbove = await issueFactsOf(sql, above);
    const all = [...ids, ...above];
    for (const id of all) this.#asked.add(id);
    const issued = new Map([...facts, ...factsAbove]);
    await this.#readSets(new Set([...issued.values()].flatMap(({ set_id }) => set_id ?? [])));
    const sets = await readSetActs(sql, all, this.#sets);
    const ofSets = await readEvents(sql, { sets }, events);
    this.#tell(issued, { ...acts, sets }, new Map([...events, ...ofSets]));
    return all;
  }

  #tell(issued: ReadonlyMap<number, IssueFacts>, acts: CodeActs, events: ReadonlyMap<number, KnownEvent>): void {
    for (const { ref, placeKind, lot } of events.values()) {
      if (ref.placeId !== null && placeKind) this.#places.set(ref.placeId, placeKind);
      if (lot) this.#lots.set(lot.id, lot);
    }
    const records = new Map<number, CodeRecord>();
    for (const [id, { level, product_id, closed }] of issued) {
      records.set(id, issuedRecord(id, { level, issuedFor: product_id, closed }));
    }
    tellActs(records, acts, events, this.#without);
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
