import type { SelectQueryBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productAdd, productPage, productSortColumns } from '../../../contract/base.ts';
import { brandAdd } from '../../../contract/base-brands.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { pageQueries } from '../../platform/list.ts';
import { type TestServer, testServer } from '../../test-server.ts';
import { productList } from './products.ts';

let server: TestServer;
let database: Database;
let brand: number;
const many = 30_000;

beforeAll(async () => {
  server = await testServer();
  database = openDatabase(server.databaseUrl, 2);
  ({ id: brand } = await server.data(brandAdd, { brand_code: 'B', brand_name: '云泉' }));
  const below = await server.data(brandAdd, { brand_code: 'B1', brand_name: '云泉·典藏', parent_id: brand });
  const names = [
    ['N-1', '云泉·典藏 53°', '500 mL × 6'],
    ['N-2', '重庆小面', "Dan's 100% \\ _wheat"],
    ['N-3', 'ＷＩＤＥ 酒', null],
  ];
  for (const [product_code, product_name, spec] of names) {
    await server.data(productAdd, {
      product_code: product_code as string,
      product_name: product_name as string,
      spec: spec ?? null,
      brand_id: below.id,
    });
  }
  // The index is made once rather than row by row.
  await server.sql`drop index product_search`;
  await server.sql`
    insert into product (product_code, product_name, gtin, search_text, created_at, updated_at, status)
    select 'mass-' || n, '批量酒 ' || n, '690' || lpad(n::text, 10, '0'),
      'mass-' || n || ' 批量酒 ' || n || ' 690' || lpad(n::text, 10, '0') || ' plj piliangjiu',
      now() - n * interval '1 minute', now() - n * interval '1 minute',
      case when n % 50 = 0 then 'disabled' else 'enabled' end
    from generate_series(1, ${many}::int) n`;
  await server.sql`create index product_search on product using gin (search_grams)`;
  await server.sql`vacuum analyze product`;
}, 120_000);
afterAll(async () => {
  await database.close();
  await server.stop();
});

const found = async (query: object) =>
  (await server.data(productPage, query as never)).rows.map(({ product_code }) => product_code);

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
    expect(await found({ brand_id: brand, sort: 'product_code' })).toEqual(['N-1', 'N-2', 'N-3']);
  });

  test('by parts of its columns', async () => {
    expect(await found({ product_name: '庆小' })).toEqual(['N-2']);
    expect(await found({ product_code: 'n-', sort: 'product_code' })).toEqual(['N-1', 'N-2', 'N-3']);
    // What is in the text that is searched but not in the column is not found by the column.
    expect(await found({ product_name: 'n-1' })).toEqual([]);
    expect((await server.data(productPage, { keyword: 'mass-', size: 1 })).total).toBe(many);
  });
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

describe('no page scans all products', () => {
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
  // biome-ignore lint/suspicious/noExplicitAny: whatever it selects
  const planOf = async (query: SelectQueryBuilder<any, any, any>) => {
    const [row] = (await query.explain('json')) as { 'QUERY PLAN': [{ Plan: Plan }] }[];
    return nodesOf((row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
  };
  const scans = (nodes: Plan[]) =>
    nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'product');

  test.each(productSortColumns.flatMap((column) => [column, `-${column}`]))('sorted by %s', async (sort) => {
    const { rows } = pageQueries(productList, database.db, { sort } as never);
    const plan = await planOf(rows);
    expect(scans(plan)).toEqual([]);
    // The order comes out of an index: nothing is sorted but what is equal in it.
    expect(plan.filter((node) => node['Node Type'] === 'Sort')).toEqual([]);
  });

  test.each([
    { keyword: '典藏' },
    { keyword: 'mass-777' },
    { keyword: 'yqdc' },
    { keyword: 'nothing at all' },
    { product_code: 'mass-29999' },
    { gtin: '0000000777' },
    { status: 'disabled' },
    { brand_id: 1 },
    { category: '白酒' },
  ])('%o', async (filters) => {
    const { rows, count } = pageQueries(productList, database.db, filters as never);
    expect(scans(await planOf(rows))).toEqual([]);
    expect(scans(await planOf(count))).toEqual([]);
  });

  test('counting all of them reads nothing that is only joined', async () => {
    const plan = await planOf(pageQueries(productList, database.db, {} as never).count);
    expect(new Set(plan.flatMap((node) => node['Relation Name'] ?? []))).toEqual(new Set(['product']));
  });
});
