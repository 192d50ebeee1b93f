import { dealer } from '@suyuan/contract/base/dealer.ts';
import { outFactory } from '@suyuan/contract/base/factory.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { loginLog } from '@suyuan/contract/organ/own-account.ts';
import { self } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from '../harness/server.ts';

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await testServer();
  other = await testServer({}, server);
});
afterAll(async () => {
  await server.stop();
  await other.stop();
});

describe.each(['factory', 'dealer'] as const)('people of a disabled %s', (kind) => {
  const account_type = kind === 'factory' ? 2 : 3;
  const switchTo = async (id: number, status: 'enabled' | 'disabled') => {
    if (kind === 'factory')
      await server.data(outFactory.update, { id, factory_code: `F${id}`, factory_name: 'F', status });
    else await server.data(dealer.update, { id, dealer_code: `D${id}`, dealer_name: 'D', dealer_level: 1, status });
  };
  const signIn = (account_name: string, account_password = adminPassword) =>
    server.call(login, { account_name, account_password, account_type }, { token: '' });

  test('are signed out at their next request, on every server, and cannot sign in until it is enabled', async () => {
    const id = await server.party(kind);
    // Those of the enterprise itself are kept elsewhere.
    await server.sql`update factory set kind = 'external'`;
    const name = `${kind}-person`;
    const [first, second] = [await server.as([], { name, [kind]: id }), (await signIn(name)).envelope.data as string];
    const neighbour = await server.as([], { [kind]: await server.party(kind) });
    await switchTo(id, 'disabled');
    for (const [at, token] of [
      [server, first],
      [other, second],
    ] as const) {
      const { status, envelope } = await at.call(self, {}, { token });
      expect([status, envelope.code]).toEqual([403, ErrorCode.sessionEnded]);
    }
    expect((await server.call(self, {}, { token: neighbour })).status).toBe(200);

    const refused = await signIn(name);
    expect(refused.envelope).toEqual((await signIn(name, 'not-the-password')).envelope);
    expect(refused.envelope.code).toBe(ErrorCode.wrongCredentials);
    const { rows } = await server.data(loginLog.page, { account_name: name });
    expect(rows.map(({ reason }) => reason).slice(0, 2)).toEqual(['wrong_password', 'party_disabled']);

    await switchTo(id, 'enabled');
    // What was ended stays ended.
    expect((await server.call(self, {}, { token: first })).envelope.code).toBe(ErrorCode.sessionEnded);
    expect((await signIn(name)).status).toBe(200);
  });
});
