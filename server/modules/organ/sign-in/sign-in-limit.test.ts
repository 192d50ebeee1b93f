import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { employee, employeePassword } from '@suyuan/contract/organ/account.ts';
import { loginLog } from '@suyuan/contract/organ/own-account.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '#platform/network/network.ts';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

const wrong = 'not-the-password';
const signIn = (account_name: string, account_password: string, from: string, on = server) =>
  on.call(
    login,
    { account_name, account_password, account_type: 1 },
    { token: '', language: 'en', headers: { 'x-forwarded-for': from } },
  );
const codeOf = async (answer: ReturnType<typeof signIn>) => (await answer).envelope.code;

/** A new account that signed in from `home`. */
async function person(name: string, home: string): Promise<string> {
  const token = await server.as([], { name });
  expect((await signIn(name, adminPassword, home)).status).toBe(200);
  return token;
}
/** As if so many tries had failed, so many minutes ago. */
const failed = (scope: 'account' | 'address' | 'pair', subject: string, failures: number, minutes = 0) => server.sql`
  insert into sign_in_failure values (${scope}, ${subject}, ${failures}, now() - make_interval(mins => ${minutes}))
  on conflict (scope, subject) do update set failures = excluded.failures, last_at = excluded.last_at`;
const failuresOf = async (subject: string) =>
  (await server.sql<{ failures: number }[]>`select failures from sign_in_failure where subject = ${subject}`)[0]
    ?.failures;

// Tries are made to wait: the tests do so together, each with accounts and addresses of its own.
describe.concurrent('too many failures', () => {
  test('lock out the eleventh attempt, even if right, for a quarter of an hour', async () => {
    const home = '198.51.100.1';
    await person('eleven', home);
    await failed('pair', `eleven ${home}`, 9);
    expect(await codeOf(signIn('eleven', wrong, home))).toBe(ErrorCode.wrongCredentials);
    const { status, envelope } = await signIn('Eleven', adminPassword, home);
    expect([status, envelope.code]).toEqual([429, ErrorCode.signInLocked]);
    expect(envelope.message).toBe('Too many failed tries. Try again in 15 min.');
    await failed('pair', `eleven ${home}`, 10, 14);
    expect((await signIn('eleven', adminPassword, home)).envelope.message).toContain('1 min');
    await failed('pair', `eleven ${home}`, 10, 15);
    expect((await signIn('eleven', adminPassword, home)).status).toBe(200);
  });

  test('return the time to retry, in a header too', async () => {
    await failed('account', 'whoever', 10);
    const response = await server.fetch(login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account_name: 'whoever', account_password: 'x', account_type: 1 }),
    });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(880);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  test('are answered alike for an unknown account', async () => {
    await person('somebody-real', '198.51.100.2');
    await failed('account', 'somebody-real', 10);
    await failed('account', 'nobody-real', 10);
    const real = await signIn('somebody-real', wrong, '198.51.100.3');
    const unreal = await signIn('nobody-real', wrong, '198.51.100.3');
    expect(real.envelope.code).toBe(ErrorCode.signInLocked);
    expect([unreal.status, unreal.envelope]).toEqual([real.status, real.envelope]);
  });

  test('delay every attempt after the fifth longer', async () => {
    const home = '198.51.100.4';
    await person('slow', home);
    const timeOfTry = async () => {
      const begun = performance.now();
      await signIn('slow', wrong, home);
      return performance.now() - begun;
    };
    await failed('pair', `slow ${home}`, 5);
    expect(await timeOfTry()).toBeGreaterThan(290);
    expect(await timeOfTry()).toBeGreaterThan(590);
  });

  test('are forgotten after a success, and after a quarter of an hour without one', async () => {
    const home = '198.51.100.5';
    await person('erring', home);
    await signIn('erring', wrong, home);
    await signIn('erring', wrong, home);
    expect(await failuresOf(`erring ${home}`)).toBe(2);
    await signIn('erring', adminPassword, home);
    expect(await failuresOf(`erring ${home}`)).toBeUndefined();
    await failed('pair', `erring ${home}`, 9, 16);
    await signIn('erring', wrong, home);
    expect(await failuresOf(`erring ${home}`)).toBe(1);
  });

  test('are all counted when concurrent: no more pass than in sequence', async () => {
    const home = '198.51.100.6';
    await person('rushed', home);
    await failed('pair', `rushed ${home}`, 8);
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(signIn('rushed', wrong, home))));
    expect(codes.filter((code) => code === ErrorCode.wrongCredentials)).toHaveLength(2);
    expect(codes.filter((code) => code === ErrorCode.signInLocked)).toHaveLength(6);
  });

  test('do not result from many concurrent correct sign-ins', async () => {
    await person('robot', '198.51.100.7');
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn('robot', adminPassword, '198.51.100.7')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
  });

  test('apply on every server', async () => {
    const home = '198.51.100.8';
    await person('everywhere', home);
    const second = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' }, server);
    await failed('pair', `everywhere ${home}`, 9);
    await signIn('everywhere', wrong, home);
    expect(await codeOf(signIn('everywhere', adminPassword, home, second))).toBe(ErrorCode.signInLocked);
    await second.stop();
  });

  test('with the old password in an open session count as well', async () => {
    const token = await person('careless', '127.0.0.1');
    await failed('pair', 'careless 127.0.0.1', 9);
    const change = () =>
      server.call(updatePasswordSelf, { old_password: wrong, new_password: 'another-good-1' }, { token });
    expect((await change()).envelope.code).toBe(ErrorCode.badInput);
    expect((await change()).envelope.code).toBe(ErrorCode.signInLocked);
    expect(await codeOf(signIn('careless', adminPassword, '127.0.0.1'))).toBe(ErrorCode.signInLocked);
    const { rows } = await server.data(loginLog.page, { account_name: 'careless', size: 3 });
    expect(rows.map(({ result, reason }) => [result, reason])).toEqual([
      ['locked', 'locked'],
      ['locked', 'changing_own_secrets'],
      ['failure', 'changing_own_secrets'],
    ]);
  });
});

