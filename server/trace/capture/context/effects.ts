import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { CodeRole, EventType } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Calendar, type StockDelta, writeFigureDeltas, writeStock } from '../../figures/figure-deltas.ts';
import type { Goods, Measure } from '../../goods.ts';
import type { WaybillChange, WaybillSuccessor } from '../../services.ts';
import type { CodeRecord, EventRef } from '../../state/code-record.ts';
import type { HeldGoods, HoldDocument } from '../../state/holds.ts';
import { announceRecording } from '../recording.ts';
import {
  type CodeOfEvent,
  eventIds,
  type Held,
  type HeldOn,
  idOf,
  isByPerson,
  type NamedOfEvent,
  type NewEvent,
  writeEvents,
  writeHolds,
  writeNamed,
  writeSpans,
} from './write-events.ts';
import {
  type Packing,
  type PastPacking,
  packingRows,
  writePackages,
  writePackings,
  writePastPackings,
} from './write-packings.ts';

interface NamedCode {
  readonly code: number;
  readonly ref: EventRef;
  readonly act: EventType;
  readonly naming: CodeRole;
  readonly units: number;
}

interface Counted {
  readonly ref: EventRef;
  readonly measure: Measure;
  readonly goods: Goods;
  readonly workOrderId: number | null;
  readonly placeId: number | null;
  readonly quantity: number;
  /** When it happened, which decides the day and shift that it is counted in. */
  readonly at: number;
  readonly cause: string;
}

/** A range of codes that an event names. */
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

/** What a transaction changes. */
export interface Changes {
  /** More than codes and the documents of its own: holds, closures of codes, facts of work orders. */
  readonly everything?: boolean;
  /** In any order. */
  readonly codes?: ArrayLike<number>;
  readonly ranges?: readonly Range[];
}

interface Writing {
  /** Writes of others that may run at the same time. */
  readonly alongside: () => Promise<void>;
  /** Called once the last rows, those of `packing`, are being sent, while Node has nothing else to do. */
  readonly whileCopying: () => void;
}

/** Collects the rows that follow from a group of events (unit of work), and writes them together at its end. */
export class Effects {
  /** Ids reserved for its events. */
  readonly #ids: number[];
  readonly #events: { ref: EventRef; event: NewEvent }[] = [];
  /** Events that later events may share, by their content, with the number of events at that time. */
  readonly #shared = new Map<string, { readonly ref: EventRef; readonly at: number }>();
  /** For each code, the number of events when the last one about it was made. */
  readonly #lastAbout = new Map<number, number>();
  readonly #codes: NamedCode[] = [];
  readonly #filled: (Omit<CodeOfEvent, 'event'> & { readonly ref: EventRef })[] = [];
  readonly #packed: { readonly children: readonly number[]; readonly parent: number; readonly by: EventRef }[] = [];
  /** For each child that was taken out again: how many entries `#packed` had then. Earlier entries for it are void. */
  readonly #takenOut = new Map<number, number>();
  readonly #unpacked: Unpacked[] = [];
  readonly #printed: Span[] = [];
  readonly #spans: Span[] = [];
  readonly #touched: Range[] = [];
  readonly #held: { ref: EventRef; held: Held }[] = [];
  readonly #heldOn: { ref: EventRef; held: HeldOn }[] = [];
  readonly #released: { ref: EventRef; hold: number }[] = [];
  readonly #packages = new Map<number, CodeRecord>();
  readonly #stocked: { ref: EventRef; placeId: number; productId: number; lotId: number; units: number }[] = [];
  readonly #figures: Counted[] = [];

  /** Changes of what is on waybills; the logistics module writes them (`Waybills.write`). */
  readonly waybillChanges: WaybillChange[] = [];
  readonly waybillSuccessors: WaybillSuccessor[] = [];

  constructor(ids: readonly number[] = []) {
    this.#ids = [...ids];
  }

  event(event: NewEvent): EventRef {
    // Events are read in the order in which they were made: events after this one may not share an event made before it.
    this.#shared.clear();
    return this.#newEvent(event);
  }

