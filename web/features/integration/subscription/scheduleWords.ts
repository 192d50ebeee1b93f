import type { Subscription } from '@suyuan/contract/integration/subscription.ts';
import type { TFunction } from 'i18next';

type Schedule = Subscription['schedule'];

/** A schedule in words: on which days, and when on these. */
export function scheduleWords(schedule: Schedule, t: TFunction, language: string): string {
  if (Object.keys(schedule).length === 0) return t('subscription.stream');
  return [...daysOf(schedule, t, language), ...clockOf(schedule, t)].join(' ');
}

function daysOf({ month, dayOfMonth, dayOfWeek, hour }: Schedule, t: TFunction, language: string): string[] {
  const days = [
    ...(month ? [t('subscription.inMonths', { months: listed(month) })] : []),
    ...(dayOfMonth ? [t('subscription.onDays', { days: listed(dayOfMonth) })] : []),
    ...(dayOfWeek ? [listed(dayOfWeek, (number) => weekday(number, language))] : []),
  ];
  return days.length > 0 || hour === undefined ? days : [t('subscription.everyDay')];
}

function clockOf({ hour, minute, second }: Schedule, t: TFunction): string[] {
  // A time of day, as most are; of a minute without seconds only the first counts.
  if (isNumber(hour) && isNumber(minute) && (second === undefined || isNumber(second))) {
    return [[hour, minute, ...(Number(second ?? 0) > 0 ? [second as string] : [])].map(two).join(':')];
  }
  const seconds =
    second === undefined || Number(second) === 0 ? [] : [t('subscription.inSeconds', { seconds: listed(second) })];
  const minutes =
    minute === undefined ? t('subscription.everyMinute') : t('subscription.inMinutes', { minutes: listed(minute) });
  if (hour !== undefined) return [t('subscription.inHours', { hours: listed(hour) }), minutes, ...seconds];
  return minute === undefined ? [minutes, ...seconds] : [t('subscription.everyHour'), minutes, ...seconds];
}

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d+$/.test(text);
const two = (text: string): string => text.padStart(2, '0');

/** Numbers and ranges as people write them: `[1-5],7` is `1–5, 7`. */
const listed = (text: string, name: (number: number) => string = String): string =>
  text
    .split(',')
    .map((one) =>
      one
        .replace(/[[\] ]/g, '')
        .split('-')
        .map((number) => name(Number(number)))
        .join('–'),
    )
    .join(', ');

/** The name of a day of the week; 1 is Monday, as the first of January 2024 was. */
const weekday = (number: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, number));
