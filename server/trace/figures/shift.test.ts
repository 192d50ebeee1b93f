import { expect, test } from 'vitest';
import { clockIn, type Shift, shiftAt } from './shift.ts';

const night: Shift = { teamId: 1, start: 22 * 60, end: 6 * 60, own: true };
const day: Shift = { teamId: 2, start: 8 * 60, end: 16 * 60, own: true };
const at = (time: string, on = '2026-03-10') => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { day: on, minute: hours * 60 + minutes };
};
const shiftOf = (shifts: readonly Shift[], time: string) => {
  const { teamId, day: began } = shiftAt(shifts, at(time));
  return `${teamId} ${began}`;
};

test('a shift over midnight belongs to the day it began', () => {
  expect(shiftOf([night], '22:00')).toBe('1 2026-03-10');
  expect(shiftOf([night], '23:59')).toBe('1 2026-03-10');
  expect(shiftOf([night], '00:00')).toBe('1 2026-03-09');
  expect(shiftOf([night], '05:59')).toBe('1 2026-03-09');
});

test('working early or late counts for the nearer shift', () => {
  expect(shiftOf([night], '06:20')).toBe('1 2026-03-09');
  expect(shiftOf([night], '21:40')).toBe('1 2026-03-10');
  expect(shiftOf([day], '07:50')).toBe('2 2026-03-10');
  expect(shiftOf([day], '16:30')).toBe('2 2026-03-10');
  expect(shiftOf([day], '23:00')).toBe('2 2026-03-10');
  expect(shiftOf([day], '01:00')).toBe('2 2026-03-10');
  expect(shiftOf([day], '23:59')).toBe('2 2026-03-10');
});

test('an order that keeps running is made by the one team on duty', () => {
  const early: Shift = { teamId: 3, start: 6 * 60, end: 14 * 60, own: false };
  expect(shiftOf([night, early], '06:20')).toBe('3 2026-03-10');
  expect(shiftOf([night, early, { ...early, teamId: 4 }], '06:20')).toBe('1 2026-03-09');
  expect(shiftOf([early], '07:00')).toBe('3 2026-03-10');
  expect(shiftOf([early, { ...early, teamId: 4 }], '07:00')).toBe('0 2026-03-10');
  expect(shiftOf([], '07:00')).toBe('0 2026-03-10');
});

test('times are in the zone, also at changes to and from summer time', () => {
  const berlin = clockIn('Europe/Berlin');
  const wall = (moment: string) => berlin(Date.parse(moment));
  expect(wall('2026-03-29T00:59:00Z')).toEqual(at('01:59', '2026-03-29'));
  expect(wall('2026-03-29T01:00:00Z')).toEqual(at('03:00', '2026-03-29'));
  expect(wall('2026-10-25T00:30:00Z')).toEqual(at('02:30', '2026-10-25'));
  expect(wall('2026-10-25T01:30:00Z')).toEqual(at('02:30', '2026-10-25'));
  // The night shift is an hour shorter in spring, an hour longer in autumn, and whole either way.
  for (const moment of ['2026-03-29T03:59:00Z', '2026-10-25T04:59:00Z']) {
    expect(shiftAt([night], wall(moment)).day).toBe(moment.startsWith('2026-03') ? '2026-03-28' : '2026-10-24');
  }
  expect(clockIn('Asia/Shanghai')(Date.parse('2026-01-30T16:00:00Z'))).toEqual(at('00:00', '2026-01-31'));
});
