import type { FastifyBaseLogger } from 'fastify';
import type { Jobs } from './jobs.ts';

/** Keeps something for a time only, or does what nobody waits for. */
export interface Sweeping {
  /** Forgets what was kept long enough. */
  sweep(): Promise<void>;
}

const hour = 3600;

/** Has every one of them sweep once an hour, or as often as it asks for, all of the same period on one of the servers. */
export class Sweeps {
  readonly #all = new Map<number, Sweeping[]>();
  readonly #jobs: Jobs;
  readonly #log: FastifyBaseLogger;
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(jobs: Jobs, log: FastifyBaseLogger) {
    this.#jobs = jobs;
    this.#log = log;
  }

  /** `every`: seconds. Before the jobs are opened. */
  add(sweeping: Sweeping, every = hour): void {
    const some = this.#all.get(every) ?? [];
    if (some.length === 0) this.#jobs.serveChore(choreOf(every), () => this.#sweep(some));
    this.#all.set(every, some);
    some.push(sweeping);
  }

  start(): void {
    this.#timers = Array.from(this.#all.keys(), (every) =>
      setInterval(() => void this.#ask(every), every * 1000).unref(),
    );
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Every server asks; the queue takes one of them in a period. */
  async #ask(every: number): Promise<void> {
    await this.#jobs.askForChore(choreOf(every), every).catch((error) => this.#fail(error));
  }

  async #sweep(some: readonly Sweeping[]): Promise<void> {
    for (const one of some) await one.sweep().catch((error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.#log.error(error, 'a sweep failed');
  }
}

const choreOf = (every: number): string => (every === hour ? 'sweep' : `sweep-${every}`);
