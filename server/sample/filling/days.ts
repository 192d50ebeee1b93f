/** Moments of the month before now, as milliseconds; a day begins where the enterprise is. */

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Days of which there are work orders and scans. */
export const monthDays = 30;

/** Minutes east of Greenwich where the enterprise is. */
export const utcOffset = 480;
const zone = utcOffset * minute;

/** When a day began, so many days ago. */
export const midnight = (ago: number): number => Math.floor((Date.now() + zone) / day) * day - zone - ago * day;

/** The day itself. */
export const dayOf = (ago: number): string => new Date(midnight(ago) + zone).toISOString().slice(0, 10);
