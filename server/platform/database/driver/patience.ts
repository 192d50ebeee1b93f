import type { PipelinedConnection } from './connection.ts';

/** Seconds beyond its `statement_timeout` after which a statement is given up: PostgreSQL should have cancelled it. */
const beyondTimeout = 10;

/** Bounds in seconds; 0 for none. */
export interface Bounds {
  /** `statement_timeout` of the connections. */
  readonly statement: number;
  /** For a free connection. */
  readonly connection: number;
}

interface Waiting {
  readonly since: number;
  seconds: number;
  readonly fail: (error: Error) => void;
}

/**
 * Gives up what waits too long: for a free connection, or for an answer. It counts seconds in which the event loop turned, so that a
 * busy process does not take its own delay for one of the database.
 */
export class Patience {
  readonly #bounds: Bounds;
  readonly #waiting = new Set<Waiting>();
  readonly #silent = new WeakMap<PipelinedConnection, { answers: number; seconds: number }>();
  readonly #timer: NodeJS.Timeout;

  /** `connections` lists those that are open; `abandon` closes one whose answer does not come. */
  constructor(
    bounds: Bounds,
    connections: () => Iterable<PipelinedConnection>,
    abandon: (connection: PipelinedConnection) => void,
  ) {
    this.#bounds = bounds;
    this.#timer = setInterval(() => {
      this.#giveUpWaiting();
      if (bounds.statement === 0) return;
      for (const connection of connections()) if (this.#isOverdue(connection)) abandon(connection);
    }, 1000).unref();
  }

  /** Counts the wait for a free connection until `over` is called. */
  wait(fail: (error: Error) => void): { over: () => boolean } {
    const waiter = { since: performance.now(), seconds: 0, fail };
    this.#waiting.add(waiter);
    return { over: () => this.#waiting.delete(waiter) };
  }

  /** Milliseconds for which whoever waits longest has waited for a free connection. */
  get longest(): number {
    const [first] = this.#waiting;
    return first ? performance.now() - first.since : 0;
  }

  /** Fails all that wait for a free connection. */
  failAll(error: Error): void {
    for (const { fail } of this.#waiting) fail(error);
    this.#waiting.clear();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #giveUpWaiting(): void {
    const { connection: most } = this.#bounds;
    if (most === 0) return;
    for (const waiter of this.#waiting) {
      waiter.seconds += 1;
      if (waiter.seconds <= most) continue;
      this.#waiting.delete(waiter);
      waiter.fail(new Error(`No connection to the database was free for ${most} seconds`));
    }
  }

  #isOverdue(connection: PipelinedConnection): boolean {
    const before = this.#silent.get(connection);
    const { answers, isWaiting, hasOwnTimeout } = connection;
    const seconds = isWaiting && !hasOwnTimeout && before?.answers === answers ? before.seconds + 1 : 0;
    this.#silent.set(connection, { answers, seconds });
    return seconds > this.#bounds.statement + beyondTimeout;
  }
}
