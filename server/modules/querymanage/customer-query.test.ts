import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productAdd } from '../../../contract/base.ts';
import { scan } from '../../../contract/consumer.ts';
import { customerQueryExport, customerQueryPage } from '../../../contract/querymanage.ts';
import { orderAdd, ruleAdd } from '../../../contract/tagging.ts';
import { type TestServer, testServer } from '../../test-server.ts';

let server: TestServer;
let wine: number;
let code: string;
const formula = '=HYPERLINK("http://evil")';

beforeAll(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1', SUYUAN_TIME_ZONE: 'Asia/Shanghai' });
  const rule = await server.data(ruleAdd, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 10,
    check: 'none',
    carrier: 'url',
  });
  wine = (await server.data(productAdd, { product_code: 'W', product_name: '酒' })).id;
  code = (await server.data(orderAdd, { rule_id: rule.id, product_id: wine, quantity: 1 })).first;
  const tea = (await server.data(productAdd, { product_code: 'T', product_name: '茶' })).id;
  const other = (await server.data(orderAdd, { rule_id: rule.id, product_id: tea, quantity: 1 })).first;
  for (const [text, ip] of [
    [code, '114.114.114.114'],
    [code, '8.8.8.8'],
    [other, '114.114.114.114'],
    [formula, '2001:4860:4860::8888'],
  ] as const) {
    await server.data(scan, { code: text }, { token: '', headers: { 'x-forwarded-for': ip } });
  }
  // The last day of January and the first of February, as Shanghai has them.
  await server.sql`update consumer_scan set scanned_at = '2026-01-31T15:59:59Z' where code = ${code} and nth = 1`;
  await server.sql`update consumer_scan set scanned_at = '2026-01-31T16:00:00Z' where code = ${code} and nth = 2`;
});
afterAll(() => server.stop());

const found = async (filters: Record<string, string | number>) =>
  (await server.data(customerQueryPage, filters as never)).rows.map(({ code: text, nth }) => `${text} ${nth}`);

describe('the list of scans', () => {
  test('is newest first, or oldest first', async () => {
    expect((await found({})).slice(-2)).toEqual([`${code} 2`, `${code} 1`]);
    expect((await found({ sort: 'scanned_at' })).slice(0, 2)).toEqual([`${code} 1`, `${code} 2`]);
  });

  test('finds by code however it is written, verdict, product and province', async () => {
    expect(await found({ code: ` ${code.toLowerCase()} ` })).toHaveLength(2);
    expect(await found({ code: `https://example.com/c?code=${code}` })).toHaveLength(2);
    expect(await found({ code: formula })).toEqual([`${formula} 1`]);
    expect(await found({ verdict: 'repeated' })).toEqual([`${code} 2`]);
    expect(await found({ product_id: wine })).toHaveLength(2);
    expect(await found({ product_id: wine, province: '江苏省' })).toEqual([`${code} 1`]);
    expect(await found({ province: '江苏%' })).toEqual([]);
  });

  test('finds by moment: from is in, to is out, in whatever offset they are written', async () => {
    expect(await found({ from: '2026-01-31T00:00:00+08:00', to: '2026-02-01T00:00:00+08:00' })).toEqual([`${code} 1`]);
    expect(await found({ from: '2026-01-31T16:00:00Z', to: '2026-01-31T16:00:01Z' })).toEqual([`${code} 2`]);
    expect(await found({ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' })).toEqual([]);
    for (const from of ['2026-02-30T00:00:00Z', '2026-01-31', 'yesterday', '2026-01-31T25:00:00Z']) {
      expect((await server.call(customerQueryPage, { from })).status).toBe(400);
    }
  });

  test('knows where a scan came from, over IPv6 too', async () => {
    const { rows } = await server.data(customerQueryPage, { code: formula });
    expect(rows).toMatchObject([
      { ip: '2001:4860:4860::8888', verdict: 'unknown', product_name: null, order_no: null },
    ]);
    const [abroad] = (await server.data(customerQueryPage, { verdict: 'repeated' })).rows;
    expect(abroad).toMatchObject({ ip: '8.8.8.8', country: '美国', nth: 2 });
  });
});

describe('its export', () => {
  const bytes = async (query: Record<string, string>, language: string) => {
    const response = await server.fetch(`${customerQueryExport.path}?${new URLSearchParams(query)}`, {
      headers: { token: server.admin, 'accept-language': language },
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };

  test('keeps filters and sort, writes moments in the enterprise’s zone and choices in words', async () => {
    const query = { format: 'csv', product_id: String(wine), sort: 'scanned_at', columns: 'scanned_at,verdict,nth' };
    expect(parseCsv((await bytes(query, 'zh')).toString()).slice(1)).toEqual([
      ['2026-01-31 23:59:59', '正品', '1'],
      ['2026-02-01 00:00:00', '重复查询', '2'],
    ]);
  });

  test('never lets what a stranger typed become a formula', async () => {
    const csv = parseCsv((await bytes({ format: 'csv', code: formula, columns: 'code' }, 'en')).toString());
    expect(csv[1]).toEqual([`'${formula}`]);
    const { sheets } = await readXlsx(await bytes({ format: 'xlsx', code: formula }, 'en'));
    expect(sheets[0]?.rows[1]).toContain(formula);
  });

  test('refuses a column it does not have, and one who may look but not take away', async () => {
    const call = (query: object, token?: string) => server.call(customerQueryExport, query, { token });
    expect((await call({ format: 'csv', columns: 'password_hash' })).status).toBe(400);
    expect((await call({ format: 'pdf' })).status).toBe(400);
    const reader = await server.as(['customerquery']);
    expect((await call({ format: 'csv' }, reader)).status).toBe(401);
    expect((await server.call(customerQueryPage, {}, { token: reader })).status).toBe(200);
  });
});
