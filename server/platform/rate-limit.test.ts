import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../contract/errors.ts';
import { accountTypeList } from '../../contract/organ.ts';
import { login } from '../../contract/sso.ts';
import { adminPassword, type TestServer, testServer } from '../test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ SUYUAN_RATE_LIMIT: 'on', SUYUAN_TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

const from = (ip: string) => ({ token: '', language: 'en', headers: { 'x-forwarded-for': ip } });
const attempt = (ip: string, account_password = 'guess') =>
  server.call(login, { account_name: 'admin', account_password, account_type: 1 }, from(ip));

test('who tries passwords is stopped after twenty a minute, by the right one too, and nobody else is', async () => {
  for (let tries = 0; tries < 20; tries++) expect((await attempt('203.0.113.7')).status).toBe(400);
  const stopped = await attempt('203.0.113.7', adminPassword);
  expect(stopped).toMatchObject({ status: 429, envelope: { status_code: 429, code: ErrorCode.tooMany, data: null } });
  expect(stopped.envelope.message).not.toBe('');
  expect((await attempt('203.0.113.8', adminPassword)).status).toBe(200);
});

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
