import { expect, test } from 'vitest';
import zh from '../../i18n/texts.zh.ts';
import { gatedRoutes, staticRoutes } from '../../navigation/routes.ts';
import { searchEntries, searchIndex } from './searchIndex.ts';

const entries = searchEntries([...staticRoutes, ...gatedRoutes], (key) => zh[key] ?? key);
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

test('hidden routes are not found', () => {
  expect(entries.map(({ path }) => path)).not.toContain('/profile/index');
});

test('an entry shows the groups above it', () => {
  expect(entries.find(({ path }) => path === '/productlist')?.title).toEqual(['基础信息', '产品信息', '产品列表']);
});
