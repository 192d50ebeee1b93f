import { type ActName, actOf, type Life, type Naming, type Stock, transitionOf } from '../../../contract/trace/acts.ts';
import type { Connection } from '../../platform/database/database.ts';
import { isDense, rangesAround } from './code-ranges.ts';
import { issueFactsOf } from './issue-facts.ts';

/** An act as those after it know it: written already, or about to be. */
export interface EventRef {
  /** Given when it is written. */
  id: number | undefined;
  readonly at: number;
  readonly placeId: number | null;
  readonly workOrderId: number | null;
  readonly productId: number | null;
  readonly lotId: number | null;
}

/** What lies in a package, summed up. */
export interface Contents {
  packedBy: EventRef;
  workOrderId: number | null;
  productId: number | null;
  lotId: number | null;
  units: number;
  children: number;
  capacity: number | null;
  complete: boolean;
  seen: boolean;
}

/** What is known of a code while acts are checked and carried out. */
export interface CodeRecord {
  readonly id: number;
  readonly level: number;
  /** What issuing or binding by ranges says of its product. */
  readonly issuedFor: number | null;
  readonly closed: boolean;
  readonly held: boolean;
  life: Life;
  /** It is, or was, on a product: not only on a label. */
  onProduct: boolean;
  /** The line put it aside, and nothing was done with it since. */
  rejected: boolean;
  parent: number | null;
  packedBy: EventRef | null;
  contents: Contents | null;
  /** The last act that names it and says where it is. */
  namedBy: EventRef | null;
  /** Of the goods; null while it is on none. */
  workOrderId: number | null;
  productId: number | null;
  lotId: number | null;
  /** When it was put on its product, as milliseconds; null while it is on none. */
  boundAt: number | null;
  /** When the last act happened that was about it, as milliseconds. */
  lastAt: number;
}

/** Number of a naming in `event_code`. */
export const namingNo: Readonly<Record<Naming, number>> = { item: 0, parent: 1, successor: 2 };
const namings = ['item', 'parent', 'successor'] as const;

interface NamedRow {
  readonly code: number;
  readonly event_id: number;
  readonly act: number;
  readonly naming: number;
}

interface PackingRow {
  readonly child: number;
  readonly parent: number;
  readonly packed_by: number;
}

interface PackageRow {
  readonly code: number;
  readonly packed_by: number;
  readonly work_order_id: number | null;
  readonly product_id: number | null;
  readonly lot_id: number | null;
  readonly units: number;
  readonly children: number;
  readonly capacity: number | null;
  readonly complete: boolean;
  readonly seen: boolean;
}

interface EventRow {
  readonly id: number;
  readonly event_time: Date;
  readonly place_id: number | null;
  readonly work_order_id: number | null;
  readonly product_id: number | null;
  readonly lot_id: number | null;
  readonly corrects: number | null;
}

/** Packages within packages: more is a circle. */
const deepest = 8;

/**
 * What is known of codes, read once for a group of acts; each act is checked against what those before it have left. A code
 * that was never issued is not in it.
 */
export class Ledger {
  readonly #sql: Connection;
  readonly #records = new Map<number, CodeRecord>();
  readonly #asked = new Set<number>();
  readonly #events = new Map<number, EventRef>();
  #heldLots: ReadonlySet<number> | undefined;

  constructor(sql: Connection) {
    this.#sql = sql;
  }

  get(id: number): CodeRecord | undefined {
    return this.#records.get(id);
  }

  /** One that was read. */
  of(id: number): CodeRecord {
    const record = this.#records.get(id);
    if (!record) throw new Error(`code ${id} was not read`);
    return record;
  }

