import { parentIdsOf } from '@suyuan/codes/sets/sets.ts';
import { type Life, type PlaceKind, type Stock, stockAt } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import { type LotFacts, type ProductFacts, readLots, readProducts } from '../goods.ts';
import { applyEvents, type CodeEvents, type KnownEvent, readCodeEvents, readEvents } from './code-events.ts';
import { type CodeRecord, type EventOfCode, issuedRecord, placeIdOf } from './code-record.ts';
import { type IssueFacts, inOrder, issueFactsOf } from './issue-facts.ts';
import { type OrderedSets, orderedSets, readSetEvents, type SetCode, setCodeAmong } from './ordered-sets.ts';

/** The deepest nesting of packages that is followed, as a guard against cycles. */
export const maxDepth = 8;

/** Product and lot of what a code is on, in the columns of lists. */
export type CodeGoods = { readonly [Column in keyof ProductFacts]: ProductFacts[Column] | null } & {
  readonly lot: string | null;
  /** `2026-01-31`, as is the expiry date. */
  readonly production_date: string | null;
  readonly expiry_date: string | null;
};

const noProduct = { product_id: null, product_code: null, product_name: null, gtin: null, spec: null };

/** Reads the records of codes and of all packages around them, with products and lots of the goods. */
export async function readCodes(sql: Connection, ids: Iterable<number>): Promise<CodeRecords> {
  const codes = new CodeRecords(sql);
  await codes.read(ids);
  await codes.readGoods();
  return codes;
}

/** The records of codes that were read, each with those of the packages around it. Codes that were never issued have none. */
export class CodeRecords {
  readonly #sql: Connection;
  readonly #without: ReadonlySet<number>;
  readonly #records = new Map<number, CodeRecord>();
  readonly #read = new Set<number>();
  readonly #places = new Map<number, PlaceKind>();
  readonly #lots = new Map<number, LotFacts>();
  readonly #products = new Map<number, ProductFacts>();
  /** The ordered sets that some of the codes belong to. */
  readonly #sets: OrderedSets[] = [];

  /** Derives records as if the events `without` had never happened. */
  constructor(sql: Connection, without: ReadonlySet<number> = new Set()) {
    this.#sql = sql;
    this.#without = without;
  }

