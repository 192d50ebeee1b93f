import type { ReportAnswer } from '@suyuan/contract/thing/report.ts';
import { expect, test } from 'vitest';
import type { Palette } from '#ui/charts/palette.ts';
import { maxThings, reportOption } from './reportOption.ts';
import type { ReportWords } from './reportTexts.ts';

const words: ReportWords = {
  row: (_, { key }) => key,
  shortRow: (_, { key }) => key,
  figure: (_, value) => `${value}`,
  day: (day) => day,
  short: (value) => `${value}`,
};
const palette = { dark: false } as Palette;
const rowsOf = (keys: readonly string[]) => keys.map((key, at) => ({ key, name: key, figures: { packed: at + 1 } }));
const answerOf = (group: ReportAnswer['group'], keys: readonly string[], before?: readonly string[]) => ({
  group,
  rows: rowsOf(keys),
  compared: before ? { from: '', to: '', rows: rowsOf(before), total: {} } : null,
});
const figures = [{ name: 'packed', title: 'Packed', at: 1 }];
const drawn = (answer: ReturnType<typeof answerOf>) => {
  const { series } = reportOption({ answer, figures, palette, words, before: (figure) => `${figure} before` });
  return (series as { type: string; name: string; data: number[] }[]).map(({ type, name, data }) => [type, name, data]);
};
const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);

test('draws a few days as bars, many as a line, and things as bars that fit', () => {
  expect(drawn(answerOf('day', ['1', '2']))).toEqual([['bar', 'Packed', [1, 2]]]);
  expect(drawn(answerOf('day', many(30)))[0]?.[0]).toBe('line');
  const [things] = drawn(answerOf('product', many(30)));
  expect([things?.[0], things?.[2]]).toEqual(['bar', many(maxThings).map((_, at) => at + 1)]);
});

test('compares with the previous period, days by position and things by key', () => {
  expect(drawn(answerOf('day', ['3', '4'], ['1', '2']))[0]).toEqual(['bar', 'Packed before', [1, 2]]);
  expect(drawn(answerOf('product', ['a', 'b'], ['b']))[0]).toEqual(['bar', 'Packed before', [0, 1]]);
});

test('gives each figure its own colour while there are enough', () => {
  // Figures at these positions would have the same colours without `huesOf`.
  const shown = [2, 8, 14, 3].map((at) => ({ name: `f${at}`, title: `f${at}`, at }));
  const answer = { ...answerOf('product', ['a']), rows: [{ key: 'a', name: 'a', figures: {} }] };
  const { series } = reportOption({ answer, figures: shown, palette, words, before: (figure) => figure });
  expect(new Set((series as { color: string }[]).map(({ color }) => color)).size).toBe(4);
});
