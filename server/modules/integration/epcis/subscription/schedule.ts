import type { Schedule } from '@suyuan/contract/integration/subscription.ts';
import { EpcisException } from '../problem/epcis-exception.ts';

/** The parts of a schedule with their least and greatest number (EPCIS 2.0, section 8.2.5.3); days of the week begin on Monday. */
const parts = {
  second: [0, 59],
  minute: [0, 59],
  hour: [0, 23],
  dayOfMonth: [1, 31],
  month: [1, 12],
  dayOfWeek: [1, 7],
} as const satisfies Record<keyof Schedule, readonly [number, number]>;
export type Part = keyof typeof parts;
export const scheduleParts = Object.keys(parts) as Part[];

/** Checks a schedule. Throws for one that is none. */
export function scheduleOf(given: Readonly<Record<string, unknown>>): Schedule {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw wrong(`schedule.${unknown} is not a part of a schedule`);
  if (Object.keys(given).length === 0) throw wrong('schedule must have a part, such as minute');
  for (const part of scheduleParts) {
    const text = given[part];
    if (text !== undefined && (typeof text !== 'string' || !numbersOf(part, text))) {
      throw wrong(`schedule.${part} must be numbers from ${parts[part][0]} to ${parts[part][1]}, as 0,15,[30-45]`);
    }
  }
  if (!nextTime(given as Schedule, new Date(), 'UTC')) throw wrong('schedule names no day that there is');
  return given as Schedule;
}

const wrong = (detail: string): EpcisException => new EpcisException('SubscriptionControlsException', `${detail}.`);

/** The numbers that a part names, ascending; undefined if it is none. */
function numbersOf(part: Part, text: string): number[] | undefined {
  const [least, most] = parts[part];
  const numbers = new Set<number>();
  for (const one of text.split(',')) {
    const [, alone, from = alone, to = alone] = /^(?:(\d{1,2})|\[(\d{1,2})-(\d{1,2})\])$/.exec(one.trim()) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === undefined || first < least || last > most || first > last) return undefined;
    for (let number = first; number <= last; number++) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}

const day = 86_400_000;
/** The 29th of February on one day of the week comes every 28 years, and once after 40. */
const mostDays = 366 * 41;

/** The first moment of a schedule after another one, by the clock of a time zone; undefined if there is none. */
export function nextTime(schedule: Schedule, after: Date, timeZone: string): Date | undefined {
  const numbers = (part: Part): number[] =>
    schedule[part] === undefined ? all(part) : (numbersOf(part, schedule[part]) ?? []);
  const [seconds, minutes, hours] = [numbers('second'), numbers('minute'), numbers('hour')];
  const [days, months, weekdays] = [numbers('dayOfMonth'), numbers('month'), numbers('dayOfWeek')].map(
    (some) => new Set(some),
  );
  const today = Math.floor((after.getTime() + offsetAt(after, timeZone)) / day) * day;
  for (let count = 0; count < mostDays; count++) {
    const midnight = new Date(today + count * day);
    const isDay =
      days?.has(midnight.getUTCDate()) &&
      months?.has(midnight.getUTCMonth() + 1) &&
      weekdays?.has(midnight.getUTCDay() || 7);
    if (!isDay) continue;
    for (const hour of hours) {
      // What is over is passed over as a whole.
      if (momentOf(midnight.getTime() + (hour + 1) * 3_600_000, timeZone) <= after) continue;
      for (const minute of minutes) {
        for (const second of seconds) {
          const moment = momentOf(midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000, timeZone);
          if (moment > after) return moment;
        }
      }
    }
  }
  return undefined;
}

const all = (part: Part): number[] => {
  const [least, most] = parts[part];
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
};

/** The moment at which a clock of the time zone shows a time, which is given as if it were UTC. */
function momentOf(shown: number, timeZone: string): Date {
  const guess = new Date(shown - offsetAt(new Date(shown), timeZone));
  return new Date(shown - offsetAt(guess, timeZone));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** By how much the clock of a time zone is ahead of UTC, in milliseconds. */
function offsetAt(moment: Date, timeZone: string): number {
  const format = formats.getOrInsertComputed(
    timeZone,
    () => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
  );
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /GMT([+-])(\d+)(?::(\d+))?(?::(\d+))?/.exec(name) ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}
