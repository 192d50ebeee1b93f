import type { Permission } from '@suyuan/contract/menu.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

// Rendered without a browser, a store would show what it was made with, not what it holds.
const session = vi.hoisted(() => ({
  roles: [] as readonly string[],
  arrangement: { order: [] as readonly string[], off: [] as readonly string[] },
}));
vi.mock('./session.ts', () => ({
  useSession: Object.assign((select: (state: typeof session) => unknown) => select(session), {
    getState: () => session,
  }),
}));
const { Allowed, can } = await import('./allowed.tsx');

const shown = (permission: Permission | readonly Permission[], roles: readonly string[]) => {
  session.roles = roles;
  return renderToStaticMarkup(<Allowed permission={permission}>button</Allowed>);
};

test('an element is removed if the user holds none of the roles', () => {
  expect(shown('productlist:add', ['productlist:add'])).toBe('button');
  expect(shown(['productlist:add', 'productlist:update'], ['productlist:update'])).toBe('button');
  expect(shown('productlist:add', ['productlist'])).toBe('');
});

test('admin bypasses element-level checks', () => {
  expect(shown('productlist:delete', ['admin'])).toBe('button');
});

test('the same can be asked outside of an element', () => {
  session.roles = ['records:close'];
  expect([can('records:close'), can('records:add')]).toEqual([true, false]);
});

test('what is switched off for everyone is gone for admin, too', () => {
  session.arrangement = { order: [], off: ['records:close'] };
  expect(shown('records:close', ['admin', 'records:close'])).toBe('');
  expect(shown(['records:close', 'records:add'], ['admin'])).toBe('button');
  session.arrangement = { order: [], off: [] };
});
