import type { ApiError } from '#core/api/apiError.ts';
import { consequenceOf } from '#core/api/failure.ts';

/** Statuses of a server that could not look at the request now: time-outs, and too many requests. */
const passing: ReadonlySet<number> = new Set([0, 408, 425, 429]);

/** Whether there was no usable answer (no network, too busy, a server error, or a session that is over): the scans are kept. */
export const isUnheard = (error: ApiError): boolean =>
  passing.has(error.statusCode) || error.statusCode >= 500 || isSignedOut(error);

const isSignedOut = (error: ApiError): boolean => !['none', 'no-access'].includes(consequenceOf(error));

const [firstMs, maxMs] = [1000, 30_000];

/**
 * When to try again: as the server says, else each time after twice as long. Undefined if it is useless before the person has
 * signed in again.
 */
export function afterMs(error: ApiError, failures: number): number | undefined {
  if (isSignedOut(error)) return undefined;
  const { retryAfterSeconds } = error;
  return retryAfterSeconds === undefined ? Math.min(firstMs * 2 ** failures, maxMs) : retryAfterSeconds * 1000;
}
