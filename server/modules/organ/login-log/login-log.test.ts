import { loginLog, loginLogAdd, ownLogins } from '@suyuan/contract/organ/own-account.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const signIn = (account_name: string, account_password = adminPassword, from = '114.114.114.114') =>
  server.call(
    login,
    { account_name, account_password, account_type: 1 },
    { token: '', headers: { 'x-forwarded-for': from, 'user-agent': windows } },
  );
const entries = async (account_name: string) => (await server.data(loginLog.page, { account_name })).rows;

describe('the login log', () => {
  test('shows who signed in, from where and with what', async () => {
    await server.as([], { name: 'traveller' });
    await signIn('TRAVELLER');
    const [entry] = await entries('traveller');
    expect(entry).toMatchObject({
      account_name: 'traveller',
      result: 'success',
      reason: null,
      ip: '114.114.114.114',
      device: 'Chrome 142 · Windows 10',
      claimed_ip: null,
    });
    expect(entry?.region).toMatch(/江苏/);
  });

  test('shows why an attempt failed, unlike the answer', async () => {
    await server.as([], { name: 'stopped' });
    await server.sql`update account set status = 'disabled' where account_name = 'stopped'`;
    await signIn('stopped');
    await signIn('stopped', 'wrong-password');
    await signIn('never-was');
    expect((await entries('stopped')).slice(0, 2).map(({ result, reason }) => [result, reason])).toEqual([
      ['failure', 'wrong_password'],
      ['failure', 'account_disabled'],
    ]);
    expect((await entries('never-was'))[0]).toMatchObject({ result: 'failure', reason: 'unknown_account' });
  });

  test('is searched by name prefix, address, result and time, and exported', async () => {
    await server.as([], { name: 'per_son' });
    await server.as([], { name: 'perxson' });
    await signIn('per_son', 'wrong-password', '203.0.113.20');
    expect((await entries('Per_')).map(({ account_name }) => account_name)).toEqual(['per_son', 'per_son']);
    const found = async (filters: object) => (await server.data(loginLog.page, filters)).total;
    expect(await found({ ip: '203.0.113.20' })).toBe(1);
    expect(await found({ account_name: 'per_son', result: 'failure' })).toBe(1);
    expect(await found({ account_name: 'per_son', to: new Date(Date.now() - 3_600_000).toISOString() })).toBe(0);
    const path = `${loginLog.export.path}?format=csv&account_name=per_son&columns=account_name,result`;
    const file = await server.fetch(path, { headers: { token: server.admin, 'accept-language': 'en' } });
    expect((await file.text()).replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
      'Account,Result',
      'per_son,Failed',
      'per_son,Signed in',
    ]);
  });

  test("stores the console's notice with the session's own account and address", async () => {
    const token = await server.as([], { name: 'console' });
    const options = { token, headers: { 'x-forwarded-for': '203.0.113.30' } };
    await server.data(loginLogAdd, { accountName: 'somebody-else', loginIp: '10.0.0.9' }, options);
    expect((await entries('console'))[0]).toMatchObject({
      result: 'notice',
      ip: '203.0.113.30',
      claimed_ip: '10.0.0.9',
    });
    expect(await entries('somebody-else')).toEqual([]);
    expect((await server.call(loginLogAdd, { accountName: 'x' }, { token: '' })).status).toBe(403);
  });

  test("has one line for a sign-in, including the console's notice", async () => {
    await server.as([], { name: 'once' });
    const headers = { 'x-forwarded-for': '203.0.113.31' };
    const before = (await entries('once')).length;
    const credentials = { account_name: 'once', account_password: adminPassword, account_type: 1 as const };
    const token = await server.data(login, credentials, { token: '', headers });
    await server.data(loginLogAdd, { accountName: 'once', loginIp: '10.0.0.9' }, { token, headers });
    const [entry, ...others] = await entries('once');
    expect(others).toHaveLength(before);
    expect(entry).toMatchObject({ result: 'success', ip: '203.0.113.31', claimed_ip: '10.0.0.9' });
  });

  test('shows people their own sign-ins, and a factory those of its people', async () => {
    const factory = await server.party('factory');
    const token = await server.as(['loginlog'], { name: 'at-factory', factory });
    const own = await server.data(ownLogins, {}, { token });
    expect(own.map(({ account_name }) => account_name)).toEqual(['at-factory']);
    const seen = await server.data(loginLog.page, {}, { token });
    expect(new Set(seen.rows.map(({ account_name }) => account_name))).toEqual(new Set(['at-factory']));
  });

  test('can be stored on another server, which the page may then call', async () => {
    const origin = 'https://log.example.com';
    const other = await testServer({ SUYUAN_LOGIN_LOG_ORIGIN: origin }, server);
    const { headers } = await other.fetch('/healthz');
    await other.stop();
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${origin};`);
  });

  test('is deleted after the configured days', async () => {
    await server.sql`insert into login_log (at, account_name, result, ip, region, device)
      values (now() - interval '181 days', 'old-one', 'success', '', '', ''),
        (now() - interval '179 days', 'newer-one', 'success', '', '', '')`;
    const { LoginLog } = await import('./login-log.ts');
    await new LoginLog({ system: { anonymous: { sql: server.sql } }, config: { loginLogDays: 180 } } as never).sweep();
    expect(await entries('old-one')).toEqual([]);
    expect(await entries('newer-one')).toHaveLength(1);
  });
});
