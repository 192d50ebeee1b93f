import type { FastifyBaseLogger } from 'fastify';
import { tellFailure } from '../http/recurring.ts';
import type { Jobs } from './jobs.ts';

/** Something with regular housekeeping, such as deleting rows after their retention period. */
export interface Sweeping {
  sweep(): Promise<void>;
}

const hour = 3600;

/** Runs housekeeping once an hour or in another period. All sweeps of a period run on one server, one after the other. */
export class Sweeps {
  readonly #all = new Map<number, Sweeping[]>();
  readonly #jobs: Jobs;
  readonly #log: FastifyBaseLogger;
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(jobs: Jobs, log: FastifyBaseLogger) {
    this.#jobs = jobs;
    this.#log = log;
  }

  /** Registers a sweep, before jobs are opened; `every` is in seconds. */
  add(sweep: Sweeping, every = hour): void {
    const some = this.#all.get(every) ?? [];
    if (some.length === 0) this.#jobs.serveChore(choreOf(every), () => this.#sweep(some));
    this.#all.set(every, some);
    some.push(sweep);
  }

  start(): void {
    this.#timers = Array.from(this.#all.keys(), (every) =>
      setInterval(() => void this.#ask(every), every * 1000).unref(),
    );
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Every server asks; the queue accepts one request in a period. */
  async #ask(every: number): Promise<void> {
    await this.#jobs.askForChore(choreOf(every), every).catch((error) => this.#fail(error));
  }

  async #sweep(some: readonly Sweeping[]): Promise<void> {
    for (const one of some) await one.sweep().catch((error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    tellFailure(this.#log, error, 'a sweep failed');
  }
}

const choreOf = (every: number): string => (every === hour ? 'sweep' : `sweep-${every}`);
