import { expect, test } from 'vitest';
import { hasChanges, isLostOnTheWay } from './changedForms.ts';

test('treats all empty values as equal', () => {
  const begun = { name: null, logo: undefined, tags: [], texts: {} };
  expect(hasChanges(begun, { name: '', logo: null, tags: undefined, texts: { zh: '' } })).toBe(false);
  expect(hasChanges(begun, { name: '云泉' })).toBe(true);
  expect(hasChanges({ name: '云泉' }, { name: '' })).toBe(true);
});

test('compares values deeply, so a change that was undone is none', () => {
  const begun = { levels: [{ count: 6 }, { count: 24 }], sort: 0, on: false };
  expect(hasChanges(begun, { levels: [{ count: 6 }, { count: 24 }], sort: 0, on: false })).toBe(false);
  expect(hasChanges(begun, { levels: [{ count: 6 }, { count: 12 }] })).toBe(true);
  expect(hasChanges(begun, { levels: [{ count: 6 }] })).toBe(true);
  expect(hasChanges(begun, { sort: 1 })).toBe(true);
  expect(hasChanges(begun, { on: true })).toBe(true);
});

test('treats zero and false as values', () => {
  expect(hasChanges({ sort: null, on: undefined }, { sort: 0 })).toBe(true);
  expect(hasChanges({ sort: null, on: undefined }, { on: false })).toBe(true);
});

test('compares times by their moment', () => {
  const moment = () => new Date('2026-11-21T08:00:00Z');
  expect(hasChanges({ at: moment() }, { at: moment() })).toBe(false);
  expect(hasChanges({ at: moment() }, { at: new Date(0) })).toBe(true);
});

test('compares only the given fields', () => {
  expect(hasChanges({ id: 3, name: 'a' }, { name: 'a' })).toBe(false);
});

test('keeps a form behind its tab, and loses it at another address of its screen or outside the console', () => {
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
