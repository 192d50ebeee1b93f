import type { FastifyBaseLogger } from 'fastify';
import { isOutage } from '../database/database.ts';
import { machineFull } from '../refusal.ts';

/** Lines with one reason within a period of so many milliseconds. */
const [most, period] = [5, 10_000];
/** Reasons that are counted apart. */
const maxReasons = 100;

/**
 * Logs what hits many calls at once, such as an outage: some lines for each reason, so that a call can be found, and then how many there
 * were, instead of thousands.
 */
export class RecurringWarnings {
  readonly #message: string;
  readonly #counts = new Map<string, { since: number; times: number }>();

  constructor(message: string) {
    this.#message = message;
  }

  warn(log: FastifyBaseLogger, reason: string): void {
    const kind = reason.replaceAll(/\d+/g, '');
    const now = performance.now();
    const before = this.#counts.get(kind);
    if (before && now - before.since < period) {
      before.times += 1;
      if (before.times <= most) log.warn({ reason }, this.#message);
      return;
    }
    const more = before && before.times > most ? { more: before.times - most } : {};
    if (this.#counts.size >= maxReasons) this.#counts.clear();
    this.#counts.set(kind, { since: now, times: 1 });
    log.warn({ reason, ...more }, this.#message);
  }
}

const outages = new RecurringWarnings('work in the background could not be done, and is tried again');

/** Logs that work in the background failed: without its stack, and not each time, if the database or the disk is the reason. */
export function tellFailure(log: FastifyBaseLogger, error: unknown, message: string): void {
  const full = machineFull(error);
  if (full || isOutage(error)) outages.warn(log, `${message}: ${String(full?.cause ?? (error as Error).message)}`);
  else log.error(error, message);
}
