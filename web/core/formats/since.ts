import { formatTime, type Translate } from './formatTime.ts';
import type { Moment } from './parseTime.ts';
import { timeAgo } from './timeAgo.ts';

/** How long ago a time was, for display beside the time itself: never a date. */
export const since = (time: Moment, t: Translate, now: Date = new Date()): string =>
  formatTime(time, t, now, () => t('time.ago', { span: timeAgo(time, t, now) }));
