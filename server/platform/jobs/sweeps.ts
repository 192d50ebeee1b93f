import type { FastifyBaseLogger } from 'fastify';

/** Keeps something for a time only. */
export interface Sweeping {
  /** Forgets what was kept long enough. */
  sweep(): Promise<void>;
}

const hour = 3_600_000;

/** Has every one of them sweep once an hour. */
export class Sweeps {
  readonly #all: Sweeping[] = [];
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  add(sweeping: Sweeping): void {
    this.#all.push(sweeping);
  }

  start(): void {
    this.#timer = setInterval(() => void this.#sweep(), hour).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #sweep(): Promise<void> {
    await Promise.all(this.#all.map((one) => one.sweep())).catch((error) =>
      this.#log.error(error, 'forgetting old rows failed'),
    );
  }
}
