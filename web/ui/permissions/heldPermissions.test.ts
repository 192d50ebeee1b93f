import type { MenuTreeNode } from '@suyuan/contract/organ/menu-setting.ts';
import { expect, test } from 'vitest';
import { heldIn, selectionIn, shareOf, withButton, withNode, withView } from './heldPermissions.ts';

const button = (menu_button_code: string, grantable = true) => ({
  menu_button_code,
  button_name: menu_button_code,
  names: {},
  enabled: true,
  added: false,
  always_on: false,
  selected: false,
  grantable,
});
const node = (menu_key: string, more: Partial<MenuTreeNode> = {}): MenuTreeNode => ({
  menu_key,
  menu_name: menu_key,
  names: {},
  enabled: true,
  always_on: false,
  hidden: false,
  always_show: false,
  selected: false,
  half_selected: false,
  grantable: true,
  listMenuButtons: [],
  children: [],
  ...more,
});
const list = node('list', { listMenuButtons: [button('list:add'), button('list:delete', false)] });
const other = node('other');
const group = node('group', { children: [list, other] });
const held = (...permissions: string[]) => new Set(permissions);

test('checks a parent if all below it are checked, and half checks it if some are', () => {
  expect(shareOf(group, held())).toBe('none');
  expect(shareOf(group, held('other'))).toBe('some');
  expect(shareOf(list, held('list', 'list:add'))).toBe('some');
  expect(shareOf(group, held('list', 'list:add', 'list:delete', 'other'))).toBe('all');
});

test('grants what may be granted below a group, and revokes all of it', () => {
  expect(withNode(group, held(), true)).toEqual(held('list', 'list:add', 'other'));
  expect(withNode(group, held('list', 'list:delete', 'elsewhere'), false)).toEqual(held('elsewhere'));
});

test('grants a screen with its button, and revokes buttons with their screen', () => {
  expect(withButton(list, held(), 'list:add', true)).toEqual(held('list', 'list:add'));
  expect(withButton(list, held('list', 'list:add'), 'list:add', false)).toEqual(held('list'));
  expect(withView(list, held('list', 'list:add', 'other'), false)).toEqual(held('other'));
  expect(withView(list, held(), true)).toEqual(held('list'));
});

test('saves unchanged permissions as they were read', () => {
  const tree = [
    node('group', {
      half_selected: true,
      children: [{ ...list, selected: true, listMenuButtons: [{ ...button('list:add'), selected: true }] }, other],
    }),
  ];
  expect(heldIn(tree)).toEqual(held('list', 'list:add'));
  expect(selectionIn(tree, heldIn(tree))).toEqual([
    { menu_key: 'group', selected: false, listMenuButtons: [] },
    { menu_key: 'list', selected: true, listMenuButtons: [{ menu_button_code: 'list:add', selected: true }] },
    { menu_key: 'other', selected: false, listMenuButtons: [] },
  ]);
});
