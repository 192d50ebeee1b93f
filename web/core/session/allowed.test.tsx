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

test('removes an element without any of its roles', () => {
  expect(shown('productlist:add', ['productlist:add'])).toBe('button');
  expect(shown(['productlist:add', 'productlist:update'], ['productlist:update'])).toBe('button');
  expect(shown('productlist:add', ['productlist'])).toBe('');
});

test('shows everything to an administrator', () => {
  expect(shown('productlist:delete', ['admin'])).toBe('button');
});

test('answers the same outside of elements', () => {
  session.roles = ['records:close'];
  expect([can('records:close'), can('records:add')]).toEqual([true, false]);
});

test('hides what is disabled for everyone from administrators, too', () => {
  session.arrangement = { order: [], off: ['records:close'] };
  expect(shown('records:close', ['admin', 'records:close'])).toBe('');
  expect(shown(['records:close', 'records:add'], ['admin'])).toBe('button');
  session.arrangement = { order: [], off: [] };
});
