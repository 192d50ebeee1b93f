import { expect, test } from 'vitest';
import { listText, preferredLanguage, wordsUnder } from './language.ts';

test('a column is named by its list, then by all lists; unnamed columns have no name', () => {
  expect(listText('zh', 'records', 'created_at')).toBe('申请时间');
  expect(listText('zh', 'store', 'created_at')).toBe('创建时间');
  expect(listText('en', 'store', 'status.disabled')).toBe('Disabled');
  expect(listText('en', 'store', 'no_such_column')).toBeUndefined();
});

test('lists use the same words for references, kinds of records, and yes and no', () => {
  expect(['brand_id', 'brand_name'].map((name) => listText('zh', 'productlist', name))).toEqual(['品牌', '品牌']);
  expect(['role_ids', 'role_names'].map((name) => listText('en', 'stafflist', name))).toEqual(['Roles', 'Roles']);
  expect(['parent_id', 'parent_name'].map((name) => listText('en', 'store', name))).toEqual(['Part of', 'Part of']);
  expect([listText('en', 'auditlog', 'thing.brand'), listText('en', 'report', 'group.brand')]).toEqual([
    'Brand',
    'Brand',
  ]);
  expect([listText('es', 'shipto', 'preferred.true'), listText('en', 'recall', 'drill.false')]).toEqual([
    'Sí',
    'Real recall',
  ]);
  // A reference has no words for the choices of others.
  expect(listText('en', 'productlist', 'product_name.brand')).toBeUndefined();
});

test('yes and no are read in switch columns only', () => {
  expect(['是', 'yes', 'no', 'いいえ'].map((word) => wordsUnder('shipto', 'preferred', true).get(word))).toEqual([
    'true',
    'true',
    'false',
    'false',
  ]);
  expect(wordsUnder('shipto', 'address').get('yes')).toBeUndefined();
});

test('cells are read in the words of their list and of all lists, in every language', () => {
  const words = wordsUnder('productsort', 'status');
  expect(['启用', 'enabled', 'activa', 'activo', '有効'].map((word) => words.get(word))).toEqual(
    Array(5).fill('enabled'),
  );
});

test.each([
  ['zh', 'zh'],
  ['ZH-Hant-TW', 'zh'],
  ['ja;q=0.8, es-MX;q=0.9', 'es'],
  ['en-US, zh;q=0.9, en;q=0.8', 'en'],
  ['rm-CH, eo;q=0.9, ja;q=0.1', 'ja'],
  ['zh;q=0, ja;q=0.5', 'ja'],
  ['ja;q=0.5, *', 'en'],
  ['eo', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  [',;=q;;, q=1;zh ,"', 'en'],
  [`${'eo,'.repeat(4000)}ja`, 'en'],
])('the header “%s” matches %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