  #newEvent(event: NewEvent): EventRef {
    const { at, placeId, waybillId = null, offWaybill = false, workOrderId, productId, lotId, corrects } = event;
    const facts = { at, placeId, workOrderId, productId, lotId, byPerson: isByPerson(event.by) };
    const ref: EventRef = {
      id: undefined,
      ...facts,
      waybillId: offWaybill ? null : waybillId,
      forWaybillId: waybillId,
      ...(corrects ? { countedAt: corrects.at } : {}),
    };
    this.#events.push({ ref, event });
    return ref;
  }

  /**
   * One event for consecutive events that differ only in their codes. Any other event in between begins a new one, because events
   * are read in the order in which they were made.
   */
  sharedEvent(event: NewEvent): EventRef {
    const key = JSON.stringify(event);
    const previous = this.#shared.get(key);
    if (previous && previous.at === this.#events.length) return previous.ref;
    return this.#share(key, this.event(event));
  }

  /**
   * The same, but other events in between do no harm unless they are about one of `codes`: those that the event is about, with
   * the packages that they lie in. Bottles that are taken out of a case and loaded one after the other share two events.
   */
  sharedEventOf(codes: readonly number[], event: NewEvent): EventRef {
    const key = JSON.stringify(event);
    const previous = this.#shared.get(key);
    const at =
      previous && codes.every((code) => (this.#lastAbout.get(code) ?? 0) <= previous.at) ? previous.at : undefined;
    const ref = previous && at !== undefined ? previous.ref : this.#share(key, this.#newEvent(event));
    for (const code of codes) this.#lastAbout.set(code, at ?? this.#events.length);
    return ref;
  }

  #share(key: string, ref: EventRef): EventRef {
    this.#shared.set(key, { ref, at: this.#events.length });
    return ref;
  }

  names(ref: EventRef, eventType: EventType, role: CodeRole, code: number, units: number): void {
    this.#codes.push({ code, ref, act: eventType, naming: role, units });
  }

  /** An event fills a package that it has no row of `event_code` for; its history names the package all the same. */
  fills(ref: EventRef, code: number): void {
    this.#filled.push({ ref, code, naming: 'parent' });
  }

  packs(children: readonly number[], parent: number, by: EventRef): void {
    this.#packed.push({ children, parent, by });
  }

  unpacks(child: number, parent: number, packedBy: EventRef, undoneBy: EventRef): void {
    this.#takenOut.set(child, this.#packed.length);
    this.#unpacked.push({ child, parent, packedBy, undoneBy });
  }

  /** An event printed labels with these ranges of codes. */
  prints(ref: EventRef, ranges: readonly Range[]): void {
    this.#printed.push(...ranges.map((range) => ({ ref, range })));
  }

  /** An event names codes as ranges. */
  spans(ref: EventRef, ranges: readonly Range[]): void {
    for (const range of ranges) this.#spans.push({ ref, range });
  }

  /** An event puts goods on hold, or exempts a code from what its document holds otherwise. */
  holds(ref: EventRef, document: HoldDocument, goods: HeldGoods & { readonly exempts?: boolean }): void {
    this.#held.push({ ref, held: { document, goods, exempts: goods.exempts === true } });
  }

  /** Goods take a hold along, out of a package or from the place that was held. */
  holdsOn(ref: EventRef, held: HeldOn): void {
    this.#heldOn.push({ ref, held });
  }

  /** An event lifts a hold, given by its id. */
  releases(ref: EventRef, hold: number): void {
    this.#released.push({ ref, hold });
  }

  /**
   * The contents of a package have changed, or there are none any more. If the package was implied by a set, its rows of
   * `package` and `packing` are written from now on.
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

  /** Counts a figure. `placeId` and `at` default to those of the event; `cause` is the reason that it is counted by. */
  counts(
    ref: EventRef,
    measure: Measure,
    { productId, lotId }: Goods,
    workOrderId: number | null,
    quantity: number,
    {
      placeId = ref.placeId,
      at = ref.countedAt ?? ref.at,
      cause = '',
    }: { readonly placeId?: number | null; readonly at?: number; readonly cause?: string } = {},
  ): void {
    // Product and lot as they are now: the record that they are read from is changed by this event and those after it.
    const goods = { productId, lotId };
    if (quantity !== 0) this.#figures.push({ ref, measure, goods, workOrderId, placeId, quantity, at, cause });
  }

  /** The states of these codes change, though no row is written about each of them. */
  touches(ranges: readonly Range[]): void {
    this.#touched.push(...ranges);
  }

  /** Whether there is nothing to write. */
  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** What it changes, for transactions that have read codes without the capture lock. */
  changes(): Changes {
    const packedCodes = this.#packed.flatMap(({ children, parent }) => [...children, parent]);
    const unpackedCodes = this.#unpacked.flatMap(({ child, parent }) => [child, parent]);
    const codes = [...this.#codes, ...this.#filled].map(({ code }) => code);
    return {
      // Holds and closures are read with any code.
      everything: this.#held.length + this.#released.length + this.#spans.length > 0,
      codes: [...codes, ...this.#packages.keys(), ...packedCodes, ...unpackedCodes],
      ranges: [...this.#touched, ...this.#printed.map(({ range }) => range)],
    };
  }

  /** Writes everything, with one statement for each table; ids are given to the events first. */
  async write(sql: Connection, calendar: Calendar, { alongside, whileCopying }: Writing): Promise<void> {
    if (this.isEmpty) return;
    await Promise.all([announceRecording(sql), this.#giveIds(sql)]);
    const eventCodes = this.#named();
    const writes = Promise.all([
      writeEvents(
        sql,
        this.#events.map(({ event, ref }) => ({ ...event, id: idOf(ref) })),
        [...eventCodes, ...this.#filled.map(withId)],
      ),
      writeNamed(sql, eventCodes),
      writePastPackings(sql, this.#past()),
      writePackages(sql, [...this.#packages.values()]),
      writeSpans(sql, 'printed_codes', this.#printed.map(withId)),
      writeSpans(sql, 'event_range', this.#spans.map(withId)),
      writeStock(sql, this.#stock()),
      this.#writeFigures(sql, calendar),
      alongside(),
    ]);
    // Prepared while PostgreSQL executes the statements above.
    const packings = packingRows(this.#packings());
    await writes;
    // Holds copy columns of their events, which have to be written.
    await writeHolds(sql, this.#held.map(withId), this.#heldOn.map(withId), this.#released.map(withId));
    // Last, because a connection takes no other statement during COPY.
    const copied = writePackings(sql, packings);
    whileCopying();
    await copied;
  }

  /** The packings that still hold at the end of the group. */
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
    return this.#codes.map(({ ref, ...row }) => ({ ...row, event: idOf(ref), at: ref.at, placeId: ref.placeId }));
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

/** A row with the id of its event in place of the reference. */
const withId = <Row extends { readonly ref: EventRef }>({ ref, ...row }: Row) => ({ ...row, event: idOf(ref) });

/** Merges rows with the same key. */
function summed<Row>(rows: readonly Row[], keyOf: (row: Row) => string, add: (row: Row, more: Row) => Row): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? row : add(sum, row));
  }
  return [...sums.values()];
}
