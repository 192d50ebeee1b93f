import { expect, test } from 'vitest';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { groupsAbove, type MenuEntry, menuTree } from './menuTree.ts';

const route = (name: string, meta: RouteRecord['meta'] = {}, children?: readonly RouteRecord[]): RouteRecord => ({
  name,
  path: `/${name}`,
  meta: { title: name, ...meta },
  ...(children ? { children } : {}),
});
const names = (entries: readonly MenuEntry[]): string =>
  entries.map(({ name, children }) => (children ? `${name}(${names(children)})` : name)).join(' ');

test('leaves out hidden routes', () => {
  expect(names(menuTree([route('a'), route('b', { hidden: true })]))).toBe('a');
  expect(names(menuTree([route('g', {}, [route('a'), route('b'), route('c', { hidden: true })])]))).toBe('g(a b)');
});

test('shows a group with one visible child as a single item', () => {
  const hidden = route('detail', { hidden: true });
  expect(names(menuTree([route('g', { icon: 'box' }, [route('only'), hidden])]))).toBe('only');
  expect(names(menuTree([route('g', {}, [route('h', {}, [route('only')])])]))).toBe('only');
  expect(menuTree([route('g', { icon: 'box' }, [route('only')])])[0]?.icon).toBe('box');
});

test('keeps a group with a single child if alwaysShow is set', () => {
  expect(names(menuTree([route('g', { alwaysShow: true }, [route('only')])]))).toBe('g(only)');
});

test('leaves out empty groups', () => {
  expect(menuTree([route('g', {}, [route('a', { hidden: true })]), route('h', {}, [])])).toEqual([]);
});

test('marks external links', () => {
  const [entry] = menuTree([{ ...route('docs'), path: 'https://example.com' }]);
  expect(entry).toMatchObject({ external: true, path: 'https://example.com' });
});

test('opens the groups above the current screen', () => {
  const entries = menuTree([route('g', {}, [route('a'), route('h', {}, [route('b'), route('c')])])]);
  expect(groupsAbove(entries, 'c')).toEqual(['g', 'h']);
  expect(groupsAbove(entries, 'x')).toBeUndefined();
});
