import { expect, test } from 'vitest';
import { arrangedRoutes } from './arranged.ts';
import type { RouteRecord } from './routeRecord.ts';

const route = (name: string, children?: readonly RouteRecord[]): RouteRecord => ({
  name,
  path: `/${name}`,
  meta: {},
  ...(children ? { children } : {}),
});
const routes = [route('a', [route('a1'), route('a2'), route('a3')]), route('b'), route('c')];
const names = (shown: readonly RouteRecord[]): string =>
  shown.map(({ name, children }) => (children ? `${name}(${names(children)})` : name)).join(' ');

test('orders menus as the enterprise arranged them, others last', () => {
  expect(names(arrangedRoutes(routes, { order: ['c', 'a', 'a2', 'a1'], off: [], alwaysShown: [] }))).toBe(
    'c a(a2 a1 a3) b',
  );
  expect(names(arrangedRoutes(routes, { order: [], off: [], alwaysShown: [] }))).toBe('a(a1 a2 a3) b c');
});

test('leaves out disabled menus with everything below them', () => {
  expect(names(arrangedRoutes(routes, { order: [], off: ['a2', 'b'], alwaysShown: [] }))).toBe('a(a1 a3) c');
  expect(names(arrangedRoutes(routes, { order: [], off: ['a'], alwaysShown: [] }))).toBe('b c');
});

test('keeps a group with one entry if the enterprise says so', () => {
  const [a, b] = arrangedRoutes(routes, { order: [], off: [], alwaysShown: ['a'] });
  expect([a?.meta.alwaysShow, b?.meta.alwaysShow]).toEqual([true, undefined]);
});
