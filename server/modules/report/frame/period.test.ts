import { expect, test } from 'vitest';
import { daysBefore, daysOf, keyOf, stretchesIn } from './period.ts';

test('named periods match a given day', () => {
  const on = (period: Parameters<typeof daysOf>[0]['period']) =>
    Object.values(daysOf({ period: period as never }, '2026-03-01'));
  expect(on('today')).toEqual(['2026-03-01', '2026-03-01']);
  expect(on('last7')).toEqual(['2026-02-23', '2026-03-01']);
  expect(on('this_month')).toEqual(['2026-03-01', '2026-03-01']);
  expect(on('last_month')).toEqual(['2026-02-01', '2026-02-28']);
  expect(on('this_year')).toEqual(['2026-01-01', '2026-03-01']);
});

test('custom days are kept, unless reversed or too many', () => {
  expect(daysOf({ from: '2026-01-01', to: '2026-01-31' }, '2026-03-01')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  });
  expect(daysOf({ from: '2026-02-27' }, '2026-03-01')).toEqual({ from: '2026-02-27', to: '2026-03-01' });
  expect(() => daysOf({ from: '2026-02-02', to: '2026-02-01' }, '2026-03-01')).toThrow();
  expect(() => daysOf({ from: '2020-01-01', to: '2026-02-01' }, '2026-03-01')).toThrow();
});

test('the previous period is as long', () => {
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-01-29', to: '2026-02-28' });
});

test('intervals are whole, also at the turn of the year', () => {
  expect(stretchesIn({ from: '2025-12-30', to: '2026-01-05' }, 'week')).toEqual(['2025-12-29', '2026-01-05']);
  expect(stretchesIn({ from: '2025-12-30', to: '2026-01-05' }, 'month')).toEqual(['2025-12', '2026-01']);
  expect(keyOf('week', '2026-01')).toBe('2025-12-29');
  expect(keyOf('week', '2026-53')).toBe('2026-12-28');
});
