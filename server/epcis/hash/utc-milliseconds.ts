/**
 * A moment in UTC with milliseconds, as the event hash has it: the fourth decimal rounds. A moment that cannot be read stays as it
 * is.
 */
export function utcMilliseconds(moment: string): string {
  const [, seconds = '', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(moment) ?? [];
  if (seconds === '') return moment;
  const digits = fraction.padEnd(4, '0');
  const milliseconds = Number(digits.slice(0, 3)) + (Number(digits[3]) >= 5 ? 1 : 0);
  return new Date(Date.parse(`${seconds}${zone}`) + milliseconds).toISOString();
}
