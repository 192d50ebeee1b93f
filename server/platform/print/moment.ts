/** A time on paper in the time zone of the enterprise, in a form for all languages: `2026-01-31 08:00:05 UTC+8`. */
export function printedMoment(at: Date | string | null, timeZone: string): string {
  if (at === null) return '';
  const moment = new Date(at);
  // The Swedish locale formats dates and times like this, and the English one writes the offset in ASCII.
  const clock = moment.toLocaleString('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName');
  return `${clock} ${zone?.value.replace('GMT', 'UTC') ?? timeZone}`;
}
