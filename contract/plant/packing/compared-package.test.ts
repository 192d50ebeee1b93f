import { expect, test } from 'vitest';
import { agrees, compared } from './compared-package.ts';

const codes = (...some: string[]) => some.map((code) => ({ code }));

test('a package agrees with its record if exactly what is recorded was counted', () => {
  expect(agrees(compared(codes('A', 'B'), codes('B', 'A')))).toBe(true);
  expect(agrees(compared(codes('A', 'B'), codes('A')))).toBe(false);
  expect(agrees(compared(codes('A'), codes('A', 'B')))).toBe(false);
  expect(agrees(compared([], []))).toBe(false);
});

test('what is missing and what does not belong there is named', () => {
  const { missing, extra, right } = compared(codes('A', 'B'), codes('B', 'C'));
  expect([missing, extra, right]).toEqual([['A'], codes('C'), codes('B')]);
});
