import { expect, test } from 'vitest';
import { artefactIn, mayBeRounded } from './spreadsheet-artefacts.ts';

test.each([
  ['=A1+B1', 'formula_in_cell'],
  ['＝A1', 'formula_in_cell'],
  ['@SUM(A1:A2)', 'formula_in_cell'],
  ['1.23457E+15', 'shortened_number'],
  ['1,2e+15', 'shortened_number'],
  ['2E-3', 'shortened_number'],
  ['169008805821952000', 'shortened_number'],
  ['########', 'error_in_cell'],
  ['#VALUE!', 'error_in_cell'],
  ['#N/A', 'error_in_cell'],
  ['#NAME?', 'error_in_cell'],
  ['#DIV/0!', 'error_in_cell'],
  ["'6900880123001", 'quoted_cell'],
])('%s is recognised as changed by a spreadsheet', (text, artefact) => expect(artefactIn(text)).toBe(artefact));

test.each(['7G2KX09QWZ4M', 'L-2026#1', '#1', 'A=1', '1E', 'E12', '1234567890123456', '2026/11/26', '10%'])(
  '%s is recognised as unchanged',
  (text) => expect(artefactIn(text)).toBeUndefined(),
);

test('a number of more than 15 digits that ends in zeros may be rounded', () => {
  expect(['1234567890123450', '169008805821952000', '1234567890123456', '123456789012340'].map(mayBeRounded)).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
});
