import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { accountTypeList } from '@suyuan/contract/organ/session.ts';
import { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantOf } from '#test/goods/line.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({
    SUYUAN_RATE_LIMIT: 'on',
    SUYUAN_TRUST_PROXY: '127.0.0.1',
    SUYUAN_CALLS_PER_ADDRESS: '30',
    SUYUAN_CALLS_PER_ACCOUNT: '20',
    SUYUAN_BODY_MB: '1',
    SUYUAN_FILE_MB: '1',
  });
});
afterAll(() => server.stop());

const from = (ip: string) => ({ token: '', language: 'en', headers: { 'x-forwarded-for': ip } });
const count = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length;

test('limits an address with more calls than a person makes, in the envelope', async () => {
  const ask = async () => {
    const { status, envelope } = await server.call(accountTypeList, {}, from('203.0.113.9'));
    expect(envelope.status_code).toBe(status);
    return status;
  };
  const statuses = await Promise.all(Array.from({ length: 50 }, ask));
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([30, 20]);
  const { headers } = await server.fetch(accountTypeList.path, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test('limits an address that tries tokens', async () => {
  const ask = () => server.call(product.page, { page: 1, size: 10 }, { ...from('203.0.113.77'), token: 'none' });
  const answers = await Promise.all(Array.from({ length: 40 }, ask));
  const statuses = answers.map(({ status }) => status);
  expect([count(statuses, 403), count(statuses, 429)]).toEqual([30, 10]);
});

test('limits an address that tries device keys; a device with a valid key is still served', async () => {
  const beat = { state: 'idle', queue: 0 };
  const ask = (key: string) => {
    const { headers, ...options } = from('203.0.113.78');
    return server.call(deviceHeartbeat, beat, { ...options, headers: { ...headers, 'device-key': key } });
  };
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++) statuses.push((await ask(`sk_${n}`)).status);
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([20, 5]);
  const { device } = await (await plantOf(server)).line();
  expect((await ask(device.key)).status).toBe(200);
});

test('limits an IPv6 network that changes addresses', async () => {
  const ask = async (_: unknown, n: number) =>
    (await server.call(accountTypeList, {}, from(`2001:db8:1:2::${n.toString(16)}`))).status;
  const statuses = await Promise.all(Array.from({ length: 40 }, ask));
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([30, 10]);
});

test('limits larger networks at higher rates', async () => {
  const statusesOf = async (address: (n: number) => string, times: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await server.call(accountTypeList, {}, from(address(n)))).status);
    return [count(statuses, 200), count(statuses, 429)];
  };
  expect(await statusesOf((n) => `2001:db8:2:${(0x100 + n).toString(16)}::1`, 120)).toEqual([60, 60]);
  expect(await statusesOf((n) => `2001:db8:3:${(n * 0x100).toString(16)}::1`, 250)).toEqual([240, 10]);
});

test('ignores ports that a proxy adds to addresses', async () => {
  const ask = async (_: unknown, n: number) =>
    (await server.call(accountTypeList, {}, from(`203.0.113.99:${40_000 + n}`))).status;
  const statuses = await Promise.all(Array.from({ length: 40 }, ask));
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([30, 10]);
});

test('limits an account across all addresses, without affecting others', async () => {
  const [busy, other] = [await server.as(['productlist']), await server.as(['productlist'])];
  const ask = (token: string, n: number) =>
    server.call(product.page, { page: 1, size: 10 }, { token, headers: { 'x-forwarded-for': `198.51.100.${n}` } });
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  for (let n = 0; n < 30; n++) answers.push(await ask(busy, n));
  const statuses = answers.map(({ status }) => status);
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([20, 10]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.envelope).toMatchObject({ status_code: 429, code: ErrorCode.tooMany, data: null });
  expect((await ask(other, 99)).status).toBe(200);
  const { headers } = await server.fetch(`${product.page.path}?page=1&size=10`, {
    headers: { token: busy, 'x-forwarded-for': '198.51.100.77' },
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('limits bodies and files by the settings', async () => {
  const tooLarge = await server.call(product.add, { product_name: 'x'.repeat(2 ** 20) });
  expect([tooLarge.status, tooLarge.envelope.code]).toEqual([413, ErrorCode.tooLarge]);
  const form = new FormData();
  form.append('file', new Blob(['x,y\n'.repeat(2 ** 19)]), 'a.csv');
  const file = await server.fetch(`${product.import.path}?mode=dry`, {
    method: 'POST',
    headers: { token: server.admin },
    body: form,
  });
  expect(file.status).toBe(413);
});
