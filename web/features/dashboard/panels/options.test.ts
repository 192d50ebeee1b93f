import { expect, test } from 'vitest';
import { dayNamesIn } from '#core/formats/dayNames.ts';
import { numbersIn } from '#core/formats/useNumbers.ts';
import { languages } from '#core/i18n/languages.ts';
import { mapOption } from '#ui/charts/map/mapOption.ts';
import { verdictOption, verdictShares } from '../figures/verdictShares.ts';
import { trendOption } from './trendOption.ts';

const palette = {
  text: '#111111',
  textSoft: '#555555',
  border: '#dddddd',
  surface: '#ffffff',
  surfaceRaised: '#ffffff',
  theme: '#1890ff',
  success: '#1a7f43',
  warning: '#b06000',
  error: '#cf2a33',
  font: 'sans-serif',
  dark: false,
};
const words = { ...numbersIn('en'), ...dayNamesIn('en'), issued: 'Issued', scanned: 'Scans' };
const seriesOf = (option: object) => (option as { series: Record<string, unknown>[] }).series;

test('trend: draws issued codes as bars and scans as a line, each on its own axis', () => {
  const days = [
    { day: '2026-01-30', issued: 600_000, scanned: 3 },
    { day: '2026-01-31', issued: 0, scanned: 5 },
  ];
  const option = trendOption(days, palette, words);
  expect(seriesOf(option)).toMatchObject([
    { type: 'bar', name: 'Issued', data: [600_000, 0] },
    { type: 'line', name: 'Scans', data: [3, 5], yAxisIndex: 1 },
  ]);
  expect(option.yAxis).toHaveLength(2);
  expect(option.xAxis).toMatchObject({ data: ['Fri, Jan 30', 'Sat, Jan 31'] });
});

test('trend: leaves out what the person may not see', () => {
  const option = trendOption([{ day: '2026-01-31', issued: null, scanned: 5 }], palette, words);
  expect(seriesOf(option)).toMatchObject([{ type: 'line', yAxisIndex: 0 }]);
  expect(option.yAxis).toHaveLength(1);
});

test('trend: labels axes with whole numbers only', () => {
  const option = trendOption([{ day: '2026-01-31', issued: 1000, scanned: 1 }], palette, words);
  // The cast selects the form of axis that was created; the type of ECharts allows others.
  const [, axis] = option.yAxis as unknown as { axisLabel: { formatter: (value: number) => string } }[];
  expect([0, 0.2, 1].map((value) => axis?.axisLabel.formatter(value))).toEqual(['0', '', '1']);
});

test('map: counts by the map’s names, the scale reaching to the largest', () => {
  const provinces = [
    { name: '北京', region: '北京市', scanned: 12 },
    { name: '广东', region: '广东省', scanned: 9 },
  ];
  const option = mapOption(provinces, palette, { ...words, nameOf: (name) => `<${name}>` });
  expect(option.visualMap).toMatchObject({ min: 0, max: 12, text: ['12', '0'] });
  expect(seriesOf(option)).toMatchObject([
    {
      type: 'map',
      map: 'china',
      data: [{ name: '北京', value: 12 }, { name: '广东', value: 9 }, { name: '南海诸岛' }],
    },
  ]);
});

test('map: has a scale even without scans', () => {
  expect(mapOption([], palette, { ...words, nameOf: String }).visualMap).toMatchObject({ min: 0, max: 1 });
});

test('map: shows name and count under the pointer, 0 without scans', () => {
  const option = mapOption([], palette, { ...words, nameOf: () => 'Tibet' });
  // The cast selects the form of tooltip that was created; the type of ECharts allows others.
  const { formatter } = option.tooltip as unknown as { formatter: (item: object) => string };
  expect(formatter({ name: '西藏', value: Number.NaN })).toBe('Tibet<br>Scans <b>0</b>');
  expect(formatter({ name: '西藏', value: 1200 })).toBe('Tibet<br>Scans <b>1,200</b>');
});

test('verdicts: lists all in order with their shares, and no share without scans', () => {
  const shares = verdictShares([
    { verdict: 'void', scanned: 1 },
    { verdict: 'genuine', scanned: 3 },
  ]);
  expect(shares.map(({ verdict, share }) => [verdict, share])).toEqual([
    ['genuine', 0.75],
    ['repeated', 0],
    ['recalled', 0],
    ['lost', 0],
    ['unbound', 0],
    ['void', 0.25],
    ['unknown', 0],
  ]);
  expect(verdictShares([]).every(({ share }) => share === 0)).toBe(true);
});

test('verdicts: draws those that occurred, each in its own colour', () => {
  const option = verdictOption(verdictShares([{ verdict: 'void', scanned: 2 }]), palette, { ...words, nameOf: String });
  expect(seriesOf(option)).toMatchObject([{ data: [{ name: 'void', value: 2, itemStyle: { color: '#cf2a33' } }] }]);
});

test('formats numbers and days in each language', () => {
  const short = languages.map((language) => [language, numbersIn(language).short(600_000)]);
  expect(Object.fromEntries(short)).toEqual({ zh: '60万', en: '600k', es: '600k', ja: '60万' });
  expect([numbersIn('zh').short(123_000_000), numbersIn('ja').short(123_000_000)]).toEqual(['1.2亿', '1.2億']);
  expect(numbersIn('en').share(0.1265)).toBe('12.7%');
  expect(dayNamesIn('zh').shortDay('2026-01-31')).toBe('1/31');
  expect(dayNamesIn('es').shortDay('2026-01-31')).toBe('31/1');
});
