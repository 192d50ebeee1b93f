/** `2026-01-31 08:00:05 UTC+8`: a moment on paper, by the clocks of the enterprise, which every language reads alike. */
export function printedMoment(at: Date | string | null, timeZone: string): string {
  if (at === null) return '';
  const moment = new Date(at);
  // Swedish writes days and hours so, and English the zone in letters that every font has.
  const clock = moment.toLocaleString('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName');
  return `${clock} ${zone?.value.replace('GMT', 'UTC') ?? timeZone}`;
}
