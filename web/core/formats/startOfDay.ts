/** The time at which a day began in a time zone: the day of `now`, or some days before it. */
export function startOfDay(timeZone: string | undefined, daysBefore = 0, now: Date = new Date()): Date {
  const day = new Date(Date.parse(`${dayIn(timeZone, now)}T00:00:00Z`) - daysBefore * 86_400_000);
  // The offset is determined twice: if daylight saving begins or ends in between, the first guess is an hour off.
  const guess = day.getTime() - offsetAt(timeZone, day);
  return new Date(day.getTime() - offsetAt(timeZone, new Date(guess)));
}

/** The UTC offset of a time zone at a time, in milliseconds. */
function offsetAt(timeZone: string | undefined, at: Date): number {
  const seconds = Math.floor(at.getTime() / 1000) * 1000;
  return Date.parse(`${writerOf(timeZone).format(at).replace(' ', 'T')}Z`) - seconds;
}

const dayIn = (timeZone: string | undefined, at: Date): string => writerOf(timeZone).format(at).slice(0, 10);

/** The Swedish date format is that of ISO 8601. */
const writerOf = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone ? { timeZone } : {}),
  });
