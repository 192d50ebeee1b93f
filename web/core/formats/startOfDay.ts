/** The moment a day began in a zone, so many days before the one that `now` is in. */
export function startOfDay(timeZone: string | undefined, daysBefore = 0, now: Date = new Date()): Date {
  const day = new Date(Date.parse(`${dayIn(timeZone, now)}T00:00:00Z`) - daysBefore * 86_400_000);
  // The clock of the zone at that moment, twice: where it was put forward or back in between, the first is an hour off.
  const guess = day.getTime() - offsetAt(timeZone, day);
  return new Date(day.getTime() - offsetAt(timeZone, new Date(guess)));
}

/** How far the clock of a zone is ahead of the world's, in milliseconds. */
function offsetAt(timeZone: string | undefined, at: Date): number {
  const seconds = Math.floor(at.getTime() / 1000) * 1000;
  return Date.parse(`${writerOf(timeZone).format(at).replace(' ', 'T')}Z`) - seconds;
}

const dayIn = (timeZone: string | undefined, at: Date): string => writerOf(timeZone).format(at).slice(0, 10);

/** Swedish writes dates as ISO 8601 does. */
const writerOf = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone ? { timeZone } : {}),
  });
