import type { TextKey } from '../i18n/textKeys.ts';
import { type Moment, momentOf, parseTime } from './parseTime.ts';

export type Translate = (key: TextKey, params: Readonly<Record<string, unknown>>) => string;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a time was, if less than two days; else the time itself, in local time or as `write` formats it. */
export function formatTime(
  time: Moment,
  t: Translate,
  now: Date = new Date(),
  write: (time: Moment) => string = parseTime,
): string {
  const seconds = (now.getTime() - momentOf(time).getTime()) / 1000;
  // A time in the future, beyond the difference of clocks, is not "ago".
  if (seconds <= -30) return write(time);
  if (seconds < 30) return t('time.justNow', {});
  if (seconds < hour) return t('time.minutesAgo', { count: Math.max(1, Math.floor(seconds / minute)) });
  if (seconds < day) return t('time.hoursAgo', { count: Math.floor(seconds / hour) });
  if (seconds < 2 * day) return t('time.oneDayAgo', {});
  return write(time);
}

/** How long ago, or how long until then, in one unit: minutes under an hour, hours under a day, else days. */
export function timeAgo(time: Moment, t: Translate, now: Date = new Date()): string {
  const minutes = Math.floor(Math.abs(now.getTime() - momentOf(time).getTime()) / 60_000);
  if (minutes < 60) return t('time.minutes', { count: minutes });
  if (minutes < 24 * 60) return t('time.hours', { count: Math.floor(minutes / 60) });
  return t('time.days', { count: Math.floor(minutes / (24 * 60)) });
}

/** How long ago a time was, for display beside the time itself: never a date. */
export const since = (time: Moment, t: Translate, now: Date = new Date()): string =>
  formatTime(time, t, now, () => t('time.ago', { span: timeAgo(time, t, now) }));
