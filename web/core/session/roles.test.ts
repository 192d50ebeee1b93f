import { expect, test, vi } from 'vitest';
import { holdsOneOf, rolesOf } from './roles.ts';

const button = (menu_button_code: string, selected: boolean) => ({ menu_button_code, selected });

test("the user's roles are the menu_key of every selected menu plus every selected menu_button_code", () => {
  const roles = rolesOf([
    { menu_key: 'base', selected: true, listMenuButtons: [] },
    { menu_key: 'productlist', selected: true, listMenuButtons: [button('productlist:add', true), button('x', false)] },
    { menu_key: 'records', selected: false, listMenuButtons: [button('records:close', true)] },
  ]);
  expect(roles).toEqual(['base', 'productlist', 'productlist:add', 'records:close']);
});

test('always admits administrators', () => {
  expect(holdsOneOf(['admin'], ['records:close'])).toBe(true);
});

test('admits only those who hold one of the roles', () => {
  expect(holdsOneOf(['a', 'b'], ['b', 'c'])).toBe(true);
  expect(holdsOneOf(['a'], ['b', 'c'])).toBe(false);
});

test("element permission check requires a non-empty role list; otherwise it fails with 'need roles!'", () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(holdsOneOf(['a'], [])).toBe(false);
  expect(logged).toHaveBeenCalledWith('need roles!');
  logged.mockRestore();
});
