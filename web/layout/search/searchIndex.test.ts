import zh from '@suyuan/locales/zh/console.json';
import { expect, test } from 'vitest';
import { gatedRoutes, staticRoutes } from '#core/navigation/routes.ts';
import { searchEntries, searchIndex } from './searchIndex.ts';

const entries = searchEntries([...staticRoutes, ...gatedRoutes], (key) => (zh as Record<string, string>)[key] ?? key);
const found = (words: string) =>
  searchIndex(entries)
    .search(words)
    .map(({ item }) => item.path);

test("header search: fuzzy search over visible routes' translated titles and paths", () => {
  expect(found('生码规则')[0]).toBe('/home/tagging/coderule');
  expect(found('coderul')[0]).toBe('/home/tagging/coderule');
  expect(found('产品信息')).toContain('/productlist');
  expect(found('根本没有这个')).toEqual([]);
});

test('does not find hidden routes', () => {
  expect(entries.map(({ path }) => path)).not.toContain('/profile/index');
});

test('shows the groups above an entry', () => {
  expect(entries.find(({ path }) => path === '/productlist')?.title).toEqual(['基础信息', '产品信息', '产品列表']);
});

const entry = (path: string, title: string) => ({ name: title, path, title: [title], external: false });
const foundIn = (all: readonly ReturnType<typeof entry>[], words: string) =>
  searchIndex(all)
    .search(words)
    .map(({ item }) => item.path);

test('header search fuzzy threshold 0.4: four wrong letters of ten are found, five are not', () => {
  const all = [entry('/x', 'abcdefghij')];
  expect(foundIn(all, 'abcdefWXYZ')).toEqual(['/x']);
  expect(foundIn(all, 'abcdeVWXYZ')).toEqual([]);
});

test('title weight 0.7, path weight 0.3: a title found comes before a path found', () => {
  expect(foundIn([entry('/orders', 'zzzz'), entry('/zzzz', 'orders')], 'orders')).toEqual(['/zzzz', '/orders']);
});
