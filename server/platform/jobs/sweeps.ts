import type { FastifyBaseLogger } from 'fastify';

/** Keeps something for a time only. */
export interface Sweeping {
  /** Forgets what was kept long enough. */
  sweep(): Promise<void>;
}

const hour = 3_600_000;

/** Has every one of them sweep once an hour, or as often as it asks for. */
export class Sweeps {
  readonly #all = new Map<number, Sweeping[]>();
  readonly #log: FastifyBaseLogger;
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** `every`: milliseconds. */
  add(sweeping: Sweeping, every = hour): void {
    this.#all.getOrInsert(every, []).push(sweeping);
  }

  start(): void {
    this.#timers = Array.from(this.#all, ([every, some]) => setInterval(() => void this.#sweep(some), every).unref());
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #sweep(some: readonly Sweeping[]): Promise<void> {
    await Promise.all(some.map((one) => one.sweep())).catch((error) => this.#log.error(error, 'a sweep failed'));
  }
}
