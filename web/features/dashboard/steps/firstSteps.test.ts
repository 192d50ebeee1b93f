import { expect, test } from 'vitest';
import { isNew, stepsDone } from './firstSteps.ts';

const unknown = { enterprise: undefined, address: undefined, products: undefined, rules: undefined };

test('counts a system as new until a code was issued and scanned', () => {
  expect(isNew({ issued: 0, scanned: 0 })).toBe(true);
  expect(isNew({ issued: 1000, scanned: 0 })).toBe(true);
  expect(isNew({ issued: 1000, scanned: 1 })).toBe(false);
});

test('draws no conclusion from figures that the person may not see', () => {
  expect(isNew({ issued: null, scanned: null })).toBe(false);
  expect(isNew({ issued: null, scanned: 3 })).toBe(false);
  expect(isNew({ issued: 0, scanned: null })).toBe(true);
});

test('ticks off the steps that are done', () => {
  const none = { issued: 0, scanned: 0 };
  expect([...stepsDone(none, unknown)]).toEqual([]);
  expect([...stepsDone(none, { enterprise: true, address: true, products: 2, rules: 1 })]).toEqual([
    'enterprise',
    'productlist',
    'coderule',
  ]);
  expect([...stepsDone(none, { ...unknown, enterprise: false, address: true })]).toEqual([]);
  expect([...stepsDone(none, { ...unknown, enterprise: true, address: false })]).toEqual([]);
  expect([...stepsDone({ issued: 1000, scanned: 1 }, unknown)]).toEqual(['coderule', 'records', 'customerquery']);
});
