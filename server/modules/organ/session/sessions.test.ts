import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { self } from '@suyuan/contract/organ/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { Sessions } from './sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const answerTo = async (token: string) => {
  const { status, envelope } = await server.call(self, {}, { token });
  return [status, envelope.code];
};

test('a session expires by age, however much it is used', async () => {
  const token = await server.as([], { name: 'busy' });
  await server.sql`
    update session set expires_at = now() - interval '1 second'
    where account_id = (select id from account where account_name = 'busy')`;
  expect(await answerTo(token)).toEqual([403, ErrorCode.sessionExpired]);
});

test('using a session prevents expiry by inactivity', async () => {
  const token = await server.as([], { name: 'reader' });
  const idle = (minutes: number) => server.sql`
    update session set seen_at = now() - make_interval(mins => ${minutes})
    where account_id = (select id from account where account_name = 'reader')`;
  await idle(119);
  expect(await answerTo(token)).toEqual([200, ErrorCode.ok]);
  const [row] = await server.sql<{ fresh: boolean }[]>`
    select seen_at > now() - interval '1 minute' as fresh from session
    where account_id = (select id from account where account_name = 'reader')`;
  expect(row?.fresh).toBe(true);
  await idle(121);
  expect(await answerTo(token)).toEqual([403, ErrorCode.sessionExpired]);
});

test('sessions that ended or expired a day ago are deleted, others are not', async () => {
  const tokens = await Promise.all(['running', 'ended', 'old', 'yesterday'].map((name) => server.as([], { name })));
  const change = (name: string, column: 'ended_at' | 'expires_at', hours: number) => server.sql`
    update session set ${server.sql(column)} = now() - make_interval(hours => ${hours})
    where account_id = (select id from account where account_name = ${name})`;
  await change('ended', 'ended_at', 25);
  await change('old', 'expires_at', 25);
  await change('yesterday', 'ended_at', 23);
  await new Sessions(server.sql, { sessionIdleMinutes: 120, sessionHours: 12, handheldDays: 30 }).sweep();
  const rows = await server.sql<{ account_name: string }[]>`
    select distinct account_name from session join account on account.id = account_id
    where account_name = any(${['running', 'ended', 'old', 'yesterday']}::text[]) order by 1`;
  expect(rows.map(({ account_name }) => account_name)).toEqual(['running', 'yesterday']);
  expect(await answerTo(tokens[0] as string)).toEqual([200, ErrorCode.ok]);
});

test.each([
  ['role', "insert into role (role_name) values ('of the night')"],
  ['role, which asks for a second step', "update role set two_step_required = true where role_name = 'of the night'"],
  [
    "role's permission",
    "insert into role_permission select id, 'productlist' from role where role_name = 'of the night'",
  ],
  [
    "account's role",
    "insert into account_role (account_id, role_id) select a.id, r.id from account a, role r where r.role_name = 'of the night' limit 1",
  ],
  [
    "position's role",
    `
    insert into department (depart_code, depart_name) values ('N', 'of nights');
    insert into position (position_name, department_id) select 'night watch', id from department where depart_name = 'of nights';
    insert into position_role (position_id, role_id)
    select p.id, r.id from position p, role r where p.position_name = 'night watch' and r.role_name = 'of the night' `,
  ],
  ['menu', "insert into menu_setting (menu_key, enabled) values ('productlist', false)"],
  [
    'button',
    "insert into menu_button (menu_button_code, menu_key, added, enabled) values ('productlist:add', 'productlist', false, false)",
  ],
  [
    'role that goes with all that it gave',
    "delete from position_role; delete from role where role_name = 'of the night'",
  ],
])('permissions are reloaded after a %s was changed, by anyone', async (_, statement) => {
  const version = async () => {
    const [row] = await server.sql<{ version: string }[]>`select version from rights_version`;
    return row?.version;
  };
  const before = await version();
  await server.sql.unsafe(statement);
  expect(await version()).not.toBe(before);
});

test('a menu disabled in the database is disabled for a session at its next call', async () => {
  const token = await server.as(['productlist'], { name: 'product manager' });
  const status = async () => (await server.call(product.page, {}, { token })).status;
  await server.sql`delete from menu_setting`;
  expect(await status()).toBe(200);
  await server.sql`insert into menu_setting (menu_key, enabled) values ('productlist', false)`;
  expect(await status()).toBe(401);
  await server.sql`delete from menu_setting`;
  expect(await status()).toBe(200);
});
