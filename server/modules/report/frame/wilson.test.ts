import { expect, test } from 'vitest';
import { wilson } from './wilson.ts';

const rounded = (part: number, whole: number) => {
  const { least, most } = wilson(part, whole);
  return [least, most].map((bound) => Number(bound.toFixed(4)));
};

test('intervals match the literature', () => {
  // Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
  expect(rounded(81, 263)).toEqual([0.2553, 0.3662]);
  expect(rounded(15, 148)).toEqual([0.0624, 0.1605]);
  expect(rounded(0, 20)).toEqual([0, 0.1611]);
  expect(rounded(1, 29)).toEqual([0.0061, 0.1718]);
});

test('few observations give wide intervals, within zero and one', () => {
  expect(rounded(0, 3)).toEqual([0, 0.5615]);
  expect(rounded(3, 3)).toEqual([0.4385, 1]);
  expect(rounded(2, 1)).toEqual([0.2065, 1]);
  expect(wilson(0, 0)).toEqual({ least: 0, most: 1 });
});
