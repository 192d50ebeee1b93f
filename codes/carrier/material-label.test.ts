import { expect, test } from 'vitest';
import { materialLabel } from './material-label.ts';

const gs = '\x1d';
const nothing = { gtin: null, lot: null, produced: null, expires: null, amount: null, unit: null };

test.each([
  ['elements in brackets', '(01)06901234000016(10)G-77(17)290630'],
  ['what a scanner sends', ']C101069012340000161729063010G-77'],
  ['with a separator', `010690123400001610G-77${gs}17290630`],
])('reads material, lot and expiry from %s', (_, label) => {
  expect(materialLabel(label)).toMatchObject({ gtin: '06901234000016', lot: 'G-77', expires: '2029-06-30' });
});

test('reads counts, weights, and a day that is the last of its month', () => {
  expect(materialLabel('(02)06901234000016(37)2400(10)K1(11)260215')).toMatchObject({
    amount: 2400,
    unit: null,
    produced: '2026-02-15',
  });
  expect(materialLabel('(01)06901234000016(3102)012550')).toMatchObject({ amount: 125.5, unit: 'kg' });
  expect(materialLabel('010690123400001631020125501728020010K1')).toMatchObject({
    amount: 125.5,
    expires: '2028-02-29',
    lot: 'K1',
  });
});

test('takes anything else for a lot', () => {
  expect(materialLabel('  GL-2026/014 ')).toEqual({ ...nothing, lot: 'GL-2026/014' });
  expect(materialLabel('')).toEqual(nothing);
  expect(materialLabel('(17)261399(10)A')).toEqual({ ...nothing, lot: 'A' });
});
