import { calendarYears } from '../../../contract/thing/fields.ts';

/** Whether a text is a day that a calendar has, `2026-01-31`, within the years that are reckoned with. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return isReckoned(day) && day.toISOString().startsWith(text);
}

/** The same of a moment of RFC 3339. A leap second is none that anything here can mean. */
export const isMoment = (text: string): boolean => isReckoned(new Date(text));

const isReckoned = (date: Date): boolean =>
  date.getUTCFullYear() >= calendarYears.first && date.getUTCFullYear() <= calendarYears.last;