  /**
   * Reads codes and all packages around them, written or implied by their set: level by level, with the same number of queries for one
   * code and for ten thousand. Those of a level are sent together with the one for the events that the rows of the level before
   * refer to.
   */
  async read(ids: Iterable<number>): Promise<void> {
    const issued = new Map<number, IssueFacts>();
    const events = new Map<number, KnownEvent>();
    const levels: CodeEvents[] = [];
    for (let level = this.#unread(ids); level.length > 0 && levels.length <= maxDepth; ) {
      const [facts, rows, referred] = await Promise.all([
        issueFactsOf(this.#sql, level),
        readCodeEvents(this.#sql, level),
        readEvents(this.#sql, levels.at(-1) ?? {}, events),
      ]);
      for (const id of level) this.#read.add(id);
      for (const [id, one] of facts) issued.set(id, one);
      for (const [id, event] of referred) events.set(id, event);
      levels.push(rows);
      await this.#readSets([...facts.values()]);
      const inSets = level.flatMap((id) => this.#sets.flatMap((sets) => parentIdsOf(sets, id)));
      level = this.#unread([...rows.packings.map(({ parent }) => parent), ...inSets]);
    }
    if (issued.size === 0) return;
    const [referred, sets] = await Promise.all([
      readEvents(this.#sql, levels.at(-1) ?? {}, events),
      readSetEvents(this.#sql, [...issued.keys()], this.#sets),
    ]);
    for (const [id, event] of referred) events.set(id, event);
    for (const [id, event] of await readEvents(this.#sql, { sets }, events)) events.set(id, event);
    const records = new Map([...issued].map(([id, facts]) => [id, issuedRecord(id, facts)]));
    const rows = {
      packings: levels.flatMap(({ packings }) => packings),
      packages: levels.flatMap(({ packages }) => packages),
      named: levels.flatMap(({ named }) => named),
      sets,
    };
    applyEvents(records, rows, events, this.#without);
    for (const [id, record] of records) this.#records.set(id, record);
    for (const { ref, placeKind, lot, product } of events.values()) {
      if (ref.placeId !== null && placeKind) this.#places.set(ref.placeId, placeKind);
      if (lot) this.#lots.set(lot.id, lot);
      if (product) this.#products.set(product.product_id, product);
    }
  }

  get(id: number): CodeRecord | undefined {
    return this.#records.get(id);
  }

  /** The record of a code that was read; throws if there is none. */
  of(id: number): CodeRecord {
    const record = this.#records.get(id);
    if (!record) throw new Error(`code ${id} was not loaded`);
    return record;
  }

  /** The records of issued codes, in the order of `ids`. */
  among(ids: readonly number[]): CodeRecord[] {
    return ids.flatMap((id) => this.#records.get(id) ?? []);
  }

  /** All records, also those of packages around the codes. */
  all(): Iterable<CodeRecord> {
    return this.#records.values();
  }

  /** All codes that were read, including those that were never issued. */
  ids(): ReadonlySet<number> {
    return this.#read;
  }

  /** The position of a code in its set; undefined if it belongs to none. */
  setCodeOf(id: number): SetCode | undefined {
    return setCodeAmong(this.#sets, id);
  }

  /** The packages around a code, innermost first. */
  above(record: CodeRecord): CodeRecord[] {
    const above: CodeRecord[] = [];
    for (let { parent } = record; parent !== null && above.length < maxDepth; ) {
      const around = this.of(parent);
      above.push(around);
      parent = around.parent;
    }
    return above;
  }

  outermostOf(record: CodeRecord): CodeRecord {
    return this.above(record).at(-1) ?? record;
  }

  /** A code and the packages around it. */
  with(record: CodeRecord): number[] {
    return [record.id, ...this.above(record).map(({ id }) => id)];
  }

  /** The life of a code: what is in a destroyed package is destroyed with it. */
  lifeOf(record: CodeRecord): Life {
    return this.above(record).some(({ life }) => life === 'destroyed') ? 'destroyed' : record.life;
  }

  /** What a label is worth: void once its code is closed or its goods are gone, bound once it has a product. */
  statusOf(record: CodeRecord): 'issued' | 'bound' | 'void' {
    const life = this.lifeOf(record);
    if (record.closed || (life !== 'issued' && life !== 'active')) return 'void';
    return life === 'active' || record.issue.product ? 'bound' : 'issued';
  }

  /** The latest event about a code or a package around it: what is done to a package is done to all that is in it. */
  lastEventOf(record: CodeRecord): EventOfCode | null {
    return [record, ...this.above(record)].reduce((one, other) => (other.lastAt > one.lastAt ? other : one)).last;
  }

  /** The place of the goods: that of the outermost package around them. */
  placeOf(record: CodeRecord): number | null {
    return placeIdOf(this.outermostOf(record));
  }

  /** The waybill that the goods are on, or came with: that of the outermost package around them. */
  waybillOf(record: CodeRecord): number | null {
    return this.outermostOf(record).namedBy?.waybillId ?? null;
  }

  /** Reads the kinds of the places where goods are, and of `others`. */
  async readPlaces(others: readonly number[] = []): Promise<void> {
    const placeIds = [...this.#records.values()].map(placeIdOf);
    const ids = new Set([...placeIds, ...others].filter((id) => id !== null && !this.#places.has(id)));
    if (ids.size === 0) return;
    const rows = await this.#sql<{ id: number; kind: PlaceKind }[]>`
      select id, kind from place where id = any(${[...ids] as number[]}::bigint[])`;
    for (const { id, kind } of rows) this.#places.set(id, kind);
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

  /** The kind of place that the last event gives the goods; undefined if it gives none. */
  placeKindOf(record: CodeRecord): PlaceKind | undefined {
    const placeId = this.placeOf(record);
    return placeId === null ? undefined : this.#places.get(placeId);
  }

  /** Whether the goods were declared lost, on their way or in a warehouse, and have turned up nowhere since. */
  isLost(record: CodeRecord): boolean {
    const kind = this.placeKindOf(record);
    return record.life === 'active' && kind !== undefined && stockAt[kind] === 'lost';
  }

  /** Reads products and lots of the goods that did not come with the events. */
  async readGoods(): Promise<void> {
    const records = [...this.#records.values()];
    const products = records.flatMap(({ productId }) => productId ?? []).filter((id) => !this.#products.has(id));
    const [, facts] = await Promise.all([
      this.readLots(records.flatMap(({ lotId }) => lotId ?? [])),
      readProducts(this.#sql, [...new Set(products)]),
    ]);
    for (const product of facts) this.#products.set(product.product_id, product);
  }

  /** Reads lots that did not come with the events. */
  async readLots(ids: readonly number[]): Promise<void> {
    const unknown = new Set(ids.filter((id) => !this.#lots.has(id)));
    for (const lot of await readLots(this.#sql, [...unknown])) this.#lots.set(lot.id, lot);
  }

  /** A lot that was read. */
  lotOf(id: number): LotFacts | undefined {
    return this.#lots.get(id);
  }

  /** What a code is on by its events, or else by its order and range; `readGoods` has to have read it. */
  goodsOf({ issue, productId, lotId }: CodeRecord): CodeGoods {
    const product = this.#products.get(productId ?? 0) ?? issue.product ?? noProduct;
    const lot = this.#lots.get(lotId ?? 0);
    return lot
      ? { ...product, lot: lot.lotNo, production_date: lot.production, expiry_date: lot.expiry }
      : { ...product, lot: issue.lot, production_date: issue.production_date, expiry_date: null };
  }

  /** Those that were not read before, sorted. */
  #unread(ids: Iterable<number>): number[] {
    return inOrder(Array.from(ids).filter((id) => !this.#read.has(id)));
  }

  async #readSets(issued: readonly IssueFacts[]): Promise<void> {
    const ids = new Set(this.#sets.map(({ id }) => id));
    const unknown = new Set(issued.flatMap(({ set_id }) => (set_id === null || ids.has(set_id) ? [] : [set_id])));
    this.#sets.push(...(await orderedSets(this.#sql, [...unknown])));
  }
}
