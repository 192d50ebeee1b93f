import { pageTitle } from '@suyuan/contract/app-title.ts';
import { menuNodes } from '@suyuan/contract/menu.ts';
import { describe, expect, test } from 'vitest';
import { permittedRoutes } from '../session/usePermittedRoutes.ts';
import { resolve } from './resolve.ts';
import type { RouteRecord } from './routeRecord.ts';
import { gatedRoutes, routeOf, staticRoutes } from './routes.ts';

const screen = (name: string, more: Partial<RouteRecord['meta']> = {}): RouteRecord => ({
  name,
  path: `/${name}`,
  meta: { title: name, roles: [name, 'admin'], ...more },
});
const group = (name: string, ...children: RouteRecord[]): RouteRecord => ({ ...screen(name), children });
const open = (route: RouteRecord): RouteRecord => ({ ...route, meta: { title: route.name } });
const names = (routes: readonly RouteRecord[]): string =>
  routes.map(({ name, children }) => (children ? `${name}(${names(children)})` : name)).join(' ');

const tree = [
  group('base', screen('product'), open(screen('help'))),
  group('plant', screen('line')),
  open(screen('free')),
];

describe('routes of a role', () => {
  test('admin sees all routes', () => {
    expect(permittedRoutes(tree, ['admin'])).toBe(tree);
  });

  test('other users see routes whose meta.roles contain at least one of their roles, recursively over children', () => {
    expect(names(permittedRoutes(tree, ['base', 'product', 'line']))).toBe('base(product help) free');
    expect(names(permittedRoutes(tree, ['plant', 'base', 'line']))).toBe('base(help) plant(line) free');
  });

  test('routes without meta.roles are visible to everyone', () => {
    expect(names(permittedRoutes(tree, ['nothing']))).toBe('free');
  });

  test('each gated node lists a role equal to its route name, plus admin', () => {
    expect(routeOf({ key: 'records', path: '/r' }).meta.roles).toEqual(['records', 'admin']);
    expect(routeOf({ key: 'buttonpower', path: '/b', open: true }).meta.roles).toBeUndefined();
  });

  test('every node of the contract is a route with its path, title and flags', () => {
    const flat = (routes: readonly RouteRecord[]): RouteRecord[] =>
      routes.flatMap((route) => [route, ...flat(route.children ?? [])]);
    const routes = new Map(flat(gatedRoutes).map((route) => [route.name, route]));
    for (const { node } of menuNodes()) {
      expect(routes.get(node.key)).toMatchObject({ path: node.path, meta: { title: `menu.${node.key}` } });
    }
  });
});

describe('paths inside the layout', () => {
  const all = [...staticRoutes, ...tree];
  const mine = [...staticRoutes, ...permittedRoutes(tree, ['base', 'product'])];
  const to = (path: string) => resolve(path, mine, all);

  test("'' redirects to dashboard", () => expect(to('/')).toEqual({ kind: 'go', to: '/dashboard' }));
  test('dashboard: pinned tab, not cached', () => {
    expect(to('/dashboard')).toMatchObject({ kind: 'screen', route: { meta: { affix: true, noCache: true } } });
  });
  test('/profile redirects to /profile/index (hidden, not cached)', () => {
    expect(to('/profile')).toEqual({ kind: 'go', to: '/profile/index' });
    expect(to('/profile/index')).toMatchObject({ route: { meta: { hidden: true, noCache: true } } });
  });
  test('a group redirects to its first visible child', () =>
    expect(to('/base')).toEqual({ kind: 'go', to: '/product' }));
  test('/home goes to the first screen of the gated tree', () =>
    expect(to('/home')).toEqual({ kind: 'go', to: '/product' }));
  test('any unknown path redirects to /404', () => expect(to('/nowhere')).toEqual({ kind: 'go', to: '/404' }));
  test('a screen the roles do not permit redirects to /401', () =>
    expect(to('/line')).toEqual({ kind: 'go', to: '/401' }));
  test('accepts a trailing slash', () => expect(to('/product/')).toEqual({ kind: 'go', to: '/product' }));
  test('/redirect/:path* is the refresh helper', () => {
    expect(to('/redirect/product')).toEqual({ kind: 'refresh', to: '/product' });
    for (const bare of ['/redirect', '/redirect/', '/Redirect']) expect(to(bare)).toEqual({ kind: 'refresh', to: '/' });
    expect(to('/redirect//elsewhere.example')).toEqual({ kind: 'refresh', to: '/elsewhere.example' });
  });
});

test('the tab title is the translated route title plus the app title', () => {
  expect(pageTitle('首页')).toBe('首页 - 4.1.0追溯系统');
  expect(pageTitle(undefined)).toBe('4.1.0追溯系统');
});
