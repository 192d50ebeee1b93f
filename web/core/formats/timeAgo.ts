import type { Translate } from './formatTime.ts';
import { type Moment, momentOf } from './parseTime.ts';

/** How long ago, or how long until then, in one unit: minutes under an hour, hours under a day, else days. */
export function timeAgo(time: Moment, t: Translate, now: Date = new Date()): string {
  const minutes = Math.floor(Math.abs(now.getTime() - momentOf(time).getTime()) / 60_000);
  if (minutes < 60) return t('time.minutes', { count: minutes });
  if (minutes < 24 * 60) return t('time.hours', { count: Math.floor(minutes / 60) });
  return t('time.days', { count: Math.floor(minutes / (24 * 60)) });
}
