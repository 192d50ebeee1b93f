import type { LoggedScan } from '../sending/logged-scan.ts';
import type { Given } from './act.ts';

/** Within this many milliseconds at one place, a code was scanned twice by mistake. */
const justNow = 60_000;

/** Whether a code is found once more: a label that was copied is found in several places. */
export function isAnotherFind({ at, content }: Pick<LoggedScan, 'at' | 'content'>, { position }: Given, now: number) {
  // The clock of a handheld may be set back.
  if (Math.abs(now - at) >= justNow) return true;
  const before = content.position;
  if (!before || !position) return false;
  return metresBetween(before, position) > accuracyOf(before) + accuracyOf(position);
}

type Position = NonNullable<Given['position']>;

/** In metres; what says nothing of it is as inaccurate as phones are in streets. */
const accuracyOf = ({ accuracy = 50 }: Position): number => accuracy;

/** On the ground, good enough for as far as a person walks. */
function metresBetween(one: Position, other: Position): number {
  const degree = 111_320;
  const north = (one.latitude - other.latitude) * degree;
  const east = (one.longitude - other.longitude) * degree * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}