describe.concurrent('an administrator lifts the lock of an account', () => {
  const idOf = async (name: string) =>
    ((await server.sql<{ id: number }[]>`select id from account where account_name = ${name}`)[0] as { id: number }).id;
  const locked = async (name: string, home: string) => {
    await person(name, home);
    await failed('account', name.toLowerCase(), 10);
    await failed('pair', `${name.toLowerCase()} ${home}`, 10);
    expect(await codeOf(signIn(name, adminPassword, home))).toBe(ErrorCode.signInLocked);
  };

  test('by resetting its password: the one-time password works from known and other networks', async () => {
    const home = '198.51.100.71';
    await locked('Locked.Reset', home);
    await failed('account', 'locked.reset2', 10);
    const { one_time_password } = await server.data(employeePassword, { id: await idOf('Locked.Reset') });
    expect((await signIn('locked.reset', one_time_password, home)).status).toBe(200);
    expect((await signIn('locked.reset', one_time_password, '198.51.100.72')).status).toBe(200);
    expect(await failuresOf('locked.reset2')).toBe(10);
  });

  test('by enabling it, and by no other change', async () => {
    const home = '198.51.100.73';
    await locked('locked-off', home);
    const id = await idOf('locked-off');
    await server.data(employee.update, { id, name: 'L', status: 'enabled' });
    expect(await codeOf(signIn('locked-off', adminPassword, home))).toBe(ErrorCode.signInLocked);
    await server.data(employee.update, { id, status: 'disabled' });
    await server.data(employee.update, { id, status: 'enabled' });
    expect((await signIn('locked-off', adminPassword, home)).status).toBe(200);
  });

  test('but not the lock of an address', async () => {
    const from = '198.51.100.74';
    await person('locked-there', '198.51.100.75');
    await failed('address', from, 10);
    const { one_time_password } = await server.data(employeePassword, { id: await idOf('locked-there') });
    expect(await codeOf(signIn('locked-there', one_time_password, from))).toBe(ErrorCode.signInLocked);
  });
});

