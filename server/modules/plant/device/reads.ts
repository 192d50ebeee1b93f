import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import { fastestLine } from '@suyuan/contract/plant/line/production-line.ts';

export type Counters = NonNullable<InputOf<typeof deviceHeartbeat>['counters']>;

/** What a machine counted before, and up to when its reads are accounted for, in epoch milliseconds. */
export interface CountedBefore {
  readonly counters: Counters;
  readonly until: number;
}

/** What a machine read since its last counters. */
export interface Read {
  readonly reads: number;
  readonly goodReads: number;
  /** Up to when its reads are accounted for now. */
  readonly until: number;
  /** Reads that its line cannot have made in that time; they are told to people, and not counted. */
  readonly doubted: number | null;
}

/** A line may be faster than its nominal speed for a while. */
const margin = 2;
/** Heartbeats arrive a little earlier or later than they were sent. */
const jitterMs = 60_000;

/**
 * Reads since the last counters, and the good ones among them. A machine that counts less than before began again at zero. More
 * than its line can have read since is doubted: the time that the reads take at twice the nominal speed (units a minute; that of
 * the fastest line where it is not known) is added to `until`, which must not pass the present by more than a minute. So a minute
 * of grace is given once, and not with each heartbeat (GCRA, the leaky bucket of traffic policing).
 */
export function readSince(
  before: CountedBefore | undefined,
  counters: Counters,
  { now, speed }: { readonly now: number; readonly speed: number | null },
): Read {
  const { consumed, defective } = counters;
  // What a machine counted before it is first heard of is of no known time.
  if (!before || consumed === undefined || defective === undefined)
    return { reads: 0, goodReads: 0, until: Math.max(now, before?.until ?? now), doubted: null };
  const { consumed: consumedBefore = 0, defective: defectiveBefore = 0 } = before.counters;
  const isSame = consumed >= consumedBefore && defective >= defectiveBefore;
  const reads = consumed - (isSame ? consumedBefore : 0);
  const end = before.until + (reads / ((speed ?? fastestLine) * margin)) * 60_000;
  if (end > now + jitterMs) return { reads: 0, goodReads: 0, until: Math.max(now, before.until), doubted: reads };
  const goodReads = Math.max(0, reads - (defective - (isSame ? defectiveBefore : 0)));
  return { reads, goodReads, until: Math.max(now, end), doubted: null };
}
