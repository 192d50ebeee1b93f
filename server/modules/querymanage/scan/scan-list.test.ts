import { consumerScan, customerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import type { SelectQueryBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { ksql } from '#platform/database/schema.ts';
import { maxCounted, maxSearched, pageQueries } from '#platform/lists/list.ts';
import { nodesIn } from '#test/harness/plans.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { scanList } from './customer-query.ts';

/** More than a page searches. */
const many = maxSearched + 20_000;
const product = 7;
let server: TestServer;
let database: Database;

beforeAll(async () => {
  server = await testServer({ SUYUAN_TIME_ZONE: 'UTC' });
  database = openDatabase(server.databaseUrl, 2);
  // A scan a second, the oldest in Tibet, every fifth of one product, every thousandth of a code that was never issued.
  await server.sql`
    insert into consumer_scan
      (code_id, scanned_at, code, verdict, nth, product_id, ip, country, province, city, device, os, browser)
    select n, '2026-03-01T00:00:00Z'::timestamptz + make_interval(secs => n), 'C' || n,
      case when n % 1000 = 0 then 'unknown' when n % 5 = 0 then 'repeated' else 'genuine' end, 1,
      case when n % 5 = 3 then ${product}::bigint end, '', '中国',
      case when n = 1 then '西藏' else '江苏省' end, case when n = 1 then '拉萨市' else '南京市' end,
      'Apple iPhone', 'iOS', 'WeChat 8'
    from generate_series(1, ${many}::bigint) n`;
  await server.sql`
    insert into scan_place (code_id, nth, place, told_at)
    select n, 1, 'a shop', '2026-03-01T00:00:00Z'::timestamptz from generate_series(1, ${many}::bigint, 2) n`;
  await server.sql`analyze consumer_scan`;
  await server.sql`analyze scan_place`;
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const page = (filters: object) => server.data(consumerScan.page, { size: 2, ...filters } as never);

describe('a page of a long list', () => {
  test('counts to a limit, and says that there are more', async () => {
    expect(await page({})).toMatchObject({ total: maxCounted, more: true, searched: null });
    expect(await page({ verdict: 'unknown' })).toMatchObject({ total: many / 1000, more: false, searched: null });
    expect(await page({ product_id: product })).toMatchObject({ total: maxCounted, more: true, searched: null });
    expect(await page({ product_id: product, from: '2026-03-01T10:00:00Z', to: '2026-03-01T11:00:00Z' })).toMatchObject(
      {
        total: 720,
        more: false,
      },
    );
  });

  test('reports how far it searched, if no index applies', async () => {
    expect(await page({ city: '拉萨' })).toMatchObject({ rows: [], total: 0, more: false, searched: maxSearched });
    const [oldest] = (await page({ city: '拉萨', sort: 'scanned_at' })).rows;
    expect(oldest).toMatchObject({ province: '西藏' });
    const day = { from: '2026-03-01T00:00:00Z', to: '2026-03-01T06:00:00Z' };
    expect(await page({ city: '拉萨', ...day })).toMatchObject({ rows: [oldest], total: 1, searched: null });
    expect(await page({ city: '拉萨', province: '西藏' })).toMatchObject({ rows: [oldest], total: 1, searched: null });
    expect(await page({ code: 'C1' })).toMatchObject({ total: 0, searched: null });
  });

  test('cannot be paged beyond the limit', async () => {
    const last = maxCounted / 2;
    expect((await page({ page: last })).rows).toHaveLength(2);
    const { status, envelope } = await server.call(consumerScan.page, { size: 2, page: last + 1 });
    expect([status, envelope.data]).toMatchObject([400, { fields: [{ path: 'page' }] }]);
  });

  test('is exported in full', async () => {
    const query = new URLSearchParams({ format: 'csv', city: '拉萨', columns: 'province' });
    const response = await server.fetch(`${consumerScan.export.path}?${query}`, { headers: { token: server.admin } });
    expect(await response.text()).toContain('西藏');
  });
});

test('figures without daily counts cover the last days that can be read', async () => {
  const period = { from: '2026-02-01T00:00:00Z', to: '2026-03-10T00:00:00Z' };
  const { first, last, days } = await server.data(customerQueryFigures, { ...period, device: 'iphone' });
  // Fewer than are read at most: all of them.
  expect([first, last]).toEqual(['2026-02-01', '2026-03-09']);
  expect(days.reduce((sum, { scanned }) => sum + scanned, 0)).toBe(many);
});

describe('with any filter, a page reads a bounded part of the tables', () => {
  // biome-ignore lint/suspicious/noExplicitAny: whatever it selects
  const read = async (query: SelectQueryBuilder<any, any, any>) => {
    return nodesIn(await query.explain('json', ksql`analyze`))
      .filter((node) => ['consumer_scan', 'scan_place'].includes(node['Relation Name'] ?? ''))
      .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
  };
  const day = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };

  test.each([
    {},
    { sort: 'scanned_at' },
    day,
    { verdict: 'genuine' },
    { verdict: 'repeated', product_id: product },
    { verdict: 'unknown' },
    { verdict: 'void', province: '西藏' },
    { product_id: product },
    { product_id: product, province: '西藏', ...day },
    { province: '西藏' },
    { province: '西' },
    { province: '西藏自治区' },
    { province: '江苏', city: '南京' },
    { city: '拉萨', sort: 'scanned_at' },
    { device: 'nokia' },
    { told: 'yes' },
    { told: 'no', device: 'iphone' },
    { code: 'C77' },
    { code: 'C77', told: 'no' },
  ])('%o', async (filters) => {
    const { rows, count, searched } = pageQueries(scanList, database.db, filters as never);
    for (const query of [rows, count, searched].filter((one) => one !== undefined)) {
      const reads = await read(query);
      expect(reads).not.toEqual([]);
      for (const rowsRead of reads) expect(rowsRead).toBeLessThanOrEqual(maxSearched);
    }
  });
});
