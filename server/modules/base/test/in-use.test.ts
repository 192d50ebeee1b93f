import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

test('uses of a row are listed by kind, with their number and first names', async () => {
  const { id } = await server.data(brand.add, { brand_code: 'YQ', brand_name: '云泉' });
  expect(await server.data(brand.users, { id })).toEqual({ kinds: [] });
  await server.data(brand.add, { brand_code: 'YQ-1', brand_name: '云泉窖藏', parent_id: id });
  for (const code of ['P-1', 'P-2', 'P-3', 'P-4']) {
    await server.data(product.add, { product_code: code, product_name: code, brand_id: id });
  }
  expect((await server.data(brand.users, { id })).kinds.map(({ count, names }) => [count, names])).toEqual([
    [1, ['云泉窖藏']],
    [4, ['P-1', 'P-2', 'P-3']],
  ]);
});

test('they are shown only to people who can change or delete rows, for existing rows', async () => {
  const { id } = await server.data(brand.add, { brand_code: 'SX', brand_name: '山霞' });
  const reader = await server.as(['productsort']);
  expect((await server.call(brand.users, { id }, { token: reader })).status).toBe(401);
  const keeper = await server.as(['productsort', 'productsort:update']);
  expect(await server.data(brand.users, { id }, { token: keeper })).toEqual({ kinds: [] });
  expect((await server.call(brand.users, { id: id + 1000 })).status).toBe(404);
});
