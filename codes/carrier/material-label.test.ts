import { expect, test } from 'vitest';
import { materialLabel } from './material-label.ts';

const gs = '\x1d';
const nothing = { gtin: null, lot: null, produced: null, expires: null, amount: null, unit: null, faults: [] };

test.each([
  ['elements in brackets', '(01)06901234000016(10)G-77(17)290630'],
  ['what a scanner sends', ']C101069012340000161729063010G-77'],
  ['with a separator', `010690123400001610G-77${gs}17290630`],
])('reads material, lot and expiry from %s', (_, label) => {
  expect(materialLabel(label)).toMatchObject({ gtin: '06901234000016', lot: 'G-77', expires: '2029-06-30' });
});

test('reads counts, weights, and a day 00 as the last of its month', () => {
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

test('takes a short plain text as a lot, and reports what it does not understand', () => {
  expect(materialLabel('  GL-2026/014 ')).toMatchObject({ ...nothing, lot: 'GL-2026/014' });
  expect(materialLabel('')).toMatchObject(nothing);
  expect(materialLabel('(17)261399(10)A')).toMatchObject({
    lot: 'A',
    expires: null,
    faults: [{ kind: 'date', ai: '17' }],
  });
  const link = 'https://supplier.example.com/traceability/01/09506000134352/10/LOT-2026-000017?17=270930&3103=000189';
  expect(materialLabel(link)).toMatchObject({
    ...{ gtin: '09506000134352', lot: 'LOT-2026-000017', expires: '2027-09-30', amount: 0.189, unit: 'kg', faults: [] },
  });
  expect(materialLabel('(01)09506000134352(7003)2812312359')).toMatchObject({ expires: '2028-12-31' });
  const unread: [string, string][] = [
    [']C1010950600013435210A2021121092220084115197', 'length'],
    ['0109506000134351' + '17270930' + '10L7', 'check_digit'],
    ['(01)09506000134352(17)260431', 'date'],
    ['(01)123456789012312(10)12345', 'length'],
    [']C101A2345678901231', 'characters'],
    ['https://supplier.example.com/lots/17', 'value'],
    ['A lot number that is far too long', 'value'],
  ];
  for (const [label, kind] of unread) {
    const read = materialLabel(label);
    expect([label, read.faults.map((fault) => fault.kind)]).toEqual([label, expect.arrayContaining([kind])]);
    if (!label.includes('12345')) expect([label, read.lot]).toEqual([label, null]);
  }
  // The bar code of the sack names the material, and no lot of it.
  expect(materialLabel('9506000134352')).toMatchObject({ ...nothing, gtin: '09506000134352' });
});
