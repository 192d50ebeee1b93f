import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { sessionEnd, sessionEndOthers, sessionList } from '@suyuan/contract/organ/own-account.ts';
import { self } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const again = (account_name: string, account_type: 1 | 2 = 1) =>
  server.data(login, { account_name, account_password: adminPassword, account_type }, { token: '' });
const codeOf = async (token: string) => (await server.call(self, {}, { token })).envelope.code;

test('own sessions are listed without their tokens', async () => {
  const token = await server.as([], { name: 'roamer' });
  await again('roamer');
  const list = await server.data(sessionList, {}, { token });
  expect(list.map(({ current }) => current).sort()).toEqual([false, true]);
  expect(list[0]).toMatchObject({ ip: '127.0.0.1' });
  expect(JSON.stringify(list)).not.toContain(token);
  expect(Object.keys(list[0] ?? {})).not.toContain('token_hash');
});

test('one of them is ended, or all others, at once', async () => {
  const token = await server.as([], { name: 'leaver' });
  const [second, third, fourth] = [await again('leaver'), await again('leaver'), await again('leaver')];
  const mine = await server.data(sessionList, {}, { token: second });
  const id = mine.find(({ current }) => current)?.id as number;
  await server.data(sessionEnd, { id }, { token });
  expect(await codeOf(second)).toBe(ErrorCode.sessionEnded);
  expect(await codeOf(third)).toBe(ErrorCode.ok);
  await server.data(sessionEndOthers, {}, { token });
  expect([await codeOf(third), await codeOf(fourth), await codeOf(token)]).toEqual([
    ErrorCode.sessionEnded,
    ErrorCode.sessionEnded,
    ErrorCode.ok,
  ]);
});

test("another person's session cannot be ended", async () => {
  const token = await server.as([], { name: 'curious' });
  const [other] = await server.data(sessionList, {}, { token: server.admin });
  const { status } = await server.call(sessionEnd, { id: other?.id }, { token });
  expect([status, await codeOf(server.admin)]).toEqual([404, ErrorCode.ok]);
});

test('a factory account can end its own sessions', async () => {
  const factory = await server.party('factory');
  const token = await server.as([], { name: 'worker', factory });
  const other = await again('worker', 2);
  await server.data(sessionEndOthers, {}, { token });
  expect(await codeOf(other)).toBe(ErrorCode.sessionEnded);
});
