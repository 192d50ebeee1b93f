import { expect, test } from 'vitest';
import { lineFor, objectionsToLot, objectionToUnits, policiesFor, standingOf } from './loading.ts';
import { defaultPolicies } from './loading-rule.ts';

const line = (lot: string | null, quantity: number | null, loaded = 0) => ({ lot, quantity, loaded });

test('goods are on the line of their lot, and on one with room', () => {
  const [any, own, full] = [line(null, 6), line('L1', 6), line('L1', 6, 6)];
  expect(lineFor([any, own], 6)).toBe(own);
  expect(lineFor([any, full], 6)).toBe(any);
  expect(lineFor([full], 6)).toBe(full);
  expect(lineFor([], 6)).toBeUndefined();
});

test('a case is on one line: room on two of them is not room for it', () => {
  const lines = [line(null, 3), line(null, 3)];
  expect(objectionToUnits(lineFor(lines, 6), 6)).toBe('over_quantity');
  expect(objectionToUnits(lineFor(lines, 3), 3)).toBeUndefined();
  expect(objectionToUnits(undefined, 1)).toBe('not_ordered');
  expect(objectionToUnits(line(null, null), 100)).toBeUndefined();
});

const lot = { released: true, expiry: '2026-06-30', production: '2025-06-30' };
const toLoad = { lot, days: 10, minDays: 0, line: line(null, 6), first: undefined };

test.each([
  ['a released lot that lasts', {}, []],
  ['goods without a lot', { lot: undefined, days: null }, ['not_released']],
  ['an expired lot', { days: -1 }, ['expired']],
  ['a lot on its last day', { days: 0 }, []],
  ['a lot that does not last long enough', { minDays: 11 }, ['short_life']],
  ['a lot after another', { first: { expiry: '2026-06-29', production: null } }, ['older_first']],
  ['a lot that is as old', { first: lot }, []],
  ['a lot that was ordered', { line: line('L1', 6), first: { expiry: '2026-01-01', production: null } }, []],
])('%s', (_, more, reasons) => {
  expect(objectionsToLot({ ...toLoad, ...more })).toEqual(reasons);
});

test('what a warehouse warns of is done with a reason, and what it refuses is not', () => {
  expect(standingOf('incomplete', defaultPolicies, false)).toBe('overridable');
  expect(standingOf('incomplete', defaultPolicies, true)).toBe('dropped');
  expect(standingOf('on_hold', defaultPolicies, true)).toBe('final');
  expect(standingOf('packed_elsewhere', defaultPolicies, false)).toBe('dropped');
});

test('a waybill that takes held and expired goods is free of these objections', () => {
  const policies = policiesFor({ policies: defaultPolicies, takesHeld: true, takesExpired: true });
  for (const reason of ['on_hold', 'not_released', 'older_first', 'expired'] as const)
    expect(standingOf(reason, policies, false)).toBe('dropped');
  expect(standingOf('over_quantity', policies, false)).toBe('final');
});
