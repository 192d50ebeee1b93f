import { expect, test } from 'vitest';
import { fingerprintOf, type Grants, permissionsOf } from './held-permissions.ts';

const nothing: Grants = {
  administrator: false,
  ofParty: false,
  granted: [],
  menusOff: [],
  buttonsOff: [],
  buttonsAdded: [],
};

test('an account has the permissions of its roles, an administrator all', () => {
  const granted = ['records', 'records:add'];
  expect(permissionsOf({ ...nothing, granted })).toEqual(new Set(granted));
  const all = permissionsOf({ ...nothing, administrator: true, buttonsAdded: ['records:weigh'] });
  for (const permission of ['base', 'productlist', 'productlist:add', 'records:weigh'])
    expect(all).toContain(permission);
});

test('people of factories and dealers have nothing reserved to the enterprise', () => {
  const granted = [
    'freight',
    'freight:load',
    'freight:rules',
    'recall',
    'recall:add',
    'orderlist:release',
    'productlist',
  ];
  const held = permissionsOf({ ...nothing, ofParty: true, granted });
  expect([...held]).toEqual(['freight', 'freight:load', 'productlist']);
  const all = permissionsOf({ ...nothing, ofParty: true, administrator: true });
  for (const permission of ['recall', 'productsort:add', 'tree:update']) expect(all).not.toContain(permission);
});

test('a disabled menu disables everything below it, for administrators too', () => {
  const granted = ['base', 'productlist', 'productlist:add', 'productlist:weigh', 'records'];
  expect(permissionsOf({ ...nothing, granted, menusOff: ['product'] })).toEqual(new Set(['base', 'records']));
  const all = permissionsOf({
    ...nothing,
    administrator: true,
    menusOff: ['base'],
    buttonsAdded: ['productlist:weigh'],
  });
  for (const permission of ['base', 'product', 'productlist', 'productlist:add', 'productlist:weigh'])
    expect(all).not.toContain(permission);
  expect(all).toContain('records');
});

test("a disabled button is nobody's", () => {
  const granted = ['records', 'records:add'];
  for (const administrator of [false, true]) {
    const held = permissionsOf({ ...nothing, administrator, granted, buttonsOff: ['records:add'] });
    expect([held.has('records'), held.has('records:add')]).toEqual([true, false]);
  }
});

test('the fingerprint distinguishes changed from unchanged permissions', () => {
  const mark = fingerprintOf(new Set(['a', 'b']), '');
  expect(fingerprintOf(new Set(['b', 'a']), '')).toBe(mark);
  expect(fingerprintOf(new Set(['a']), '')).not.toBe(mark);
  expect(fingerprintOf(new Set(['a', 'b']), 'renamed')).not.toBe(mark);
});
