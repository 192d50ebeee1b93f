import { expect, test } from 'vitest';
import { countOf, fitOf, isFull, isShort, type OpenPackage } from './open-package.ts';

/** A pallet for four cases of three, with one of them in it. */
const pallet: OpenPackage = {
  ...{ code: 'P', level: 4, capacity: 12, contentsLevel: 3, maxContents: 4, before: 3, contentsBefore: 1 },
  children: [],
};
const caseOf = (code: string, units = 3) => ({ code, level: 3, units, liesIn: null });
const filledBy = (...cases: readonly string[]): OpenPackage => ({
  ...pallet,
  children: cases.map((code) => ({ code, units: 3 })),
});

test('takes what fits, once', () => {
  expect(fitOf(pallet, caseOf('A'))).toBe('fits');
  expect(fitOf(filledBy('A'), caseOf('A'))).toBe('repeated');
  expect(fitOf(pallet, { ...caseOf('A'), liesIn: 'P' })).toBe('repeated');
  expect(fitOf(pallet, caseOf('P'))).toBe('repeated');
});

test('says no to another package, to more than fits, and to a level that is skipped', () => {
  expect(fitOf(pallet, { ...caseOf('Q'), level: 4 })).toBe('still_open');
  expect(fitOf(filledBy('A', 'B', 'C'), caseOf('D'))).toBe('too_many');
  expect(fitOf(pallet, { code: 'U', level: 1, units: 1, liesIn: null })).toBe('skips_level');
});

test('counts what lies directly in it, with what was in it before', () => {
  expect(countOf(filledBy('A'))).toEqual({ there: 2, most: 4 });
  expect([isShort(filledBy('A')), isFull(filledBy('A'))]).toEqual([true, false]);
  expect([isShort(filledBy('A', 'B', 'C')), isFull(filledBy('A', 'B', 'C'))]).toEqual([false, true]);
  expect(isFull({ ...pallet, capacity: null })).toBe(false);
});
