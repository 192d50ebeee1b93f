import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '#platform/database/database.ts';
import { onOneConnection } from '#platform/database/transaction.ts';
import {
  type Captured,
  type CaptureParts,
  type CheckedEvents,
  checkEvents,
  ordersNamedBy,
  writeEvents,
} from './checked-events.ts';
import type { EventInput } from './context/event-input.ts';
import { OrderAllowance } from './context/labels-at-hand.ts';
import { needing } from './context/readings.ts';
import { lastEventId } from './context/write-events.ts';

/** The events of one batch. `next` returns those of the following batch, or undefined while they are not known. */
interface Batch {
  readonly inputs: readonly EventInput[];
  readonly next: () => readonly EventInput[] | undefined;
}

/** A batch that is being checked while the one before it is still being written. */
interface Ahead {
  readonly inputs: readonly EventInput[];
  /** Undefined if the early check failed: then the batch is checked under its own lock. */
  readonly checked: Promise<CheckedEvents | undefined>;
  readonly before: CheckedEvents;
  /** The last event id drawn when the early check began, by `before`, whose rows may not have been visible to it. */
  readonly lastEvent: number;
}

type WithCaptureLock = <Result>(work: (sql: Connection) => Promise<Result>) => Promise<Result>;

/**
 * Writes many batches of one source, each in a transaction under the capture lock. While PostgreSQL copies the rows of
 * one batch, the next is read and checked on another connection. Once its transaction holds the lock, that early check is valid if nobody else held the
 * lock since, if the two batches have no code or package in common, and if its work orders are unchanged and have room for what
 * it makes; otherwise it is repeated.
 */
export class EventSeries {
  readonly #parts: CaptureParts;
  readonly #withCaptureLock: WithCaptureLock;
  #ahead: Ahead | undefined;

  constructor(parts: CaptureParts, withCaptureLock: WithCaptureLock) {
    this.#parts = parts;
    this.#withCaptureLock = withCaptureLock;
  }

  /** Captures one batch under the lock; `alongside` writes what belongs with it in the same transaction. */
  async capture(
    { inputs, next }: Batch,
    alongside: (sql: Connection, captured: readonly Captured[]) => Promise<void>,
  ): Promise<void> {
    const ahead = this.#ahead?.inputs === inputs ? this.#ahead : undefined;
    this.#ahead = undefined;
    // Awaited before the lock is taken, so that others may capture meanwhile.
    const early = await ahead?.checked;
    await this.#withCaptureLock(async (sql) => {
      const holds = ahead && early && (await this.#holds(sql, ahead, early));
      const checked = holds ? early : await checkEvents(this.#parts, sql, inputs);
      const captured = await writeEvents(this.#parts, sql, checked, () => {
        const coming = next();
        // Only with representatives is the full list of codes at hand that `areApart` compares.
        if (coming && checked.context.representatives) this.#ahead = this.#lookAhead(coming, checked);
      });
      await alongside(sql, captured);
    });
  }

  #lookAhead(inputs: readonly EventInput[], before: CheckedEvents): Ahead {
    const { orders, effects } = before.context;
    return { inputs, before, lastEvent: effects.lastId, checked: this.#early(inputs, orders).catch(() => undefined) };
  }

  /** Checks a batch against the work orders as the batch before it found them; `#holds` compares them under the batch's own lock. */
  async #early(inputs: readonly EventInput[], orders: CheckedEvents['context']['orders']): Promise<CheckedEvents> {
    return onOneConnection(this.#parts.sql, (connection) =>
      checkEvents(this.#parts, connection, inputs, { orders, ahead: true }),
    );
  }

  async #holds(sql: Connection, { inputs, before, lastEvent }: Ahead, early: CheckedEvents): Promise<boolean> {
    const [last, orders, allowance] = await Promise.all([
      lastEventId(sql),
      ordersNamedBy(this.#parts, sql, inputs),
      OrderAllowance.read(sql, needing(inputs, 'allowance')),
    ]);
    const isAlone = last === lastEvent && early.context.representatives !== undefined;
    const isSame = isDeepStrictEqual(orders, early.context.orders) && early.context.allowance.holds(allowance, orders);
    return isAlone && isSame && areApart(before, early);
  }
}

/** Whether two batches have no code in common, nor a package around their codes. Merges two sorted lists. */
function areApart(one: CheckedEvents, other: CheckedEvents): boolean {
  const [these, those] = [codesAbout(one), codesAbout(other)];
  for (let at = 0, there = 0; at < these.length && there < those.length; ) {
    const [code, coming] = [these[at] as number, those[there] as number];
    if (code === coming) return false;
    if (code < coming) at += 1;
    else there += 1;
  }
  return true;
}

/** The codes that a batch names and all packages around them, sorted. */
function codesAbout({ context: { representatives, ledger } }: CheckedEvents): Float64Array {
  const named = representatives?.named ?? [];
  const read = ledger.ids();
  const codes = new Float64Array(named.length + read.size);
  codes.set(named);
  codes.set([...read], named.length);
  return codes.sort();
}

/** How long one transaction should take at most, in milliseconds: others wait for the capture lock meanwhile. */
const batchTime = 250;

interface Bounds {
  readonly first: number;
  readonly least: number;
  readonly most: number;
}

/** Adapts how many codes of a file are written in one transaction to the time that the last one took. */
export class BatchSize {
  readonly #bounds: Bounds;
  #codes: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#codes = bounds.first;
  }

  get codes(): number {
    return this.#codes;
  }

  /** Runs one transaction and adjusts the size: at most doubled or halved at once, within the bounds. */
  async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const done = await work();
    const { least, most } = this.#bounds;
    const wanted = (this.#codes * batchTime) / (performance.now() - begun);
    this.#codes = Math.floor(Math.min(Math.max(wanted, this.#codes / 2, least), this.#codes * 2, most));
    return done;
  }
}
