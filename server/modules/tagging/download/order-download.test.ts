import { gunzipSync } from 'node:zlib';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload, orderDownloads, orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handingOut } from '#test/goods/codes-of-order.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

const quantity = 150_000;
let server: TestServer;
let order: number;

beforeAll(async () => {
  server = await testServer();
  const rule = await server.data(codeRule.add, {
    rule_name: 'Link',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 12,
    check: 'luhn',
    carrier: 'digital-link',
  });
  const product = await server.data(products.add, { product_code: 'P', product_name: 'P', gtin: '6901234567892' });
  order = (await server.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity })).id;
});
afterAll(() => server.stop());

const get = (query: Record<string, string | number>, headers: Record<string, string> = {}) =>
  server.fetch(
    `${orderDownload.path}?${new URLSearchParams({ id: String(order), format: 'txt', ...handingOut, ...query } as Record<string, string>)}`,
    {
      headers: { token: server.admin, ...headers },
    },
  );
const text = async (query: Record<string, string | number> = {}, headers: Record<string, string> = {}) =>
  (await get(query, headers)).text();

test('a TXT has every code once, each recognised as of this order', async () => {
  const response = await get({});
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="\d{8}-\d{6}\.txt"$/);
  expect(Number(response.headers.get('content-length'))).toBe(quantity * 14);
  const codes = (await response.text()).trimEnd().split('\n');
  expect(codes).toHaveLength(quantity);
  expect(new Set(codes).size).toBe(quantity);
  const facts = await server.data(codesQuery, { codes: codes.filter((_, index) => index % 15 === 0) });
  expect(facts.every(({ state, order_id }) => state === 'bound' && order_id === order)).toBe(true);
});

test('a CSV has the code and the contents of its symbol', async () => {
  const [title, ...lines] = (await text({ format: 'csv' })).trimEnd().split('\n');
  expect(title).toBe('code,content');
  expect(lines).toHaveLength(quantity);
  for (const line of [lines[0], lines[77_777], lines.at(-1)]) {
    const [code, content] = (line ?? '').split(',');
    expect(content).toBe(`${server.url}/01/06901234567892/21/${code}`);
  }
});

test('resumes by codes received, or by bytes, even inside a line', async () => {
  const whole = await text();
  expect(await text({ offset: 149_999 })).toBe(whole.slice(-14));
  expect(await text({ offset: quantity })).toBe('');
  for (const from of [1, 14, 65_536 * 14 + 5, whole.length - 3]) {
    const response = await get({}, { range: `bytes=${from}-` });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${whole.length - 1}/${whole.length}`);
    expect((await response.text()) === whole.slice(from)).toBe(true);
  }
  const csv = await text({ format: 'csv' });
  expect((await text({ format: 'csv' }, { range: 'bytes=7-' })) === csv.slice(7)).toBe(true);
  expect((await get({}, { range: `bytes=${whole.length}-` })).status).toBe(416);
  expect((await get({ offset: quantity + 1 })).status).toBe(400);
});

test('decompresses to the same file', async () => {
  const response = await get({ compress: 'gzip' });
  expect(response.headers.get('content-type')).toBe('application/gzip');
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString() === (await text())).toBe(true);
});

test('a ticket opens one download, once, without the Token header', async () => {
  const { ticket } = await server.data(orderDownloadTicket, { id: order, format: 'txt', ...handingOut });
  const open = () => server.fetch(`${orderDownload.path}?ticket=${ticket}`);
  expect((await (await open()).text()) === (await text())).toBe(true);
  expect((await open()).status).toBe(400);
  const late = await server.data(orderDownloadTicket, { id: order, format: 'txt', ...handingOut });
  await server.sql`update code_download set ticket_expires_at = now() - interval '1 second' where state = 'waiting'`;
  expect((await server.fetch(`${orderDownload.path}?ticket=${late.ticket}`)).status).toBe(400);
  expect((await server.fetch(`${orderDownload.path}?id=${order}&format=txt&purpose=test&reprint=test`)).status).toBe(
    403,
  );
});

test('every download is recorded with its end', async () => {
  await text();
  const stateOf = async () => (await server.data(orderDownloads, { id: order }))[0];
  await expect.poll(stateOf).toMatchObject({ state: 'done', sent: quantity, account_name: 'admin', format: 'txt' });
});

test('a hundred million codes are computed no further than they are read', async () => {
  const rule = await server.data(codeRule.add, {
    rule_name: 'Huge',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  const huge = await server.data(orderAdd, { rule_id: rule.id, quantity: 100_000_000 });
  const stop = new AbortController();
  const response = await server.fetch(`${orderDownload.path}?id=${huge.id}&format=txt&purpose=test&reprint=test`, {
    headers: { token: server.admin },
    signal: stop.signal,
  });
  const { value } = (await response.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toMatch(/^\d{16}\n/);
  expect(response.headers.get('content-length')).toBe(String(1_700_000_000));
  stop.abort();
  const ended = async () => (await server.data(orderDownloads, { id: huge.id }))[0];
  await expect.poll(ended).toMatchObject({ state: 'broken' });
  expect((await ended())?.sent).toBeLessThan(5_000_000);
});
