import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../../../platform/database/database.ts';
import type { ActInput } from '../acts/acting/act-input.ts';
import { lastEventId } from '../effects/event-ids.ts';
import {
  type Captured,
  type CaptureParts,
  type CheckedActs,
  checkActs,
  ordersNamedBy,
  writeActs,
} from './checked-acts.ts';

/** Acts of one turn, with those of the turn after it, as soon as these are known. */
interface Batch {
  readonly inputs: readonly ActInput[];
  readonly next: () => readonly ActInput[] | undefined;
}

/** Acts that are being checked while those before them are still being written. */
interface Ahead {
  readonly inputs: readonly ActInput[];
  /** Undefined where reading failed: they are checked in their turn. */
  readonly checked: Promise<CheckedActs | undefined>;
  readonly before: CheckedActs;
  /** The last act that there was when they were read, but for those that may still be written then: `before`. */
  readonly lastEvent: number;
}

type InTurn = <Result>(work: (sql: Connection) => Promise<Result>) => Promise<Result>;

/**
 * Many acts of one source, in a turn for each batch of them. While PostgreSQL copies the rows of one, the next is read and
 * checked on another connection. What that finds holds in its own turn when nobody else has had one since, when it is about
 * none of the codes that the batch before it was about, and when its orders are what they were; else it is checked again.
 */
export class ActSeries {
  readonly #parts: CaptureParts;
  readonly #inTurn: InTurn;
  #ahead: Ahead | undefined;

  constructor(parts: CaptureParts, inTurn: InTurn) {
    this.#parts = parts;
    this.#inTurn = inTurn;
  }

  /** Does the acts of a batch, and what is written with them, in one turn. */
  async turn(
    { inputs, next }: Batch,
    alongside: (sql: Connection, captured: readonly Captured[]) => Promise<void>,
  ): Promise<void> {
    const ahead = this.#ahead?.inputs === inputs ? this.#ahead : undefined;
    this.#ahead = undefined;
    // Others may have their turn meanwhile.
    const early = await ahead?.checked;
    await this.#inTurn(async (sql) => {
      const holds = ahead && early && (await this.#holds(sql, ahead, early));
      const checked = holds ? early : await checkActs(this.#parts, sql, inputs);
      const captured = await writeActs(this.#parts, sql, checked, () => {
        const coming = next();
        // Of such batches alone is all that they are about known.
        if (coming && checked.acting.alike) this.#ahead = this.#lookAhead(coming, checked);
      });
      await alongside(sql, captured);
    });
  }

  #lookAhead(inputs: readonly ActInput[], before: CheckedActs): Ahead {
    const { orders, effects } = before.acting;
    return { inputs, before, lastEvent: effects.lastId, checked: this.#early(inputs, orders).catch(() => undefined) };
  }

  /** By the orders as they are now: what they are in their turn is compared with that. */
  async #early(inputs: readonly ActInput[], orders: CheckedActs['acting']['orders']): Promise<CheckedActs> {
    const connection = await this.#parts.sql.reserve();
    try {
      return await checkActs(this.#parts, connection, inputs, { orders, ahead: true });
    } finally {
      connection.release();
    }
  }

  async #holds(sql: Connection, { inputs, before, lastEvent }: Ahead, early: CheckedActs): Promise<boolean> {
    const [last, orders] = await Promise.all([lastEventId(sql), ordersNamedBy(this.#parts, sql, inputs)]);
    const isAlone = last === lastEvent && early.acting.alike !== undefined;
    return isAlone && isDeepStrictEqual(orders, early.acting.orders) && areApart(before, early);
  }
}

/** Whether two batches are about no code together, nor about anything that both lie in. */
function areApart(one: CheckedActs, other: CheckedActs): boolean {
  const [these, those] = [codesAbout(one), codesAbout(other)];
  for (let at = 0, there = 0; at < these.length && there < those.length; ) {
    const [code, coming] = [these[at] as number, those[there] as number];
    if (code === coming) return false;
    if (code < coming) at += 1;
    else there += 1;
  }
  return true;
}

/** The codes that acts name, and all that these were found to lie in, in their order. */
function codesAbout({ acting: { alike, ledger } }: CheckedActs): Float64Array {
  const named = alike?.named ?? [];
  const read = ledger.ids();
  const codes = new Float64Array(named.length + read.size);
  codes.set(named);
  codes.set([...read], named.length);
  return codes.sort();
}
