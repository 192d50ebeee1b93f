import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let yunquan: number;
const many = 300;

beforeAll(async () => {
  server = await testServer();
  ({ id: yunquan } = await server.data(brand.add, { brand_code: 'B', brand_name: '云泉' }));
  const below = await server.data(brand.add, { brand_code: 'B1', brand_name: '云泉·典藏', parent_id: yunquan });
  const names = [
    ['N-1', '云泉·典藏 53°', '500 mL × 6'],
    ['N-2', '重庆小面', "Dan's 100% \\ _wheat"],
    ['N-3', 'ＷＩＤＥ 酒', null],
  ];
  for (const [product_code, product_name, spec] of names) {
    await server.data(product.add, {
      product_code: product_code as string,
      product_name: product_name as string,
      spec: spec ?? null,
      brand_id: below.id,
    });
  }
  await server.sql`
    insert into product (product_code, product_name, gtin, search_text, created_at, updated_at, status)
    select 'mass-' || n, '批量酒 ' || n, '690' || lpad(n::text, 10, '0'),
      'mass-' || n || ' 批量酒 ' || n || ' 690' || lpad(n::text, 10, '0') || ' plj piliangjiu',
      now() - n * interval '1 minute', now() - n * interval '1 minute',
      case when n % 50 = 0 then 'disabled' else 'enabled' end
    from generate_series(1, ${many}::int) n`;
});
afterAll(() => server.stop());

const found = async (query: object) =>
  (await server.data(product.page, query as never)).rows.map(({ product_code }) => product_code);

describe('a product is found', () => {
  test.each([
    ['典藏', 'N-1'],
    ['藏', 'N-1'],
    ['yqdc', 'N-1'],
    ['yunquan', 'N-1'],
    ['云泉 500', 'N-1'],
    ['500ml', undefined],
    ['500 ML', 'N-1'],
    ['ｎ-１', 'N-1'],
    ['cqxm', 'N-2'],
    ["dan's", 'N-2'],
    ['100%', 'N-2'],
    ['_wheat', 'N-2'],
    ['\\', 'N-2'],
    ['wide', 'N-3'],
    ['小泉', undefined],
    ['d_n', undefined],
    ["' | 'a", undefined],
  ])('by %s: %s', async (keyword, code) => {
    expect(await found({ keyword })).toEqual(code ? [code] : []);
  });

  test('by a brand above its own', async () => {
    expect(await found({ brand_id: yunquan, sort: 'product_code' })).toEqual(['N-1', 'N-2', 'N-3']);
  });

  test('by parts of its columns', async () => {
    expect(await found({ product_name: '庆小' })).toEqual(['N-2']);
    expect(await found({ product_code: 'n-', sort: 'product_code' })).toEqual(['N-1', 'N-2', 'N-3']);
    // What is in the text that is searched but not in the column is not found by the column.
    expect(await found({ product_name: 'n-1' })).toEqual([]);
    expect((await server.data(product.page, { keyword: 'mass-', size: 1 })).total).toBe(many);
  });
});
