import { dealer } from '@suyuan/contract/base/dealer.ts';
import { outFactory } from '@suyuan/contract/base/factory.ts';
import { material, supplier } from '@suyuan/contract/base/material.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SystemDatabase } from '#platform/access/system-database.ts';
import type { Database } from '#platform/database/database.ts';
import { kyselyDialect } from '#platform/database/driver/kysely-dialect.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { ImportJobs } from '#platform/imports/import-jobs.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { nodesIn, type PlanNode } from '#test/harness/plans.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import serveDealers from '../dealer/dealers.serve.ts';
import serveShipTo from '../dealer/ship-to.serve.ts';
import serveProducts from '../product/products.serve.ts';
import serveMaterials from '../supply/materials.serve.ts';
import serveOutsourcing from '../supply/outsourcing.serve.ts';
import serveSuppliers from '../supply/suppliers.serve.ts';
import serveWarehouses from '../warehouse/warehouses.serve.ts';

/** Enough of each that no plan for few rows is a good one. */
const products = 100_000;
const partners = 10_000;

const serveAll = [
  serveProducts,
  serveDealers,
  serveShipTo,
  serveMaterials,
  serveSuppliers,
  serveOutsourcing,
  serveWarehouses,
];

/** Each list with its table, and what a screen searches it by: little is found by each. */
const lists: readonly [call: Call, table: string, rows: number, filters: readonly object[]][] = [
  [
    product.page,
    'product',
    products,
    [
      { keyword: '00077' },
      { keyword: '典藏' },
      { product_code: 'N-999' },
      { gtin: '0000777' },
      { brand_id: 7 },
      { category: '品类 7' },
      { status: 'disabled' },
    ],
  ],
  [
    dealer.page,
    'dealer',
    partners,
    [{ keyword: '00077' }, { parent_id: 7 }, { sells_in: '130100' }, { status: 'disabled' }],
  ],
  [shipTo.page, 'ship_to', 2 * partners, [{ keyword: '00077' }, { dealer_id: 7 }, { status: 'disabled' }]],
  [material.page, 'material', partners, [{ keyword: '00077' }, { supplier_id: 7 }, { status: 'disabled' }]],
  [supplier.page, 'packaging_supplier', partners, [{ keyword: '00077' }, { status: 'disabled' }]],
  [outFactory.page, 'factory', partners, [{ keyword: '00077' }, { status: 'disabled' }]],
  [
    warehouse.page,
    'warehouse',
    partners,
    [{ keyword: '00077' }, { parent_id: 7 }, { factory_id: 7 }, { dealer_id: 7 }, { status: 'disabled' }],
  ],
];

interface Page {
  readonly rows: readonly { readonly id: number }[];
  readonly total: number;
}

let server: TestServer;
let statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
let db: Kysely<Schema>;
const handlers = new Map<Call, (input: object, caller: object) => Promise<Page>>();

beforeAll(async () => {
  server = await testServer();
  // The handlers themselves, on a connection that tells what they ask.
  db = new Kysely({
    dialect: kyselyDialect(server.sql),
    log: ({ query }) => void statements.push(query),
  });
  const serve = (call: Call, handler: never) => handlers.set(call, handler);
  const routes = new Proxy({}, { get: (_, name) => (name === 'serve' ? serve : () => {}) });
  for (const serveList of serveAll)
    serveList(
      {
        routes,
        imports: { add: () => {} } as Partial<ImportJobs>,
        system: new SystemDatabase({ sql: server.sql } as Database),
      } as Services,
      {} as SharedServices,
    );
  await fill(server);
}, 180_000);
afterAll(() => server.stop());

