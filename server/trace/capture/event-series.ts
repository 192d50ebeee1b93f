import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '#platform/database/database.ts';
import type { Captured, CheckedEvents } from './checked-events.ts';
import { type Committed, Outdated, outdated } from './commits.ts';
import { codesOf, type EventInput } from './context/event-input.ts';

/** The events of one batch. `next` returns those of the following batch, or undefined while they are not known. */
interface Batch {
  readonly inputs: readonly EventInput[];
  readonly next: () => readonly EventInput[] | undefined;
}

/** Writes what belongs with a batch in its transaction. May run several times. */
type Alongside = (sql: Connection, captured: readonly Captured[]) => Promise<void>;

type Work<Result> = (sql: Connection) => Promise<Result>;

interface Capturing {
  readonly inBatch: <Result>(work: Work<Result>, committed: Committed) => Promise<Result>;
  readonly beforeLock: <Result>(work: Work<Result>, committed: Committed) => Promise<Result | typeof outdated>;
  readonly check: (sql: Connection, inputs: readonly EventInput[]) => Promise<CheckedEvents>;
  readonly write: (sql: Connection, events: CheckedEvents, whileCopying: () => void) => Promise<Captured[]>;
}

/**
 * How long a batch waits for the one before it, in milliseconds. Whoever needs one of its codes meanwhile waits for its rows, and may
 * hold the lock that the batch before it needs.
 */
const longestWait = 200;

/** A batch that is checked and written while the one before it is, and waits for it. */
interface Ahead {
  readonly inputs: readonly EventInput[];
  /** Commits it; resolves to false if it has to be done again. */
  readonly commit: (alongside: Alongside) => Promise<boolean>;
  readonly abandon: () => Promise<void>;
}

/**
 * Writes many batches of one source in their order, each in a transaction. While PostgreSQL copies the rows of one batch, the next is
 * read, checked and written on another connection, unless the two have a code in common. It commits once the one before it has.
 */
export class EventSeries {
  readonly #capturing: Capturing;
  #ahead: Ahead | undefined;
  /** The number of the last commit. */
  #last: number | undefined;
  #isAlone = false;

  constructor(capturing: Capturing) {
    this.#capturing = capturing;
  }

  /** Whether nobody else has captured events between its last two commits. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  readonly #committed = (commit: number): void => {
    this.#isAlone = commit - 1 === this.#last;
    this.#last = commit;
  };

  /** Captures one batch; `alongside` writes what belongs with it in the same transaction. */
  async capture({ inputs, next }: Batch, alongside: Alongside): Promise<void> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const lookAhead = () => {
      const coming = this.#ahead ? undefined : next();
      if (coming && !haveCommon(inputs, coming)) this.#ahead = this.#begin(coming);
    };
    if (ahead?.inputs === inputs) {
      lookAhead();
      if (await ahead.commit(alongside)) return;
    } else await ahead?.abandon();
    await this.#capturing.inBatch(async (sql) => {
      const events = await this.#capturing.check(sql, inputs);
      await alongside(sql, await this.#capturing.write(sql, events, lookAhead));
    }, this.#committed);
  }

  /** Has to be called at the end, also after an error. */
  async end(): Promise<void> {
    await this.#ahead?.abandon();
    this.#ahead = undefined;
  }

  #begin(inputs: readonly EventInput[]): Ahead {
    const start = Promise.withResolvers<Alongside | undefined>();
    const result = this.#capturing.beforeLock(async (sql) => {
      const events = await this.#capturing.check(sql, inputs);
      const captured = await this.#capturing.write(sql, events, () => {});
      const alongside = await Promise.race([start.promise, pause(longestWait, undefined, { ref: false })]);
      if (!alongside) throw new Outdated();
      await alongside(sql, captured);
    }, this.#committed);
    // An error is thrown when the batch is committed.
    result.catch(() => {});
    return {
      inputs,
      commit: async (alongside) => {
        start.resolve(alongside);
        return (await result) !== outdated;
      },
      abandon: async () => {
        start.resolve(undefined);
        await result.catch(() => {});
      },
    };
  }
}

/** Whether two batches name a code in common. What lies around their codes is compared once the second holds the capture lock. */
function haveCommon(one: readonly EventInput[], other: readonly EventInput[]): boolean {
  const codes = new Set(one.flatMap(codesOf));
  return other.some((input) => codesOf(input).some((code) => codes.has(code)));
}

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

  /**
   * Runs one transaction and adjusts the size to the milliseconds that the next one should take: at most doubled or halved at once,
   * within the bounds.
   */
  async timed<Result>(work: () => Promise<Result>, timeOfNext: () => number): Promise<Result> {
    const start = performance.now();
    const result = await work();
    const { least, most } = this.#bounds;
    const time = timeOfNext();
    const target = (this.#codes * time) / (performance.now() - start);
    this.#codes = Math.floor(Math.min(Math.max(target, this.#codes / 2, least), this.#codes * 2, most));
    return result;
  }
}
