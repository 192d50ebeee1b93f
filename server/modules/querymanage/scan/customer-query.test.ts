import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { consumerScan, customerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { linesOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { ScanPrivacy } from './scan-privacy.ts';

let server: TestServer;
let wine: number;
let code: string;
let other: string;
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.53';
const formula = '=HYPERLINK("http://evil")';

beforeAll(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1', SUYUAN_TIME_ZONE: 'Asia/Shanghai' });
  const rule = await server.data(codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 10,
    check: 'none',
    carrier: 'url',
  });
  wine = (await server.data(product.add, { product_code: 'W', product_name: '酒' })).id;
  code = (await server.data(orderAdd, { rule_id: rule.id, product_id: wine, quantity: 1 })).first;
  const tea = (await server.data(product.add, { product_code: 'T', product_name: '茶' })).id;
  other = (await server.data(orderAdd, { rule_id: rule.id, product_id: tea, quantity: 1 })).first;
  for (const [text, ip] of [
    [code, '114.114.114.114'],
    [code, '8.8.8.8'],
    [other, '114.114.114.114'],
    [formula, '2001:4860:4860::8888'],
  ] as const) {
    await server.data(
      scan,
      { code: text },
      { token: '', headers: { 'x-forwarded-for': ip, 'user-agent': text === other ? phone : '' } },
    );
  }
  // The last day of January and the first of February, as Shanghai has them.
  await server.sql`update consumer_scan set scanned_at = '2026-01-31T15:59:59Z' where code = ${code} and nth = 1`;
  await server.sql`update consumer_scan set scanned_at = '2026-01-31T16:00:00Z' where code = ${code} and nth = 2`;
});
afterAll(() => server.stop());

const found = async (filters: Record<string, string | number>) =>
  (await server.data(consumerScan.page, filters as never)).rows.map(({ code: text, nth }) => `${text} ${nth}`);

