import { afterAll, beforeAll, expect, test } from 'vitest';
import { productPage } from '../../contract/base.ts';
import { ErrorCode } from '../../contract/errors.ts';
import { self } from '../../contract/organ.ts';
import { login } from '../../contract/sso.ts';
import { adminPassword, type TestServer, testServer } from '../test-server.ts';
import { Sessions } from './sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ SUYUAN_SESSION_IDLE_MINUTES: '30', SUYUAN_SESSION_HOURS: '1' });
});
afterAll(() => server.stop());

const status = async (token: string) => {
  const { status: code, envelope } = await server.call(self, {}, { token });
  return [code, envelope.code];
};
const count = async () => (await server.sql`select 1 from session`).length;

test('a session ends when it was idle too long, and when it is too old however busy', async () => {
  const idle = await server.as([]);
  await server.sql`update session set seen_at = now() - interval '29 minutes'`;
  expect((await status(idle))[0]).toBe(200);
  // The call was a sign of life.
  await server.sql`update session set seen_at = seen_at - interval '29 minutes'`;
  expect((await status(idle))[0]).toBe(200);
  await server.sql`update session set seen_at = now() - interval '31 minutes'`;
  expect(await status(idle)).toEqual([403, ErrorCode.sessionExpired]);
  const old = await server.as([]);
  await server.sql`update session set seen_at = now(), expires_at = now() - interval '1 second'`;
  expect(await status(old)).toEqual([403, ErrorCode.sessionExpired]);
  await server.sql`update session set expires_at = now() + interval '1 hour'`;
});

test('a permission that is taken away is gone at the next call, one that is given is there', async () => {
  const token = await server.as(['productlist'], { name: 'changing' });
  expect((await server.call(productPage, {}, { token })).status).toBe(200);
  await server.sql`delete from role_permission`;
  expect((await server.call(productPage, {}, { token })).status).toBe(401);
  await server.sql`insert into role_permission (role_id, permission) select id, 'records' from role where role_name = 'changing'`;
  expect((await server.call(productPage, {}, { token })).status).toBe(200);
});

test('sessions that are long over are forgotten, others kept', async () => {
  const sessions = new Sessions(server.sql, { idleMinutes: 30, hours: 1 });
  const live = await server.as([]);
  await server.sql`update session set expires_at = now() + interval '1 hour', ended_at = null`;
  const [ended, expired, justEnded] = [await server.as([]), await server.as([]), await server.as([])];
  expect(new Set([ended, expired, justEnded]).size).toBe(3);
  const newest = server.sql`select token_hash from session order by created_at desc, token_hash limit 3`;
  const [a, b, c] = (await newest).map(({ token_hash }) => token_hash as Buffer);
  await server.sql`update session set ended_at = now() - interval '2 days' where token_hash = ${a as Buffer}`;
  await server.sql`update session set expires_at = now() - interval '2 days' where token_hash = ${b as Buffer}`;
  await server.sql`update session set ended_at = now() where token_hash = ${c as Buffer}`;
  const before = await count();
  await sessions.sweep();
  expect(await count()).toBe(before - 2);
  expect((await status(live))[0]).toBe(200);
});

test('who tries passwords is stopped after twenty a minute, by his address and no other', async () => {
  const limited = await testServer({ SUYUAN_RATE_LIMIT: 'on', SUYUAN_TRUST_PROXY: '127.0.0.1' });
  try {
    const attempt = (ip: string) =>
      limited.call(
        login,
        { account_name: 'admin', account_password: 'guess', account_type: 1 },
        { token: '', headers: { 'x-forwarded-for': ip } },
      );
    const answers = [];
    for (let i = 0; i < 21; i++) answers.push(await attempt('203.0.113.7'));
    expect(answers.slice(0, 20).every((answer) => answer.status === 400)).toBe(true);
    expect(answers[20]).toMatchObject({ status: 429, envelope: { status_code: 429, code: ErrorCode.tooMany } });
    expect((await attempt('203.0.113.8')).status).toBe(400);
    const right = { account_name: 'admin', account_password: adminPassword, account_type: 1 };
    expect((await limited.call(login, right, { token: '' })).status).toBe(200);
  } finally {
    await limited.stop();
  }
});
