import type { EventInput } from './event-input.ts';
import type { Refused } from './refused.ts';

/** How far the clock of a device may be ahead of that of the server, or behind it, in milliseconds. */
export const clockTolerance = 5 * 60_000;

/** Whether an event that names its own time happened before something that it depends on, which its clock cannot explain. */
export const isTooEarly = ({ at, now }: Pick<EventInput, 'at' | 'now'>, earliest: number): boolean =>
  now !== true && at < earliest - clockTolerance;

export const tooEarly = (code: number, earliest: number): Refused => ({
  code,
  reason: 'time_too_early',
  conflict: new Date(earliest).toISOString(),
});
