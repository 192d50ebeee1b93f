import type { Range } from '../../../../codes/sets/ranges.ts';
import type { ActName, Naming } from '../../../../contract/trace/acts.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { type Calendar, writeFigureDeltas } from '../../figures/figure-deltas.ts';
import type { Goods } from '../../goods.ts';
import type { Measure } from '../../measure.ts';
import type { CodeRecord, EventRef } from '../../state/record/code-record.ts';
import type { WaybillChange, WaybillSuccessor } from '../../waybill-facts.ts';
import { eventIds, idOf } from './event-ids.ts';
import type { NewEvent } from './new-event.ts';
import { writeEvents } from './writing/write-events.ts';
import { writeHolds } from './writing/write-holds.ts';
import { type NamedOfEvent, writeNamed } from './writing/write-named.ts';
import { writePackages } from './writing/write-packages.ts';
import { type Packing, packingRows, writePackings } from './writing/write-packings.ts';
import { type PastPacking, writePastPackings } from './writing/write-past-packings.ts';
import { writeSpans } from './writing/write-spans.ts';
import { type StockDelta, writeStock } from './writing/write-stock.ts';

interface NamedCode {
  readonly code: number;
  readonly ref: EventRef;
  readonly act: ActName;
  readonly naming: Naming;
  readonly units: number;
}

interface Counted {
  readonly ref: EventRef;
  readonly measure: Measure;
  readonly goods: Goods;
  readonly workOrderId: number | null;
  readonly placeId: number | null;
  readonly quantity: number;
  /** When it happened: the day and the shift that it is of. */
  readonly at: number;
  readonly cause: string;
}

/** What is held by a recall: a lot or a code. */
interface Held {
  readonly lotId: number | null;
  readonly code: number | null;
  readonly recallId: number;
}

/** Codes next to each other that an act names. */
interface Span {
  readonly ref: EventRef;
  readonly range: Range;
}

interface Unpacked {
  readonly child: number;
  readonly parent: number;
  readonly packedBy: EventRef;
  readonly undoneBy: EventRef;
}

interface Writing {
  /** What others write at the same time. */
  readonly alongside: () => Promise<void>;
  /** Told when the rows of packings are on their way, and nothing else is left to be done. */
  readonly whileCopying: () => void;
}

/** Rows that acts of a group have led to, written together at its end. */
export class Effects {
  /** Ids that its events may have. */
  readonly #ids: number[];
  readonly #events: { ref: EventRef; event: NewEvent }[] = [];
  /** Events that others may be of, by what they say, with how many events there were then. */
  readonly #shared = new Map<string, { readonly ref: EventRef; readonly at: number }>();
  /** By the code that something happened to: how many events there were when the last of them was made that says so. */
  readonly #lastAbout = new Map<number, number>();
  readonly #namings: NamedCode[] = [];
  readonly #packed: { readonly children: readonly number[]; readonly parent: number; readonly by: EventRef }[] = [];
  /** Of what came out again, and maybe into another package: how many packings there were by then. */
  readonly #takenOut = new Map<number, number>();
  readonly #unpacked: Unpacked[] = [];
  readonly #printed: Span[] = [];
  readonly #spans: Span[] = [];
  readonly #held: ({ ref: EventRef } & Held)[] = [];
  readonly #released: { ref: EventRef; hold: number }[] = [];
  readonly #packages = new Map<number, CodeRecord>();
  readonly #stocked: { ref: EventRef; placeId: number; productId: number; lotId: number; units: number }[] = [];
  readonly #figures: Counted[] = [];

  /** What acts have changed of what is on waybills; whoever keeps waybills writes it. */
  readonly waybillChanges: WaybillChange[] = [];
  readonly waybillSuccessors: WaybillSuccessor[] = [];

  constructor(ids: readonly number[] = []) {
    this.#ids = [...ids];
  }

  event(event: NewEvent): EventRef {
    // What is made after it is not said by what was made before it.
    this.#shared.clear();
    return this.#newEvent(event);
  }

