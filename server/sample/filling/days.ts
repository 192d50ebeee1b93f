import { day, minute } from '@suyuan/contract/durations.ts';

/** Times of the last month in epoch milliseconds; days begin in the enterprise's time zone. */

/** How many days have work orders and scans. */
export const monthDays = 30;

/** The enterprise's UTC offset in minutes. */
export const utcOffset = 480;
const zone = utcOffset * minute;

/** The beginning of the day this many days ago. */
export const midnight = (ago: number): number => Math.floor((Date.now() + zone) / day) * day - zone - ago * day;

/** The date of the day this many days ago. */
export const dayOf = (ago: number): string => new Date(midnight(ago) + zone).toISOString().slice(0, 10);
