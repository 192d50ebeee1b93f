import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Permission } from '../../contract/menu.ts';
import { Allowed, can } from './allowed.tsx';
import { useSession } from './session.ts';

// Rendered without a browser, a store shows what it was made with.
const shown = (permission: Permission | readonly Permission[], roles: readonly string[]) => {
  vi.spyOn(useSession, 'getInitialState').mockReturnValue({ ...useSession.getState(), roles });
  return renderToStaticMarkup(<Allowed permission={permission}>button</Allowed>);
};
afterEach(() => vi.restoreAllMocks());

test('an element is removed if the user holds none of the roles', () => {
  expect(shown('productlist:add', ['productlist:add'])).toBe('button');
  expect(shown(['productlist:add', 'productlist:update'], ['productlist:update'])).toBe('button');
  expect(shown('productlist:add', ['productlist'])).toBe('');
});

test('admin bypasses element-level checks', () => {
  expect(shown('productlist:delete', ['admin'])).toBe('button');
});

test('the same can be asked outside of an element', () => {
  useSession.setState({ roles: ['records:close'] });
  expect([can('records:close'), can('records:add')]).toEqual([true, false]);
});