describe.concurrent('guessing from unknown addresses', () => {
  test('locks the account for all unknown addresses, but not where its owner usually signs in', async () => {
    const home = '203.0.113.1';
    await person('owner', home);
    await failed('account', 'owner', 9);
    expect(await codeOf(signIn('owner', wrong, '203.0.113.2'))).toBe(ErrorCode.wrongCredentials);
    expect(await codeOf(signIn('owner', adminPassword, '203.0.113.3'))).toBe(ErrorCode.signInLocked);
    expect((await signIn('owner', adminPassword, home)).status).toBe(200);
  });

  test('cannot lock out the last administrator where they signed in before', async () => {
    const home = '203.0.113.4';
    expect((await signIn('admin', adminPassword, home)).status).toBe(200);
    await failed('account', 'admin', 10);
    await failed('address', home, 10);
    expect((await signIn('admin', adminPassword, home)).status).toBe(200);
  });

  test('locks the address across all accounts, whatever own sign-ins succeed', async () => {
    const from = '203.0.113.5';
    await person('victim', '203.0.113.6');
    await failed('address', from, 8);
    await person('insider', from);
    expect(await codeOf(signIn('victim', wrong, from))).toBe(ErrorCode.wrongCredentials);
    expect((await signIn('insider', adminPassword, from)).status).toBe(200);
    expect(await codeOf(signIn('nobody', wrong, from))).toBe(ErrorCode.wrongCredentials);
    expect(await codeOf(signIn('no-one', wrong, from))).toBe(ErrorCode.signInLocked);
    expect(await failuresOf('no-one')).toBeUndefined();
    expect((await signIn('insider', adminPassword, from)).status).toBe(200);
  });

  test('is answered alike for known and unknown accounts, if the address is locked', async () => {
    const home = '203.0.113.7';
    await person('at-home', home);
    await failed('address', home, 10);
    const known = await signIn('at-home', wrong, home);
    const unknown = await signIn('not-at-home', wrong, home);
    expect(known.envelope.code).toBe(ErrorCode.signInLocked);
    expect([known.status, known.envelope]).toEqual([unknown.status, unknown.envelope]);
    expect((await signIn('at-home', adminPassword, home)).status).toBe(200);
    const { rows } = await server.data(loginLog.page, { account_name: 'at-home', size: 2 });
    expect(rows.map(({ reason }) => reason)).toEqual([null, 'wrong_password']);
  });

  test('is counted by /56 and /48 of IPv6 as well, with higher limits', async () => {
    const failed = (network: string, failures: number) => server.sql`
      insert into sign_in_failure (scope, subject, failures, last_at) values ('address', ${network}, ${failures}, now())
      on conflict (scope, subject) do update set failures = excluded.failures`;
    const statusOf = async (name: string, from: string) => (await signIn(name, wrong, from)).status;
    expect(await statusOf('nobody-1', '2001:db8:5:101::1')).toBe(400);
    await failed('2001:db8:5:100::/56', 19);
    expect(await statusOf('nobody-2', '2001:db8:5:102::1')).toBe(400);
    expect(await statusOf('nobody-3', '2001:db8:5:103::1')).toBe(429);
    expect(await statusOf('nobody-4', '2001:db8:5:201::1')).toBe(400);
    await failed('2001:db8:5::/48', 80);
    expect(await statusOf('nobody-5', '2001:db8:5:301::1')).toBe(429);
    expect(await statusOf('nobody-6', '2001:db8:6:301::1')).toBe(400);
  });

  test('counts an IPv6 network as one address', () => {
    expect(networkOf('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64');
    expect(networkOf('2001:DB8:0:7:ffff:1:2:3')).toBe('2001:db8:0:7::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113.5');
    expect(networkOf('203.0.113.5')).toBe('203.0.113.5');
    expect(networkOf('')).toBe('');
  });
});
