import { get, type IncomingMessage } from 'node:http';
import { product } from '@suyuan/contract/base/product/product.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload, orderDownloads, orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handingOut } from '#test/goods/codes-of-order.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// Downloads that do not go as they should: cut off, read slowly, asked for in odd ways.

const quantity = 3_000_000;
const width = 17;
let server: TestServer;
let order: number;
let rule: number;

beforeAll(async () => {
  server = await testServer();
  rule = (
    await server.data(codeRule.add, {
      rule_name: 'Digits',
      level: 1,
      prefix: '',
      alphabet: 'digits',
      body_length: 16,
      check: 'none',
      carrier: 'plain',
    })
  ).id;
  order = (await server.data(orderAdd, { rule_id: rule, quantity })).id;
});
afterAll(() => server.stop());

const path = (query: Record<string, string | number> = {}) =>
  `${orderDownload.path}?${new URLSearchParams({ id: String(order), format: 'txt', ...handingOut, ...query } as Record<string, string>)}`;
const latest = async () => (await server.data(orderDownloads, { id: order }))[0];
const opened = (address: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(server.url + address, { headers: { token: server.admin, ...headers } }, resolve).once('error', reject);
  });

/** The bytes that came before the line was cut, somewhere after `least`. */
async function cutOff(response: IncomingMessage, least: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > least) break;
  }
  response.destroy();
  return Buffer.concat(parts);
}

test('an interrupted download is detected as broken, and resumes by Range to the same file', async () => {
  const begin = await cutOff(await opened(path()), 1_000_003);
  expect(begin.length).toBeLessThan(quantity * width);
  await expect.poll(latest).toMatchObject({ state: 'broken', ended_at: expect.any(String) });
  const rest = await server.fetch(path(), { headers: { token: server.admin, range: `bytes=${begin.length}-` } });
  expect(rest.status).toBe(206);
  const joined = Buffer.concat([begin, Buffer.from(await rest.arrayBuffer())]);
  const whole = Buffer.from(await (await server.fetch(path(), { headers: { token: server.admin } })).arrayBuffer());
  expect(joined.equals(whole)).toBe(true);
  await expect.poll(latest).toMatchObject({ state: 'done', sent: quantity });
});

test('an interrupted compressed download is detected as broken too', async () => {
  await cutOff(await opened(path({ compress: 'gzip' })), 100_000);
  await expect.poll(latest).toMatchObject({ state: 'broken', format: 'txt.gz' });
});

test('a file that changed since is sent whole instead of being joined', async () => {
  const { headers } = await opened(path()).then(async (response) => {
    response.destroy();
    return response;
  });
  const again = async (etag: string) => {
    const response = await opened(path(), { range: 'bytes=34-', 'if-range': etag });
    response.destroy();
    return response.statusCode;
  };
  expect(await again(headers.etag as string)).toBe(206);
  expect(await again('"another"')).toBe(200);
});

test('ranges that resume nothing get the whole file', async () => {
  for (const range of [
    'bytes=0-10',
    'bytes=-5',
    'bytes=1-2,5-6',
    'lines=1-',
    'bytes=99999999999999999999-',
    'nonsense',
  ]) {
    const response = await opened(path(), { range });
    expect([range, response.statusCode, response.headers['content-length']]).toEqual([
      range,
      200,
      String(quantity * width),
    ]);
    response.destroy();
  }
});

test('while a slow reader takes a hundred million codes, others are served', async () => {
  const huge = await server.data(orderAdd, { rule_id: rule, quantity: 100_000_000 });
  const slow = await Promise.all(Array.from({ length: 6 }, () => opened(path({ id: huge.id }))));
  for (const response of slow) await new Promise((resolve) => response.once('readable', resolve));
  expect((await server.call(product.page, {})).status).toBe(200);
  expect(
    await (await server.fetch(path({ offset: quantity - 1 }), { headers: { token: server.admin } })).text(),
  ).toMatch(/^\d{16}\n$/);
  for (const response of slow) response.destroy();
  const states = async () => (await server.data(orderDownloads, { id: huge.id })).map(({ state }) => state);
  await expect.poll(states).toEqual(Array(6).fill('broken'));
});

test('HEAD computes nothing and uses up no ticket', async () => {
  const { ticket } = await server.data(orderDownloadTicket, { id: order, format: 'txt', ...handingOut });
  const address = `${orderDownload.path}?ticket=${ticket}`;
  expect((await server.fetch(address, { method: 'HEAD' })).status).toBe(404);
  const response = await opened(address, { token: '' });
  expect(response.statusCode).toBe(200);
  response.destroy();
});

test("a ticket dies with its holder's account, and two concurrent uses get one file", async () => {
  const token = await server.as(['records', 'records:download', 'records:reprint'], { name: 'leaver' });
  const { ticket } = await server.data(orderDownloadTicket, { id: order, format: 'txt', ...handingOut }, { token });
  await server.sql`update account set status = 'disabled' where account_name = 'leaver'`;
  expect((await server.fetch(`${orderDownload.path}?ticket=${ticket}`)).status).toBe(403);
  const shared = await server.data(orderDownloadTicket, { id: order, format: 'txt', ...handingOut });
  const racers = await Promise.all(
    Array.from({ length: 5 }, () => opened(`${orderDownload.path}?ticket=${shared.ticket}`, { token: '' })),
  );
  for (const racer of racers) racer.destroy();
  expect(racers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400]);
});

test('an unknown order is a 404 for all', async () => {
  expect((await server.call(orderDownloadTicket, { id: 99_999, format: 'csv', ...handingOut })).status).toBe(404);
  const response = await server.fetch(path({ id: 99_999 }), { headers: { token: server.admin } });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ status_code: 404, data: null });
  expect((await server.call(orderDownloads, { id: 99_999 })).status).toBe(404);
});
