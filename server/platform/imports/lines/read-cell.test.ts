import { fileLanguages } from '@suyuan/contract/languages.ts';
import { dayIn, numberIn } from '@suyuan/contract/thing/written-in.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCell } from './read-cell.ts';

const csv = { isWorkbook: false };
const workbook = { isWorkbook: true };

test.each([
  ['12.000', '12', '12000'],
  ['1.500', '1.5', '1500'],
  ['12,000', '12', '12000'],
  ['123.456', '123.456', '123456'],
])('the ambiguous number %s is refused with both readings', (cell, one, other) => {
  expect(readCell('number', cell, csv)).toEqual({ doubt: { reason: 'ambiguous_number', params: { one, other } } });
});

test('a number with only one reading is accepted', () => {
  for (const cell of ['12', '1.5', '1.50', '0.125', '12000', '1234.567', '-3'])
    expect([cell, readCell('number', cell, csv)]).toEqual([cell, { value: cell }]);
  expect(readCell('number', '1.125', workbook)).toEqual({ value: '1.125' });
  expect(readCell('number', '12.000', workbook)).toMatchObject({ doubt: { reason: 'ambiguous_number' } });
});

test('a date is ambiguous if day and month could be exchanged', () => {
  const doubt = { reason: 'ambiguous_day', params: { one: '2026-01-11', other: '2026-11-01' } };
  expect(readCell('day', '01/11/2026', csv)).toEqual({ doubt });
  expect(readCell('day', '2026/11/01', csv)).toEqual({ value: '2026-11-01' });
  const time = { doubt: { reason: 'ambiguous_day', params: { one: '2026-01-11', other: '2026-11-01' } } };
  expect(readCell('moment', '01/11/2026 8:00', csv)).toEqual(time);
  expect(readCell('moment', '01/11/2026 8:00', { ...csv, language: 'en-US' })).toEqual({ value: '2026-01-11 8:00' });
  expect(readCell('moment', '01/11/2026 8:00', { ...csv, language: 'es' })).toEqual({ value: '2026-11-01 8:00' });
  expect(readCell('moment', '2026-11-01T08:00:00Z', csv)).toEqual({ value: '2026-11-01T08:00:00Z' });
  for (const cell of ['11/11/2026', '25/11/2026']) expect(readCell('day', cell, csv)).toEqual({ value: cell });
});

test('an identifier changed by a spreadsheet is refused', () => {
  expect(readCell('identifier', '１.23457E+17', csv)).toEqual({ doubt: { reason: 'shortened_number' } });
  expect(readCell('identifier', '#REF!', csv)).toEqual({ doubt: { reason: 'error_in_cell' } });
  expect(readCell('identifier', 'Ｌ１', csv)).toEqual({ value: 'L1' });
  expect(readCell('text', '=A1', csv)).toEqual({ value: '=A1' });
});

describe('in the language of the file', () => {
  test.each([
    ['es', '12.000', '12000'],
    ['es', '1.234,50', '1234.5'],
    ['es', '12,000', '12'],
    ['en-US', '12.000', '12'],
    ['en-GB', '1,234,567.8', '1234567.8'],
    ['zh', '12,000', '12000'],
  ] as const)('%s: the number %s is %s', (language, cell, value) => {
    expect(readCell('number', cell, { ...csv, language })).toEqual({ value });
  });

  test.each([
    ['es', '01/11/2026', '2026-11-01'],
    ['en-GB', '25.11.2026', '2026-11-25'],
    ['en-US', '01/11/2026', '2026-01-11'],
    ['ja', '1/11/2026', '2026-01-11'],
    ['es', '2026年11月1日', '2026-11-01'],
  ] as const)('%s: the day %s is %s', (language, cell, value) => {
    expect(readCell('day', cell, { ...csv, language })).toEqual({ value });
  });

  test('other notations are refused with an example', () => {
    for (const [kind, cell] of [
      ['number', '1.5'],
      ['number', '1,234.5'],
      ['day', '11/25/2026'],
    ] as const) {
      const params = { example: expect.stringContaining('31/12/2026') };
      const doubt = { reason: 'not_written_so', params };
      expect([cell, readCell(kind, cell, { ...csv, language: 'es' })]).toEqual([cell, { doubt }]);
    }
    expect(readCell('number', '1.5', { ...workbook, language: 'es' })).toEqual({ value: '1.5' });
  });

  test('what a language exports is read back', () => {
    const thousandths = fc.integer({ min: -1e9, max: 1e9 });
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...fileLanguages), thousandths, days, (language, number, day) => {
        const written = new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(number / 1000);
        expect(Number(numberIn(written, language))).toBe(number / 1000);
        const iso = day.toISOString().slice(0, 10);
        const [year, month, date] = iso.split('-');
        const inOrder = new Intl.DateTimeFormat(language)
          .formatToParts()
          .flatMap(({ type }) => (type === 'day' ? [date] : type === 'month' ? [month] : []));
        expect(dayIn(`${inOrder.join('/')}/${year}`, language)).toBe(iso);
      }),
    );
  });
});
