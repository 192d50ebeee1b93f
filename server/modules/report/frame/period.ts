import { day as msOfDay } from '@suyuan/contract/durations.ts';
import { type Group, isTime, maxDays, type Period, type TimeGroup } from '@suyuan/contract/thing/report.ts';
import type { Fragment, Sql } from '#platform/database/driver/sql.ts';
import { badInput } from '#platform/refusal.ts';

/** The first and the last day, inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * msOfDay).toISOString().slice(0, 10);
const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / msOfDay + 1;

interface PeriodInput {
  readonly period?: Period;
  readonly from?: string;
  readonly to?: string;
}

/** The requested days: a named period relative to today, or any other days. */
export function daysOf({ period = 'last30', from, to }: PeriodInput, today: string): Days {
  if (from === undefined && to === undefined) return periodOn(today, period);
  const days = { from: from ?? (to as string), to: to ?? today };
  if (days.from > days.to) throw badInput({ path: 'to', reason: 'range_reversed' });
  if (lengthOf(days) > maxDays)
    throw badInput({ path: 'period', reason: 'period_too_long', params: { days: maxDays } });
  return days;
}

function periodOn(today: string, period: Period): Days {
  const last = (days: number) => ({ from: dayAfter(today, 1 - days), to: today });
  const month = `${today.slice(0, 7)}-01`;
  switch (period) {
    case 'today':
      return last(1);
    case 'yesterday':
      return { from: dayAfter(today, -1), to: dayAfter(today, -1) };
    case 'last7':
      return last(7);
    case 'last30':
      return last(30);
    case 'last90':
      return last(90);
    case 'this_month':
      return { from: month, to: today };
    case 'last_month':
      return { from: `${dayAfter(month, -1).slice(0, 7)}-01`, to: dayAfter(month, -1) };
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

/** The same number of days immediately before. */
export const daysBefore = (days: Days): Days => ({
  from: dayAfter(days.from, -lengthOf(days)),
  to: dayAfter(days.from, -1),
});

/** The Monday of a day's week. */
const mondayOf = (day: string): string => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The key of the day, week or month that a day is in: its first day, or the month. */
export const startOf = { day: (day: string) => day, week: mondayOf, month: (day: string) => day.slice(0, 7) };

/** The keys of all days, weeks or months in a period, in order. */
export function stretchesIn(days: Days, group: TimeGroup): string[] {
  const keys = Array.from({ length: lengthOf(days) }, (_, at) => startOf[group](dayAfter(days.from, at)));
  return [...new Set(keys)];
}

/** Converts what `to_char` returns into a key: for a week, given as ISO 8601 year and number, the day of its Monday. Keys stay keys. */
export function keyOf(group: TimeGroup, text: string): string {
  const [year = '', week = '', day] = text.split('-');
  if (group !== 'week' || day !== undefined) return text;
  // 4 January is always in the first ISO week.
  return dayAfter(mondayOf(`${year}-01-04`), (Number(week) - 1) * 7);
}

/**
 * SQL that converts the column `key`, a day if rows are grouped by time, into the form that `keyOf` reads. It is applied after
 * grouping by day, when there are few rows.
 */
export const writtenKey = (sql: Sql, group: Group | 'all'): Fragment =>
  group !== 'all' && isTime(group) ? sql`to_char(key, ${keyFormats[group]})` : sql`key`;

/** The formats of `to_char` for days, weeks and months. */
export const keyFormats = { day: 'YYYY-MM-DD', week: 'IYYY-IW', month: 'YYYY-MM' } as const satisfies Record<
  TimeGroup,
  string
>;
