import { expect, test } from 'vitest';
import { formatTime, since, timeAgo } from './formatTime.ts';
import { parseTime } from './parseTime.ts';
import { numberSuffix } from './useNumbers.ts';

const now = new Date(2026, 6, 15, 12, 0, 0);
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const t = (key: string, params: Readonly<Record<string, unknown>>) => [key, params.count].filter(Boolean).join(' ');

test('time-ago filter: minutes under 1 h, hours under 1 day, else days', () => {
  expect(timeAgo(ago(0), t, now)).toBe('time.minutes');
  expect(timeAgo(ago(59 * 60), t, now)).toBe('time.minutes 59');
  expect(timeAgo(ago(3600), t, now)).toBe('time.hours 1');
  expect(timeAgo(ago(86_399), t, now)).toBe('time.hours 23');
  expect(timeAgo(ago(86_400), t, now)).toBe('time.days 1');
  expect(timeAgo(ago(40 * 86_400), t, now)).toBe('time.days 40');
});

test('shows a future time without "ago"', () => {
  expect(formatTime(ago(-29), t, now)).toBe('time.justNow');
  expect(formatTime(ago(-3600), t, now)).toBe('2026-07-15 13:00:00');
});

test('measures future times like past ones', () => {
  expect(timeAgo(ago(-90), t, now)).toBe('time.minutes 1');
  expect(timeAgo(ago(-7200), t, now)).toBe('time.hours 2');
  expect(timeAgo(ago(-2 * 86_400), t, now)).toBe('time.days 2');
});

test('shows the age beside a date, never a second date', () => {
  const words = (key: string, { span, count }: Readonly<Record<string, unknown>>) =>
    [key, span ?? count].join(' ').trim();
  expect(since(ago(3600), words, now)).toBe('time.hoursAgo 1');
  expect(since(ago(2 * 86_400), words, now)).toBe('time.ago time.days 2');
  expect(since(ago(40 * 86_400), words, now)).toBe('time.ago time.days 40');
});

test('time formatting: under 30 s 刚刚, under an hour minutes ago, under a day hours ago, under two days 1天前', () => {
  expect(formatTime(ago(29), t, now)).toBe('time.justNow');
  expect(formatTime(ago(30), t, now)).toBe('time.minutesAgo 1');
  expect(formatTime(ago(3599), t, now)).toBe('time.minutesAgo 59');
  expect(formatTime(ago(3600), t, now)).toBe('time.hoursAgo 1');
  expect(formatTime(ago(86_399), t, now)).toBe('time.hoursAgo 23');
  expect(formatTime(ago(86_400), t, now)).toBe('time.oneDayAgo');
  expect(formatTime(ago(2 * 86_400 - 1), t, now)).toBe('time.oneDayAgo');
  expect(formatTime(ago(2 * 86_400), t, now)).toBe('2026-07-13 12:00:00');
  expect(formatTime(ago(2 * 86_400), t, now, (time) => parseTime(time, '{y}/{m}'))).toBe('2026/07');
});

test('default date pattern y-m-d h:i:s', () => {
  expect(parseTime(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05');
  expect(parseTime(new Date(2026, 0, 4), '{m}月{d}日 周{a}')).toBe('01月04日 周日');
});

test('10-digit numbers are taken as seconds', () => {
  const moment = new Date(2026, 0, 2, 3, 4, 5).getTime();
  expect(parseTime(moment / 1000)).toBe('2026-01-02 03:04:05');
  expect(parseTime(String(moment / 1000))).toBe('2026-01-02 03:04:05');
  expect(parseTime(moment)).toBe('2026-01-02 03:04:05');
});

test('formats an invalid time as an empty text', () => {
  expect([parseTime(null), parseTime(undefined), parseTime(''), parseTime('yesterday')]).toEqual(['', '', '', '']);
});

test('number formatter suffixes k, M, G, T, P, E', () => {
  const formatted = [999, 1000, 1234, 1.2e6, 3e9, 4.56e12, 7e15, 8e18, -1500, 0].map((value) => numberSuffix(value));
  expect(formatted).toEqual(['999', '1k', '1.2k', '1.2M', '3G', '4.6T', '7P', '8E', '-1.5k', '0']);
  expect(numberSuffix(1_234_567, 3)).toBe('1.235M');
  expect([999_949, 999_950, -999_950, 999_999_999].map((value) => numberSuffix(value))).toEqual([
    '999.9k',
    '1M',
    '-1M',
    '1G',
  ]);
});
