import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bracketedElements, groupSeparator as gs, scannedElements } from './element-string.ts';

const gtin = '06291041500213';
const sscc = '376104250021234569';

describe('bracketedElements', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    ['no elements', {}],
    ['(1)x(12345)y()z(AB)', {}],
    [`(01)${gtin}(21)ABC`, { '01': gtin, 21: 'ABC' }],
    [`SN: (01) 0629 1041 5002 13 (3103) 001 520 (21) A-B`, { '01': gtin, 3103: '001520', 21: 'AB' }],
    ['(21)first(21)second', { 21: 'first' }],
    ['(21)(10)', { 21: '', 10: '' }],
  ])('%j', (text, elements) => expect(Object.fromEntries(bracketedElements(text))).toEqual(elements));
});

describe('scannedElements', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    ['ABC', {}],
    [`01${gtin}17271231`, { '01': gtin, 17: '271231' }],
    [`21ABC${gs}01${gtin}10L`, { 21: 'ABC', '01': gtin, 10: 'L' }],
    [`${gs}00${sscc}${gs}${gs}3724`, { '00': sscc, 37: '24' }],
    [`01${gtin}ABC`, { '01': gtin }],
    ['0106291041', {}],
    ['17ABCDEF21X', {}],
  ])('%j', (text, elements) => expect(Object.fromEntries(scannedElements(text))).toEqual(elements));

  it('reads any elements, in any order, a variable one ended by FNC1', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
    const serial = fc.string({ unit: fc.constantFrom(...'0123456789ABCabc-./'), minLength: 1, maxLength: 20 });
    const elements = fc.uniqueArray(
      fc.oneof(
        fc.tuple(fc.constant('01'), digits(14)),
        fc.tuple(fc.constant('00'), digits(18)),
        fc.tuple(fc.constantFrom('11', '15', '17'), digits(6)),
        fc.tuple(fc.constant('20'), digits(2)),
        fc.tuple(fc.constantFrom('10', '21', '22', '37', '91'), serial),
      ),
      { selector: ([ai]) => ai, maxLength: 8 },
    );
    const isFixed = (ai: string) => /^0|^1[1-9]|^20/.test(ai);
    fc.assert(
      fc.property(elements, (pairs) => {
        const text = pairs.map(([ai, value]) => ai + value + (isFixed(ai) ? '' : gs)).join('');
        expect([...scannedElements(text)]).toEqual(pairs);
        expect([...scannedElements(text.endsWith(gs) ? text.slice(0, -1) : text)]).toEqual(pairs);
      }),
    );
  });
});

// What takes time by the square of the length would not end within the time of a test.
it.each([
  '(',
  '(21)',
  '( ',
  '(21',
  '(21 ',
  '(21)-',
  `10${gs}`,
  `91X${gs}`,
  gs,
  '21',
  '17271231',
  `01${gtin}`,
  ' ',
  '-',
])('%j without end is read in one go', (piece) => {
  for (const lead of ['', '(21)', `01${gtin}`, '(']) {
    const text = (lead + piece.repeat(100_000)).slice(0, 300_000);
    expect(bracketedElements(text).size).toBeLessThanOrEqual(1);
    expect(scannedElements(text).size).toBeLessThanOrEqual(3);
  }
});