  #newEvent(event: NewEvent): EventRef {
    const { at, placeId, waybillId = null, offWaybill = false, workOrderId, productId, lotId, corrects } = event;
    const facts = { at, placeId, workOrderId, productId, lotId, byPerson: event.by.accountId !== null };
    const ref: EventRef = {
      id: undefined,
      ...facts,
      waybillId: offWaybill ? null : waybillId,
      ...(corrects ? { countedAt: corrects.at } : {}),
    };
    this.#events.push({ ref, event });
    return ref;
  }

  /**
   * The event of acts that differ in their codes alone: one for those that follow each other. What happened in between has an
   * event of its own, and events are read in the order in which they were made.
   */
  sharedEvent(event: NewEvent): EventRef {
    const key = JSON.stringify(event);
    const known = this.#shared.get(key);
    if (known && known.at === this.#events.length) return known.ref;
    return this.#share(key, this.event(event));
  }

  /**
   * The same where other events may have been made in between, as bottles are taken out of a case and loaded one after the
   * other: `codes` are those that it happens to, with all that they lie in, and nothing happened to them in between.
   */
  sharedEventOf(codes: readonly number[], event: NewEvent): EventRef {
    const key = JSON.stringify(event);
    const known = this.#shared.get(key);
    const at = known && codes.every((code) => (this.#lastAbout.get(code) ?? 0) <= known.at) ? known.at : undefined;
    const ref = known && at !== undefined ? known.ref : this.#share(key, this.#newEvent(event));
    for (const code of codes) this.#lastAbout.set(code, at ?? this.#events.length);
    return ref;
  }

  #share(key: string, ref: EventRef): EventRef {
    this.#shared.set(key, { ref, at: this.#events.length });
    return ref;
  }

  names(ref: EventRef, act: ActName, naming: Naming, code: number, units: number): void {
    this.#namings.push({ code, ref, act, naming, units });
  }

  packs(children: readonly number[], parent: number, by: EventRef): void {
    this.#packed.push({ children, parent, by });
  }

  unpacks(child: number, parent: number, packedBy: EventRef, undoneBy: EventRef): void {
    this.#takenOut.set(child, this.#packed.length);
    this.#unpacked.push({ child, parent, packedBy, undoneBy });
  }

  /** Labels were printed with the codes of some ranges. */
  prints(ref: EventRef, ranges: readonly Range[]): void {
    this.#printed.push(...ranges.map((range) => ({ ref, range })));
  }

  /** An act names codes as ranges. */
  spans(ref: EventRef, ranges: readonly Range[]): void {
    for (const range of ranges) this.#spans.push({ ref, range });
  }

  /** Goods stay where they are from now on. */
  holds(ref: EventRef, held: Held): void {
    this.#held.push({ ref, ...held });
  }

  /** A hold is lifted, by its id. */
  releases(ref: EventRef, hold: number): void {
    this.#released.push({ ref, hold });
  }

  /**
   * The contents of a package are other ones, or there are none any more. What followed from a set is written from then on,
   * where it lies as what it holds.
   */
  contents(record: CodeRecord): void {
    if (record.contents) record.contents.implied = false;
    this.#packages.set(record.id, record);
    if (!record.implied || record.parent === null || !record.packedBy) return;
    record.implied = false;
    this.packs([record.id], record.parent, record.packedBy);
  }

  stock(ref: EventRef, placeId: number | null, { productId, lotId }: Goods, units: number): void {
    if (placeId === null || productId === null || units === 0) return;
    this.#stocked.push({ ref, placeId, productId, lotId: lotId ?? 0, units });
  }

  /** `placeId` is what it is counted at, `at` when it happened, where the act itself does not say so; `cause` what for. */
  counts(
    ref: EventRef,
    measure: Measure,
    goods: Goods,
    workOrderId: number | null,
    quantity: number,
    {
      placeId = ref.placeId,
      at = ref.countedAt ?? ref.at,
      cause = '',
    }: { readonly placeId?: number | null; readonly at?: number; readonly cause?: string } = {},
  ): void {
    if (quantity !== 0) this.#figures.push({ ref, measure, goods, workOrderId, placeId, quantity, at, cause });
  }

  /** The last id that was taken for its events. */
  get lastId(): number {
    return this.#ids.at(-1) ?? 0;
  }

  /** Writes all of it, in as many statements as there are tables. */
  async write(sql: Connection, calendar: Calendar, { alongside, whileCopying }: Writing): Promise<void> {
    if (this.#events.length === 0) return;
    await this.#giveIds(sql);
    const named = this.#named();
    const written = Promise.all([
      writeEvents(
        sql,
        this.#events.map(({ event, ref }) => ({ ...event, id: idOf(ref) })),
        named,
      ),
      writeNamed(sql, named),
      writePastPackings(sql, this.#past()),
      writePackages(sql, [...this.#packages.values()]),
      writeSpans(sql, 'printed_codes', this.#printed.map(withId)),
      writeSpans(sql, 'event_range', this.#spans.map(withId)),
      writeStock(sql, this.#stock()),
      this.#writeFigures(sql, calendar),
      alongside(),
    ]);
    // PostgreSQL writes those meanwhile.
    const packings = packingRows(this.#packings());
    await written;
    // They tell what their events say.
    await writeHolds(sql, this.#held.map(withId), this.#released.map(withId));
    // Last: nothing else can be said on a connection while rows are copied.
    const copied = writePackings(sql, packings);
    whileCopying();
    await copied;
  }

  /** What lies in what in the end. */
  #packings(): Packing[] {
    const stays = (child: number, packing: number) => (this.#takenOut.get(child) ?? 0) <= packing;
    return this.#packed.map(({ children, parent, by }, at) => ({
      children: this.#takenOut.size === 0 ? children : children.filter((child) => stays(child, at)),
      parent,
      packedBy: idOf(by),
    }));
  }

  async #giveIds(sql: Connection): Promise<void> {
    this.#ids.push(...(await eventIds(sql, this.#events.length - this.#ids.length)));
    this.#events.forEach(({ ref }, index) => {
      ref.id = this.#ids[index];
    });
  }

  #past(): PastPacking[] {
    return this.#unpacked.map((row) => ({ ...row, packedBy: idOf(row.packedBy), undoneBy: idOf(row.undoneBy) }));
  }

  #named(): NamedOfEvent[] {
    return this.#namings.map(({ ref, ...row }) => ({ ...row, event: idOf(ref), at: ref.at, placeId: ref.placeId }));
  }

  #stock(): StockDelta[] {
    const deltas = summed(
      this.#stocked,
      ({ ref, placeId, productId, lotId }) => `${idOf(ref)} ${placeId} ${productId} ${lotId}`,
      (row, { units }) => ({ ...row, units: row.units + units }),
    );
    return deltas.filter(({ units }) => units !== 0).map(withId);
  }

  async #writeFigures(sql: Connection, calendar: Calendar): Promise<void> {
    const sums = summed(
      this.#figures,
      ({ ref, measure, goods, workOrderId, placeId, at, cause }) =>
        `${idOf(ref)} ${measure} ${workOrderId} ${goods.productId} ${goods.lotId} ${placeId} ${at} ${cause}`,
      (row, more) => ({ ...row, quantity: row.quantity + more.quantity }),
    ).filter(({ quantity }) => quantity !== 0);
    if (sums.length === 0) return;
    await writeFigureDeltas(
      sql,
      calendar,
      sums.map(({ ref, goods: { productId, lotId }, ...row }) => ({ ...row, productId, lotId, eventId: idOf(ref) })),
    );
  }
}

/** A row with the id of its act, which has got one. */
const withId = <Row extends { readonly ref: EventRef }>({ ref, ...row }: Row) => ({ ...row, event: idOf(ref) });

/** Rows with the same key as one. */
function summed<Row>(rows: readonly Row[], keyOf: (row: Row) => string, add: (row: Row, more: Row) => Row): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = sums.get(key);
    sums.set(key, known === undefined ? row : add(known, row));
  }
  return [...sums.values()];
}
