import { calendarYears } from '@suyuan/contract/thing/fields.ts';

/** Whether a text is a valid date, `2026-01-31`, within the years that are supported. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return isReckoned(day) && day.toISOString().startsWith(text);
}

/** The same for a time of RFC 3339. Leap seconds are refused. */
export const isMoment = (text: string): boolean => isReckoned(new Date(text));

const isReckoned = (date: Date): boolean =>
  date.getUTCFullYear() >= calendarYears.first && date.getUTCFullYear() <= calendarYears.last;
