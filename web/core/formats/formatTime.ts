import type { TextKey } from '../i18n/textKeys.ts';
import { type Moment, momentOf, parseTime } from './parseTime.ts';

export type Translate = (key: TextKey, params: Readonly<Record<string, unknown>>) => string;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something was while that is under two days, then when it was, by the clock of this machine or as `write` has it. */
export function formatTime(
  time: Moment,
  t: Translate,
  now: Date = new Date(),
  write: (time: Moment) => string = parseTime,
): string {
  const seconds = (now.getTime() - momentOf(time).getTime()) / 1000;
  // What is to come, beyond what two clocks differ by, is not over for so long.
  if (seconds <= -30) return write(time);
  if (seconds < 30) return t('time.justNow', {});
  if (seconds < hour) return t('time.minutesAgo', { count: Math.max(1, Math.floor(seconds / minute)) });
  if (seconds < day) return t('time.hoursAgo', { count: Math.floor(seconds / hour) });
  if (seconds < 2 * day) return t('time.oneDayAgo', {});
  return write(time);
}
