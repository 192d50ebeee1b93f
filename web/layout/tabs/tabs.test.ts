import { expect, test } from 'vitest';
import { scrollToShow, wheelStep } from './scroll.ts';
import { tabOf, withPinned } from './tabStore.ts';
import {
  allClosed,
  closed,
  dropped,
  nextAfterClosing,
  opened,
  othersClosed,
  remaining,
  type Tab,
  type Tabs,
} from './tabs.ts';

const at = (path: string, search = '') => ({ pathname: path, search, hash: '', state: null, key: 'k' });
const tab = (name: string, more: Partial<Tab> = {}): Tab => ({
  path: `/${name}`,
  location: at(`/${name}`),
  name,
  title: name,
  affix: false,
  noCache: false,
  ...more,
});
const pinned = tab('dashboard', { affix: true, noCache: true });
const after = (...all: Tab[]): Tabs => all.reduce(opened, { visited: [], cached: [] });
const paths = (tabs: Tabs) => tabs.visited.map(({ path }) => path);

test('tabs: added once per path on route change', () => {
  expect(paths(after(pinned, tab('a'), tab('b'), tab('a')))).toEqual(['/dashboard', '/a', '/b']);
});

test('tabs: updated with the current address', () => {
  const tabs = after(tab('a'), tab('b'), tab('a', { location: at('/a', '?page=2') }));
  expect(tabs.visited[0]?.location.search).toBe('?page=2');
});

test('cached views: by name, skipped when meta.noCache', () => {
  expect(after(pinned, tab('a'), tab('a'), tab('b', { noCache: true })).cached).toEqual(['a']);
});

test('tabs: deleted singly; pinned tabs cannot be closed', () => {
  const tabs = after(pinned, tab('a'), tab('b'));
  expect(closed(tabs, '/a')).toMatchObject({ visited: [pinned, { path: '/b' }], cached: ['b'] });
  expect(closed(tabs, '/dashboard')).toBe(tabs);
});

test("tabs: 'others' deleted (pinned kept)", () => {
  const tabs = othersClosed(after(pinned, tab('a'), tab('b'), tab('c')), '/b');
  expect(paths(tabs)).toEqual(['/dashboard', '/b']);
  expect(tabs.cached).toEqual(['b']);
});

test('tabs: all deleted (pinned kept)', () => {
  expect(allClosed(after(pinned, tab('a')))).toEqual({ visited: [pinned], cached: [] });
});

test('closes the tabs of screens that the person lost, with their state', () => {
  const tabs = after(pinned, tab('a'), tab('b'));
  const left = remaining(tabs, (path) => path !== '/b');
  expect(paths(left)).toEqual(['/dashboard', '/a']);
  expect(left.cached).toEqual(['a']);
  expect(remaining(left, () => true)).toBe(left);
});

test('refresh clears the cache of the tab', () => {
  const tabs = dropped(after(tab('a'), tab('b')), '/a');
  expect(paths(tabs)).toEqual(['/a', '/b']);
  expect(tabs.cached).toEqual(['b']);
});

test('goes to the last remaining tab, or the root, after closing the active one', () => {
  expect(nextAfterClosing(after(pinned, tab('a', { location: at('/a', '?q=1') })))).toBe('/a?q=1');
  expect(nextAfterClosing({ visited: [], cached: [] })).toBe('/');
});

test("visited views: title from meta.title, else 'no-name'", () => {
  expect(tabOf({ name: 'a', path: '/a', meta: { title: 'menu.a' } }, at('/a')).title).toBe('menu.a');
  expect(tabOf({ name: 'a', path: '/a', meta: {} }, at('/a')).title).toBe('no-name');
});

test('shows pinned tabs first, from the start', () => {
  const routes = [{ name: 'dashboard', path: '/dashboard', meta: { affix: true } }];
  expect(paths(withPinned(after(tab('a')), routes))).toEqual(['/dashboard', '/a']);
});

test('scrolls the neighbours of the active tab into view, with a padding of 4', () => {
  const bar = { scrollLeft: 100, width: 300, scrollWidth: 1000 };
  expect(scrollToShow(bar, undefined, { left: 50, width: 50 })).toBe(0);
  expect(scrollToShow(bar, { left: 900, width: 50 }, undefined)).toBe(700);
  expect(scrollToShow(bar, { left: 300, width: 50 }, { left: 400, width: 50 })).toBe(154);
  expect(scrollToShow(bar, { left: 80, width: 50 }, { left: 200, width: 50 })).toBe(76);
  expect(scrollToShow(bar, { left: 120, width: 50 }, { left: 250, width: 50 })).toBe(100);
});

test('wheel scroll divided by 4', () => {
  expect(wheelStep({ wheelDelta: -120, deltaY: 100 })).toBe(30);
  expect(wheelStep({ deltaY: 3 })).toBe(30);
});
