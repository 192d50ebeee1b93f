import { expect, test } from 'vitest';
import { countArrived, notScanned, type Scanned } from './arrived.ts';

const line = (id: number, lot: string | null, loaded: number, received = 0) => ({
  ...{ id, product_code: 'A', lot, loaded, received },
});
const goods = (code: string, units: number, more: Partial<Scanned> = {}): Scanned => ({
  ...{ code, units, product_code: 'A', lot: 'L1', lies_in: null },
  ...more,
});

test('scanned goods count for the line of their lot, then for one of any lot, and what is not scanned is missing', () => {
  const lines = [line(1, null, 6, 3), line(2, 'L1', 3)];
  const counted = countArrived(lines, [goods('C1', 3), goods('C2', 3)]);
  expect(counted.lines.map(({ due, scanned }) => [due, scanned])).toEqual([
    [3, 3],
    [3, 3],
  ]);
  expect(countArrived(lines, [goods('C1', 3)])).toMatchObject({ missing: 3 });
});

test('a case whose pallet was scanned as well is counted once, at any depth', () => {
  const all = [goods('P', 6), goods('C', 3, { lies_in: 'P' }), goods('B', 1, { lies_in: 'C' })];
  expect(countArrived([line(1, null, 6)], all)).toMatchObject({ missing: 0, lines: [{ scanned: 6 }] });
});

test('goods of another product count for no line', () => {
  const counted = countArrived([line(1, null, 6)], [goods('X', 3, { product_code: 'B' })]);
  expect(counted).toMatchObject({ missing: 6, lines: [{ scanned: 0 }] });
});

test('a package of several products counts for what is missing, whatever its lines', () => {
  const counted = countArrived([line(1, null, 6)], [goods('M', 4, { product_code: null, lot: null })]);
  expect(counted.missing).toBe(2);
});

test('codes are to be scanned until they, or something out of them, have been', () => {
  const code = (text: string, received = 0) =>
    ({ code: text, units: 3, received }) as Parameters<typeof notScanned>[0][0];
  const codes = [code('P'), code('Q'), code('R', 3), code('S')];
  const left = notScanned(codes, [goods('C', 3, { lies_in: 'P' }), goods('S', 3)]);
  expect(left.map((one) => one.code)).toEqual(['Q']);
});
