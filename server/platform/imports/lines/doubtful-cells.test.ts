import { expect, test } from 'vitest';
import { doubtOf } from './doubtful-cells.ts';

test.each([
  ['12.000', '12', '12000'],
  ['1.500', '1.5', '1500'],
  ['12,000', '12', '12000'],
  ['123.456', '123.456', '123456'],
])('the number %s is refused with both readings', (cell, one, other) => {
  expect(doubtOf('amount', 'number', cell, false)).toEqual({
    ...{ path: 'amount', reason: 'ambiguous_number', params: { one, other } },
  });
});

test('a number that can be read in one way only is in no doubt', () => {
  for (const cell of ['12', '1.5', '1.50', '0.125', '12000', '1234.567', '-3'])
    expect([cell, doubtOf('amount', 'number', cell, false)]).toEqual([cell, undefined]);
  expect(doubtOf('amount', 'number', '1.125', true)).toBeUndefined();
  expect(doubtOf('amount', 'number', '12.000', true)).toMatchObject({ reason: 'ambiguous_number' });
});

test('a day is in doubt if day and month could be exchanged', () => {
  expect(doubtOf('day', 'day', '01/11/2026', false)).toEqual({
    ...{ path: 'day', reason: 'ambiguous_day', params: { one: '2026-11-01', other: '2026-01-11' } },
  });
  for (const cell of ['2026/11/01', '11/11/2026', '25/11/2026'])
    expect([cell, doubtOf('day', 'day', cell, false)]).toEqual([cell, undefined]);
});

test('an identifier is not what a spreadsheet makes of one', () => {
  expect(doubtOf('lot', 'identifier', '1.23457E+17', false)).toEqual({ path: 'lot', reason: 'shortened_number' });
  expect(doubtOf('lot', 'identifier', '#REF!', false)).toEqual({ path: 'lot', reason: 'error_in_cell' });
  expect(doubtOf('note', 'text', '=A1', false)).toBeUndefined();
});
