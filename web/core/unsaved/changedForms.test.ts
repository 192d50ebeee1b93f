import { expect, test } from 'vitest';
import { hasChanges, isLostOnTheWay } from './changedForms.ts';

test('what is empty is the same however it is written', () => {
  const begun = { name: null, logo: undefined, tags: [], texts: {} };
  expect(hasChanges(begun, { name: '', logo: null, tags: undefined, texts: { zh: '' } })).toBe(false);
  expect(hasChanges(begun, { name: '云泉' })).toBe(true);
  expect(hasChanges({ name: '云泉' }, { name: '' })).toBe(true);
});

test('what was changed and changed back has no changes; values are compared through and through', () => {
  const begun = { levels: [{ count: 6 }, { count: 24 }], sort: 0, on: false };
  expect(hasChanges(begun, { levels: [{ count: 6 }, { count: 24 }], sort: 0, on: false })).toBe(false);
  expect(hasChanges(begun, { levels: [{ count: 6 }, { count: 12 }] })).toBe(true);
  expect(hasChanges(begun, { levels: [{ count: 6 }] })).toBe(true);
  expect(hasChanges(begun, { sort: 1 })).toBe(true);
  expect(hasChanges(begun, { on: true })).toBe(true);
});

test('zero and no are something, and not empty', () => {
  expect(hasChanges({ sort: null, on: undefined }, { sort: 0 })).toBe(true);
  expect(hasChanges({ sort: null, on: undefined }, { on: false })).toBe(true);
});

test('moments are the same when they are the same moment', () => {
  const moment = () => new Date('2026-11-21T08:00:00Z');
  expect(hasChanges({ at: moment() }, { at: moment() })).toBe(false);
  expect(hasChanges({ at: moment() }, { at: new Date(0) })).toBe(true);
});

test('only the fields that are asked for count', () => {
  expect(hasChanges({ id: 3, name: 'a' }, { name: 'a' })).toBe(false);
});

test('a form is kept behind its tab, and lost at another address of its screen or outside of the console', () => {
  const at = (pathname: string, search = '') => ({ pathname, search });
  const form = { place: at('/productaddedit', '?id=1') };
  expect(isLostOnTheWay(form, at('/productlist'))).toBe(false);
  expect(isLostOnTheWay(form, at('/'))).toBe(false);
  expect(isLostOnTheWay(form, at('/productaddedit', '?id=1'))).toBe(false);
  expect(isLostOnTheWay(form, at('/productaddedit', '?id=2'))).toBe(true);
  expect(isLostOnTheWay(form, at('/404'))).toBe(false);
  expect(isLostOnTheWay(form, at('/login'))).toBe(true);
  expect(isLostOnTheWay({ place: at('/profile/index') }, at('/productlist'))).toBe(true);
});
