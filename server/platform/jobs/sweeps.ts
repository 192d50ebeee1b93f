import type { FastifyBaseLogger } from 'fastify';
import type { Jobs } from './jobs.ts';

/** Keeps something for a time only. */
export interface Sweeping {
  /** Forgets what was kept long enough. */
  sweep(): Promise<void>;
}

const hour = 3600;

/** Has every one of them sweep once an hour, all of them on the same one of the servers. */
export class Sweeps {
  readonly #all: Sweeping[] = [];
  readonly #jobs: Jobs;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;

  constructor(jobs: Jobs, log: FastifyBaseLogger) {
    this.#jobs = jobs;
    this.#log = log;
    jobs.serveChore('sweep', () => this.#sweep());
  }

  add(sweeping: Sweeping): void {
    this.#all.push(sweeping);
  }

  start(): void {
    this.#timer = setInterval(() => void this.#ask(), hour * 1000).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Every server asks; the queue takes one of them in an hour. */
  async #ask(): Promise<void> {
    await this.#jobs.askForChore('sweep', hour).catch((error) => this.#fail(error));
  }

  async #sweep(): Promise<void> {
    for (const one of this.#all) await one.sweep().catch((error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.#log.error(error, 'forgetting old rows failed');
  }
}
