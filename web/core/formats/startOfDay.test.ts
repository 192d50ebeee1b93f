import { expect, test } from 'vitest';
import { startOfDay } from './startOfDay.ts';

test.each([
  ['Asia/Shanghai', 0, '2026-01-31T20:00:00Z', '2026-01-31T16:00:00.000Z'],
  ['Asia/Shanghai', 1, '2026-01-31T15:59:59Z', '2026-01-29T16:00:00.000Z'],
  ['America/New_York', 0, '2026-03-08T20:00:00Z', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', 0, '2026-03-09T20:00:00Z', '2026-03-09T04:00:00.000Z'],
  ['UTC', 0, '2026-01-31T00:00:00Z', '2026-01-31T00:00:00.000Z'],
])('in %s, %i days before the day of %s began at %s', (zone, before, now, began) => {
  expect(startOfDay(zone, before, new Date(now)).toISOString()).toBe(began);
});