  /** Reads codes, and all that they lie in. */
  async read(ids: Iterable<number>): Promise<void> {
    let wanted = inOrder(ids, this.#asked);
    for (let depth = 0; wanted.length > 0 && depth < deepest; depth++) {
      for (const id of wanted) this.#asked.add(id);
      await this.#readThese(wanted);
      const parents = wanted.flatMap((id) => this.#records.get(id)?.parent ?? []);
      wanted = inOrder(parents, this.#asked);
    }
  }

  /** Reads what lies in packages. */
  async readContents(parents: readonly number[]): Promise<void> {
    if (parents.length === 0) return;
    const rows = await this.#sql<{ child: number }[]>`
      select child from packing where parent = any(${parents as number[]}::bigint[])`;
    await this.read(rows.map(({ child }) => child));
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

  /** Where the goods are: where the outermost thing is that they lie in. */
  placeOf(record: CodeRecord): number | null {
    const outermost = this.above(record).at(-1) ?? record;
    return outermost.namedBy?.placeId ?? outermost.contents?.packedBy.placeId ?? null;
  }

  /** Where that is in the course of things. */
  stockOf(record: CodeRecord): Stock {
    if (record.life === 'issued') return 'none';
    if (record.life !== 'active') return 'void';
    return this.placeOf(record) === null ? 'none' : 'at_place';
  }

  /** Whether somebody keeps the goods, or what they lie in, or the lot that they are of. */
  isHeld(record: CodeRecord): boolean {
    if (record.held || this.above(record).some(({ held }) => held)) return true;
    return record.lotId !== null && this.#heldLots?.has(record.lotId) === true;
  }

  async #readThese(ids: readonly number[]): Promise<void> {
    const [issued, packings, packages, named, holds] = await Promise.all([
      issueFactsOf(this.#sql, ids),
      rowsOf<PackingRow>(this.#sql, 'packing', ['child', 'parent', 'packed_by'], ids),
      rowsOf<PackageRow>(this.#sql, 'package', packageColumns, ids),
      rowsOf<NamedRow>(this.#sql, 'event_code', ['code', 'event_id', 'act', 'naming'], ids),
      // Few at any time, so that they are read whole.
      this.#sql<{ code: number | null; lot_id: number | null }[]>`
        select code, lot_id from hold where released_at is null`,
    ]);
    const events = await this.#readEvents([
      ...packings.map(({ packed_by }) => packed_by),
      ...packages.map(({ packed_by }) => packed_by),
      ...named.map(({ event_id }) => event_id),
    ]);
    this.#heldLots ??= new Set(holds.flatMap(({ lot_id }) => lot_id ?? []));
    const held = new Set(holds.flatMap(({ code }) => code ?? []));
    for (const id of ids) {
      const facts = issued.get(id);
      if (!facts) continue;
      this.#records.set(id, {
        id,
        level: facts.level,
        issuedFor: facts.product_id,
        closed: facts.closed,
        held: held.has(id),
        life: 'issued',
        onProduct: false,
        rejected: false,
        parent: null,
        packedBy: null,
        contents: null,
        namedBy: null,
        workOrderId: null,
        productId: null,
        lotId: null,
        boundAt: null,
        lastAt: 0,
      });
    }
    this.#tellNamed(named, events);
    for (const { code, packed_by, ...row } of packages) {
      const record = this.#records.get(code);
      if (record) tellContents(record, row, events.get(packed_by)?.ref as EventRef);
    }
    for (const { child, parent, packed_by } of packings) {
      const record = this.#records.get(child);
      if (record) tellPacking(record, parent, events.get(packed_by)?.ref as EventRef);
    }
  }

  /** What acts say that name a code, in the order in which they happened; those declared wrong say nothing. */
  #tellNamed(rows: readonly NamedRow[], events: ReadonlyMap<number, ReadEvent>): void {
    const wrong = new Set([...events.values()].flatMap(({ corrects }) => (corrects === null ? [] : [corrects])));
    const told = rows
      .filter(({ event_id }) => !wrong.has(event_id) && events.get(event_id)?.corrects === null)
      .map((row) => ({ ...row, ref: events.get(row.event_id)?.ref as EventRef }))
      .sort((a, b) => a.ref.at - b.ref.at || a.event_id - b.event_id);
    for (const { code, act, naming, ref } of told) {
      const record = this.#records.get(code);
      if (record) tellNaming(record, actOf(act), namings[naming] as Naming, ref);
    }
  }

  async #readEvents(ids: readonly number[]): Promise<Map<number, ReadEvent>> {
    const distinct = [...new Set(ids)];
    if (distinct.length === 0) return new Map();
    const rows = await this.#sql<EventRow[]>`
      select id, event_time, place_id, work_order_id, product_id, lot_id, corrects
      from trace_event where id = any(${distinct}::bigint[])`;
    return new Map(rows.map((row) => [row.id, { ref: this.#refOf(row), corrects: row.corrects }]));
  }

  #refOf(row: EventRow): EventRef {
    const known = this.#events.get(row.id);
    if (known) return known;
    const ref = {
      id: row.id,
      at: row.event_time.getTime(),
      placeId: row.place_id,
      workOrderId: row.work_order_id,
      productId: row.product_id,
      lotId: row.lot_id,
    };
    this.#events.set(row.id, ref);
    return ref;
  }
}

/** Each of some ids once, in their order, but for those that were asked for already. */
function inOrder(ids: Iterable<number>, asked: ReadonlySet<number>): number[] {
  const left = new Set<number>();
  for (const id of ids) if (!asked.has(id)) left.add(id);
  return Array.from(Float64Array.from(left).sort());
}

interface ReadEvent {
  readonly ref: EventRef;
  readonly corrects: number | null;
}

/** What an act makes of a code that it names. */
export function tellNaming(record: CodeRecord, act: ActName, naming: Naming, ref: EventRef): void {
  becomes(record, transitionOf(act, naming)?.to ?? record.life, ref);
  record.rejected = act === 'reject';
  record.namedBy = ref;
  record.lastAt = Math.max(record.lastAt, ref.at);
  if (record.contents || naming === 'parent') return;
  record.workOrderId = ref.workOrderId;
  record.productId = ref.productId;
  record.lotId = ref.lotId;
}

/** The code is what an act makes of it. */
export function becomes(record: CodeRecord, life: Life, { at }: EventRef): void {
  record.life = life;
  record.onProduct ||= life === 'active';
  if (life === 'active') record.boundAt ??= at;
}

function tellContents(record: CodeRecord, row: Omit<PackageRow, 'code' | 'packed_by'>, packedBy: EventRef): void {
  if (record.life === 'issued') becomes(record, 'active', packedBy);
  record.contents = {
    packedBy,
    workOrderId: row.work_order_id,
    productId: row.product_id,
    lotId: row.lot_id,
    units: row.units,
    children: row.children,
    capacity: row.capacity,
    complete: row.complete,
    seen: row.seen,
  };
  record.workOrderId = row.work_order_id;
  record.productId = row.product_id;
  record.lotId = row.lot_id;
  record.lastAt = Math.max(record.lastAt, packedBy.at);
}

/** What being packed makes of a code: it is on goods, which are those of the act unless it has contents of its own. */
export function tellPacking(record: CodeRecord, parent: number, ref: EventRef): void {
  record.parent = parent;
  record.packedBy = ref;
  record.rejected = false;
  if (record.life === 'issued') becomes(record, 'active', ref);
  record.lastAt = Math.max(record.lastAt, ref.at);
  if (record.contents) return;
  record.workOrderId = ref.workOrderId;
  record.productId = ref.productId;
  record.lotId = ref.lotId;
}

const packageColumns = [
  'code',
  'packed_by',
  'work_order_id',
  'product_id',
  'lot_id',
  'units',
  'children',
  'capacity',
  'complete',
  'seen',
] as const satisfies (keyof PackageRow)[];

/** The rows of a table that are about some codes, which its first column names. */
async function rowsOf<Row extends object>(
  sql: Connection,
  table: string,
  columns: readonly [keyof Row & string, ...(keyof Row & string)[]],
  ids: readonly number[],
): Promise<readonly Row[]> {
  const [code] = columns;
  const rows = sql`select ${sql(columns as readonly string[] as string[])} from ${sql(table)} where ${sql(code as string)}`;
  const ranges = rangesAround(ids, 64);
  if (!isDense(ids, ranges)) return sql<Row[]>`${rows} = any(${ids as number[]}::bigint[])`;
  const wanted = new Set(ids);
  const found = await Promise.all(ranges.map(({ first, last }) => sql<Row[]>`${rows} between ${first} and ${last}`));
  return found.flat().filter((row) => wanted.has(row[code] as number));
}
