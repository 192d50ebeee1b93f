import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountTypeList } from '../../contract/organ.ts';
import { type TestServer, testServer } from '../test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ SUYUAN_RATE_LIMIT: 'on', SUYUAN_TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

const from = (ip: string) => ({ token: '', language: 'en', headers: { 'x-forwarded-for': ip } });

test('an address that asks more often than any person is told so in the envelope', async () => {
  const ask = async () => {
    const { status, envelope } = await server.call(accountTypeList, {}, from('203.0.113.9'));
    expect(envelope.status_code).toBe(status);
    return status;
  };
  const statuses: number[] = [];
  for (let round = 0; round < 25; round++) {
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, ask))));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(1200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
});