describe('the list of scans', () => {
  test('is newest first, or oldest first', async () => {
    expect((await found({})).slice(-2)).toEqual([`${code} 2`, `${code} 1`]);
    expect((await found({ sort: 'scanned_at' })).slice(0, 2)).toEqual([`${code} 1`, `${code} 2`]);
  });

  test('is filtered by code in any notation, verdict, product and province', async () => {
    expect(await found({ code: ` ${code.toLowerCase()} ` })).toHaveLength(2);
    expect(await found({ code: `https://example.com/c?code=${code}` })).toHaveLength(2);
    expect(await found({ code: formula })).toEqual([`${formula} 1`]);
    expect(await found({ verdict: 'repeated' })).toEqual([`${code} 2`]);
    expect(await found({ product_id: wine })).toHaveLength(2);
    expect(await found({ product_id: wine, province: '江苏省' })).toEqual([`${code} 1`]);
    expect(await found({ province: '江苏' })).toHaveLength(2);
    expect(await found({ province: '江苏%' })).toEqual([]);
    expect(await found({ province: '江苏', city: '南京' })).toHaveLength(2);
    expect(await found({ city: '北京' })).toEqual([]);
  });

  test('is filtered by any part of device, system or browser, and by whether a place was reported', async () => {
    expect(await found({ device: 'iphone' })).toEqual([`${other} 1`]);
    expect(await found({ device: 'WeChat' })).toEqual([`${other} 1`]);
    expect(await found({ device: '%' })).toEqual([]);
    await server.sql`
      insert into scan_place (code_id, nth, place, latitude, longitude, told_at)
      select code_id, nth, '南京 某超市', 32.06, 118.8, now() from consumer_scan where code = ${other}`;
    expect(await found({ told: 'yes' })).toEqual([`${other} 1`]);
    expect(await found({ told: 'no' })).toHaveLength(3);
    const { rows } = await server.data(consumerScan.page, { told: 'yes' });
    expect(rows).toMatchObject([{ place: '南京 某超市', latitude: 32.06, longitude: 118.8 }]);
  });

  test('is filtered by time, from inclusive to exclusive, in any offset', async () => {
    expect(await found({ from: '2026-01-31T00:00:00+08:00', to: '2026-02-01T00:00:00+08:00' })).toEqual([`${code} 1`]);
    expect(await found({ from: '2026-01-31T16:00:00Z', to: '2026-01-31T16:00:01Z' })).toEqual([`${code} 2`]);
    expect(await found({ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' })).toEqual([]);
    for (const from of ['2026-02-30T00:00:00Z', '2026-01-31', 'yesterday', '2026-01-31T25:00:00Z']) {
      expect((await server.call(consumerScan.page, { from })).status).toBe(400);
    }
  });

  test('shows where a scan came from, over IPv6 too', async () => {
    const { rows } = await server.data(consumerScan.page, { code: formula });
    expect(rows).toMatchObject([
      { ip: '2001:4860:4860::8888', verdict: 'unknown', product_name: null, order_no: null },
    ]);
    const [abroad] = (await server.data(consumerScan.page, { verdict: 'repeated' })).rows;
    expect(abroad).toMatchObject({ ip: '8.8.8.8', country: '美国', nth: 2 });
  });
});

describe('its export', () => {
  const bytes = async (query: Record<string, string>, language: string) => {
    const response = await server.fetch(`${consumerScan.export.path}?${new URLSearchParams(query)}`, {
      headers: { token: server.admin, 'accept-language': language },
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };

  test("keeps filters and sort, with times in the enterprise's zone and choices in words", async () => {
    const query = { format: 'csv', product_id: String(wine), sort: 'scanned_at', columns: 'scanned_at,verdict,nth' };
    expect(linesOf(await bytes(query, 'zh')).slice(1)).toEqual([
      ['2026-01-31 23:59:59', '正品', '1'],
      ['2026-02-01 00:00:00', '重复查询', '2'],
    ]);
  });

  test("never makes a formula of a stranger's input", async () => {
    const csv = linesOf(await bytes({ format: 'csv', code: formula, columns: 'code' }, 'en'));
    expect(csv[1]).toEqual([`'${formula}`]);
    const { sheets } = await readXlsx(await bytes({ format: 'xlsx', code: formula }, 'en'));
    expect(sheets[0]?.rows[1]).toContain(formula);
  });

  test('refuses an unknown column, and people who can view but not export', async () => {
    const call = (query: object, token?: string) => server.call(consumerScan.export, query, { token });
    expect((await call({ format: 'csv', columns: 'password_hash' })).status).toBe(400);
    expect((await call({ format: 'pdf' })).status).toBe(400);
    const reader = await server.as(['customerquery']);
    expect((await call({ format: 'csv' }, reader)).status).toBe(401);
    expect((await server.call(consumerScan.page, {}, { token: reader })).status).toBe(200);
  });
});

describe('trend and map', () => {
  const january = { from: '2026-01-31T00:00:00+08:00', to: '2026-02-02T00:00:00+08:00' };

  test('cover the last thirty days unless a period is given', async () => {
    const { days, first, last } = await server.data(customerQueryFigures, {});
    expect(days).toHaveLength(30);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual([first, last]);
    expect(days.at(-1)).toMatchObject({ scanned: 2, suspicious: 1 });
  });

  test('count by day of the enterprise and by province, equally from daily counts and from scans', async () => {
    const expected = {
      first: '2026-01-31',
      last: '2026-02-01',
      days: [
        { day: '2026-01-31', scanned: 1, suspicious: 0 },
        { day: '2026-02-01', scanned: 1, suspicious: 0 },
      ],
    };
    expect(await server.data(customerQueryFigures, january)).toMatchObject(expected);
    expect(await server.data(customerQueryFigures, { ...january, code })).toMatchObject(expected);
    const { provinces } = await server.data(customerQueryFigures, { ...january, province: '江苏' });
    expect(provinces).toEqual([{ province: '江苏省', scanned: 1 }]);
    const hour = { from: '2026-01-31T23:00:00+08:00', to: '2026-02-01T00:00:00+08:00' };
    const { days } = await server.data(customerQueryFigures, hour);
    expect(days).toEqual([{ day: '2026-01-31', scanned: 1, suspicious: 0 }]);
  });

  test('show the end of a period too long to draw, and nothing of a reversed one', async () => {
    const { days } = await server.data(customerQueryFigures, { from: '2001-01-01T00:00:00Z' });
    expect(days).toHaveLength(366);
    const backwards = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    expect((await server.data(customerQueryFigures, backwards)).days).toEqual([]);
  });

  test('are for the enterprise only: a dealer sees none', async () => {
    const token = await server.as(['customerquery'], { dealer: await server.party('dealer') });
    expect((await server.call(customerQueryFigures, {}, { token })).status).toBe(401);
  });
});

describe('the privacy of a scan', () => {
  const sweep = (days: number) =>
    new ScanPrivacy({ system: { background: { sql: server.sql } }, config: { scanIpDays: days } } as never).sweep();
  const addresses = async () => (await server.data(consumerScan.page, { sort: 'scanned_at' })).rows.map(({ ip }) => ip);

  test('its address is truncated to a network after the configured days, permanently', async () => {
    await sweep(100_000);
    expect(await addresses()).toContain('114.114.114.114');
    await sweep(30);
    expect((await addresses()).slice(0, 2)).toEqual(['114.114.114.0/24', '8.8.8.0/24']);
    expect((await addresses()).slice(2).sort()).toEqual(['114.114.114.114', '2001:4860:4860::8888']);
    await server.sql`update scan_place set told_at = now() - interval '2 days'`;
    await sweep(0);
    // Where none is to be kept from now on, the last ones go, too.
    expect(await addresses()).toEqual(['114.114.114.0/24', '8.8.8.0/24', '', '']);
    const { rows } = await server.data(consumerScan.page, { told: 'yes' });
    expect(rows).toMatchObject([{ place: '南京 某超市', latitude: null, longitude: null }]);
  });

  test('no address is stored if disabled, nor a forged one from a proxy', async () => {
    const none = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1', SUYUAN_SCAN_IP_DAYS: '0' });
    onTestFinished(() => none.stop());
    const from = (ip: string) => ({ token: '', headers: { 'x-forwarded-for': ip } });
    await none.data(scan, { code: 'X' }, from('114.114.114.114'));
    const [row] = (await none.data(consumerScan.page, {})).rows;
    expect(row).toMatchObject({ ip: '', province: '江苏省' });
    await server.data(scan, { code: 'made up' }, from('not-an-address'));
    expect((await server.data(consumerScan.page, { code: 'made up' })).rows).toMatchObject([{ ip: '' }]);
  });
});