async function fill({ sql }: TestServer): Promise<void> {
  const columns = 'created_at, updated_at, status, search_text';
  const values = `now() - n * interval '1 minute', now() - n * interval '1 minute',
    case when n % 50 = 0 then 'disabled' else 'enabled' end, to_char(n, 'FM000000') || ' 批量 pl'`;
  await sql.begin(async (all) => {
    // Indexes are made once rather than row by row.
    const indexes = await all<{ indexname: string; indexdef: string }[]>`
      select indexname, indexdef from pg_indexes where schemaname = 'public' and indexname like '%_search'`;
    for (const { indexname } of indexes) await all.unsafe(`drop index ${indexname}`);
    await all.unsafe(`
      insert into brand (brand_code, brand_name) select 'B' || n, '品牌 ' || n from generate_series(1, 100) n;
      insert into product (product_code, product_name, gtin, category, brand_id, ${columns})
        select 'N-' || n, '批量 ' || n, '690' || lpad(n::text, 10, '0'), '品类 ' || n % 100, 1 + n % 100, ${values}
        from generate_series(1, ${products}) n;
      insert into dealer (dealer_code, dealer_name, dealer_level, ${columns})
        select 'N-' || n, '批量 ' || n, 1 + n % 4, ${values} from generate_series(1, ${partners}) n;
      update dealer set parent_id = 1 + id % 100 where id > 100;
      insert into dealer_area select id, (110000 + id % 500 * 100)::text from dealer;
      insert into ship_to (dealer_id, ship_to_code, ship_to_name, ${columns})
        select 1 + n % ${partners}, 'N-' || n, '批量 ' || n, ${values} from generate_series(1, 2 * ${partners}) n;
      insert into factory (factory_code, factory_name, kind, ${columns})
        select 'N-' || n, '批量 ' || n, 'external', ${values} from generate_series(1, ${partners}) n;
      insert into warehouse (warehouse_code, warehouse_name, warehouse_type, factory_id, dealer_id, ${columns})
        select 'N-' || n, '批量 ' || n, 'finished', case when n % 2 = 0 then n end, case when n % 2 = 1 then n end, ${values}
        from generate_series(1, ${partners}) n;
      update warehouse set parent_id = 1 + id % 100 where id > 100;
      insert into packaging_supplier (supplier_code, supplier_name, ${columns})
        select 'N-' || n, '批量 ' || n, ${values} from generate_series(1, ${partners}) n;
      insert into material (material_code, material_name, kind, supplier_id, ${columns})
        select 'N-' || n, '批量 ' || n, 'packaging', n, ${values} from generate_series(1, ${partners}) n`);
    for (const { indexdef } of indexes) await all.unsafe(indexdef);
  });
  await sql`vacuum analyze`;
}

async function pageOf(call: Call, input: object): Promise<Page> {
  statements = [];
  return (await handlers.get(call)?.(input, { db, language: 'zh', account: { account_type: 1 } })) as Page;
}

/** What the statements of a page make PostgreSQL do: of the rows' statement, and of the count's. */
async function workFor(call: Call, input: object): Promise<{ rows: PlanNode[]; count: PlanNode[] }> {
  await pageOf(call, input);
  const work = { rows: [] as PlanNode[], count: [] as PlanNode[] };
  for (const { sql, parameters } of [...statements]) {
    const plan = await server.sql.unsafe(`explain (format json) ${sql}`, parameters as never[]);
    work[/^select count\(\*\)/.test(sql) ? 'count' : 'rows'].push(...nodesIn(plan));
  }
  return work;
}

/** Reads a whole table, or sorts as much. */
const isLong = (table: string) => (node: PlanNode) =>
  (node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table) ||
  (node['Node Type'] === 'Sort' && node['Plan Rows'] > 1_000);

const sortsOf = (call: Call): string[] =>
  (call.input as unknown as { properties: { sort: { enum: string[] } } }).properties.sort.enum;

describe.each(lists)('$path', (call, table, total, filters) => {
  test.each(filters)('by %o uses an index, and is counted by it', async (filter) => {
    const { rows, count } = await workFor(call, filter);
    expect(rows.filter(isLong(table))).toEqual([]);
    expect(count.filter(isLong(table))).toEqual([]);
  });

  test.each(sortsOf(call))('sorted by %s, the first and last pages use an index', async (sort) => {
    for (const page of [1, total / 20]) {
      const { rows } = await workFor(call, { sort, page });
      expect(rows.filter(isLong(table))).toEqual([]);
    }
  });

  test('the last page has the last rows', async () => {
    const upwards = await pageOf(call, { sort: 'created_at', size: 20, page: total / 20 });
    const downwards = await pageOf(call, { sort: '-created_at', size: 20, page: 1 });
    expect(upwards.total).toBe(total);
    expect(upwards.rows.map(({ id }) => id)).toEqual(downwards.rows.map(({ id }) => id).reverse());
  });

  test('counting reads no table that is only joined', async () => {
    const { count } = await workFor(call, {});
    expect(new Set(count.flatMap((node) => node['Relation Name'] ?? []))).toEqual(new Set([table]));
  });
});
