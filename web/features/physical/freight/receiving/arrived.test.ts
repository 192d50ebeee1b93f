import { expect, test } from 'vitest';
import { countArrived, notScanned, type Scanned } from './arrived.ts';

const line = (id: number, lot: string | null, loaded: number, received = 0) => ({
  ...{ id, product_code: 'A', lot, loaded, received },
});
const goods = (code: string, units: number, more: Partial<Scanned> = {}): Scanned => ({
  ...{ code, units, product_code: 'A', lot: 'L1', lies_in: null },
  ...more,
});

test('counts scanned goods for the line of their lot, then for one without a lot', () => {
  const lines = [line(1, null, 6, 3), line(2, 'L1', 3)];
  const counted = countArrived(lines, [goods('C1', 3), goods('C2', 3)]);
  expect(counted.lines.map(({ due, scanned }) => [due, scanned])).toEqual([
    [3, 3],
    [3, 3],
  ]);
  expect(countArrived(lines, [goods('C1', 3)])).toMatchObject({ missing: 3 });
});

test('counts a case once if its pallet was scanned as well, at any depth', () => {
  const all = [goods('P', 6), goods('C', 3, { lies_in: 'P' }), goods('B', 1, { lies_in: 'C' })];
  expect(countArrived([line(1, null, 6)], all)).toMatchObject({ missing: 0, lines: [{ scanned: 6 }] });
});

test('ignores goods of other products', () => {
  const counted = countArrived([line(1, null, 6)], [goods('X', 3, { product_code: 'B' })]);
  expect(counted).toMatchObject({ missing: 6, lines: [{ scanned: 0 }] });
});

test('counts a mixed package for the missing quantity', () => {
  const counted = countArrived([line(1, null, 6)], [goods('M', 4, { product_code: null, lot: null })]);
  expect(counted.missing).toBe(2);
});

test('lists codes until they, or parts of them, are scanned', () => {
  const code = (text: string, received = 0) =>
    ({ code: text, units: 3, received }) as Parameters<typeof notScanned>[0][0];
  const codes = [code('P'), code('Q'), code('R', 3), code('S')];
  const left = notScanned(codes, [goods('C', 3, { lies_in: 'P' }), goods('S', 3)]);
  expect(left.map((one) => one.code)).toEqual(['Q']);
});
