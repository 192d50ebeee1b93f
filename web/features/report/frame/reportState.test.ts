import { collect, dateYield } from '@suyuan/contract/report/production.ts';
import { expect, test } from 'vitest';
import { intoRow, readReport, stretchOf, writeReport } from './reportState.ts';

const read = (query: string, report: typeof collect | typeof dateYield = dateYield) =>
  readReport(new URLSearchParams(query), report);

test('writes all settings but the defaults into the address', () => {
  for (const address of [
    '',
    'period=this_month&group=line&compare=true&team_id=4&charted=bound%2Cpacked',
    'from=2026-01-01&to=2026-01-31&group=week',
    'tab=figures&period=today',
  ]) {
    expect(writeReport(read(address), dateYield).toString()).toBe(address);
  }
});

test('ignores settings that the report does not have', () => {
  const state = read('period=ages&group=dealer&from=soon&to=2026-01-01&product_id=x&charted=gold', collect);
  expect(state).toMatchObject({ period: 'last30', group: 'day', narrowed: {}, charted: undefined });
});

test('narrows to the days or the thing of a row when stepping in', () => {
  const days = { from: '2026-01-10', to: '2026-02-20' };
  const into = (query: string, key: string, report: typeof collect | typeof dateYield = dateYield) => {
    const state = intoRow(read(query, report), key, days, report);
    return state && writeReport(state, report).toString();
  };
  expect(into('group=month', '2026-01')).toBe('from=2026-01-10&to=2026-01-31');
  expect(into('', '2026-01-12')).toBe('from=2026-01-12&to=2026-01-12&group=order');
  expect(into('', '2026-01-12', collect)).toBe('from=2026-01-12&to=2026-01-12&group=product');
  expect(into('group=line', '7')).toBe('group=order&line_id=7');
  expect(into('group=order', '7')).toBe('order_id=7');
  expect(into('group=line', '0')).toBeUndefined();
  expect(into('group=shift', '06:00-14:00')).toBeUndefined();
});

test('computes the length of months and weeks', () => {
  expect(stretchOf('month', '2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(stretchOf('month', '2025-12')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(stretchOf('week', '2025-12-29')).toEqual({ from: '2025-12-29', to: '2026-01-04' });
});
