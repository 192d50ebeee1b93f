import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import {
  employeeResetTwoStep,
  loginLog,
  sessionList,
  twoStepBegin,
  twoStepConfirm,
  twoStepDisable,
  twoStepRecoveryCodes,
  twoStepState,
} from '@suyuan/contract/organ/own-account.ts';
import { selectedList, self } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());
beforeEach(() => server.sql`delete from sign_in_failure`);

const signIn = (account_name: string, one_time_code?: string) =>
  server.call(
    login,
    { account_name, account_password: adminPassword, account_type: 1, ...(one_time_code && { one_time_code }) },
    { token: '', language: 'en' },
  );
/** What the app on the phone shows, so many steps of half a minute away from now. */
const appCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
/** Codes are good once; a test does not wait for the next. */
const forgetLast = async (name: string) => {
  await server.sql`update account set two_step_last = 0 where account_name = ${name}`;
  await server.sql`
    update last_sign_in set two_step_last = 0
    where account_id in (select id from account where account_name = ${name})`;
};

async function enrolled(name: string) {
  const token = await server.as(['productlist'], { name });
  const { secret, uri } = await server.data(twoStepBegin, { account_password: adminPassword }, { token });
  const { recovery_codes } = await server.data(twoStepConfirm, { one_time_code: appCode(secret) }, { token });
  return { token, secret, uri, recovery_codes };
}

describe('enabling two-step verification', () => {
  test('creates a secret, takes effect once a code confirms it, and returns ten recovery codes', async () => {
    const token = await server.as([], { name: 'setter' });
    const { secret, uri } = await server.data(twoStepBegin, { account_password: adminPassword }, { token });
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Suyuan:setter\\?.*secret=${secret}`));
    expect((await signIn('setter')).status).toBe(200);
    const refused = await server.call(twoStepConfirm, { one_time_code: '000000' }, { token });
    expect(refused.envelope.data).toMatchObject({ fields: [{ path: 'one_time_code', reason: 'wrong_code' }] });
    const { recovery_codes } = await server.data(twoStepConfirm, { one_time_code: appCode(secret) }, { token });
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await server.data(twoStepState, {}, { token })).toMatchObject({ enrolled: true, recovery_codes_left: 10 });
    expect(await server.data(sessionList, {}, { token })).toHaveLength(1);
  });

  test('needs the password, and is refused if already enabled', async () => {
    const { token } = await enrolled('doubter');
    const wrong = await server.call(twoStepBegin, { account_password: 'wrong-password' }, { token });
    expect(wrong.envelope.data).toMatchObject({ fields: [{ path: 'account_password', reason: 'wrong_password' }] });
    expect((await server.call(twoStepBegin, { account_password: adminPassword }, { token })).status).toBe(409);
  });

  test('stores nothing that a reader of database or audit log could use', async () => {
    const { secret, recovery_codes } = await enrolled('keeper');
    const [row] = await server.sql`select * from account where account_name = 'keeper'`;
    const [log] = await server.sql`
      select string_agg(l.input::text || c.before::text || c.after::text, '') as text
      from audit_log l join audit_change c on c.audit_id = l.id where l.account_name = 'keeper'`;
    const kept = JSON.stringify(row) + log?.text + Buffer.from(row?.two_step_secret_sealed).toString('latin1');
    for (const one of [secret, ...recovery_codes]) expect(kept).not.toContain(one);
    expect(log?.text).not.toContain(row?.recovery_secrets[0]);
  });

  test('works for a factory account', async () => {
    const factory = await server.party('factory');
    const token = await server.as([], { name: 'at-work', factory });
    const { secret } = await server.data(twoStepBegin, { account_password: adminPassword }, { token });
    await server.data(twoStepConfirm, { one_time_code: appCode(secret) }, { token });
    expect((await server.data(twoStepState, {}, { token })).enrolled).toBe(true);
  });
});

describe('signing in with two steps', () => {
  test('asks for a code, and accepts the right one once', async () => {
    const { secret } = await enrolled('anna');
    expect((await signIn('anna')).envelope).toMatchObject({ status_code: 400, code: ErrorCode.codeNeeded });
    expect((await signIn('anna', '000000')).envelope.code).toBe(ErrorCode.wrongCode);
    await forgetLast('anna');
    const code = appCode(secret);
    expect((await signIn('anna', `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await signIn('anna', code)).envelope.code).toBe(ErrorCode.wrongCode);
  });

  test('accepts clocks half a minute off, and no more', async () => {
    const { secret } = await enrolled('bea');
    for (const [steps, status] of [
      [-3, 400],
      [-1, 200],
      [1, 200],
      [3, 400],
    ] as const) {
      await forgetLast('bea');
      expect([steps, (await signIn('bea', appCode(secret, steps))).status]).toEqual([steps, status]);
    }
  });

  test('gives one of two concurrent users of a code the session', async () => {
    const { secret } = await enrolled('cleo');
    await forgetLast('cleo');
    const second = await testServer({}, server);
    const code = appCode(secret);
    const input = { account_name: 'cleo', account_password: adminPassword, account_type: 1, one_time_code: code };
    const answers = await Promise.all([server, second].map((one) => one.call(login, input, { token: '' })));
    await second.stop();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('accepts each recovery code once, in any case, without hyphens', async () => {
    const { recovery_codes, token } = await enrolled('dora');
    const [code = ''] = recovery_codes;
    expect((await signIn('dora', code.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect((await signIn('dora', code)).envelope.code).toBe(ErrorCode.wrongCode);
    expect((await server.data(twoStepState, {}, { token })).recovery_codes_left).toBe(9);
    const { rows } = await server.data(loginLog.page, { account_name: 'dora', result: 'success' });
    expect(rows[0]?.reason).toBe('recovery_code');
  });

  test('locks after ten wrong codes, even with the right password', async () => {
    const { secret } = await enrolled('emma');
    await forgetLast('emma');
    await server.sql`insert into sign_in_failure values ('pair', 'emma 127.0.0.1', 9, now())`;
    expect((await signIn('emma')).envelope.code).toBe(ErrorCode.codeNeeded);
    expect((await signIn('emma', '000000')).envelope.code).toBe(ErrorCode.wrongCode);
    expect((await signIn('emma', appCode(secret))).envelope.code).toBe(ErrorCode.signInLocked);
  });

  test('does not reveal the second step without the password', async () => {
    await enrolled('fay');
    const input = { account_name: 'fay', account_password: 'wrong-password', account_type: 1, one_time_code: '000000' };
    const { envelope } = await server.call(login, input, { token: '' });
    expect(envelope.code).toBe(ErrorCode.wrongCredentials);
  });
});

describe('disabling two-step verification', () => {
  test('needs the password and a code', async () => {
    const { token, secret, recovery_codes } = await enrolled('gina');
    const off = (account_password: string, one_time_code: string) =>
      server.call(twoStepDisable, { account_password, one_time_code }, { token });
    expect((await off('wrong-password', recovery_codes[0] as string)).status).toBe(400);
    expect((await off(adminPassword, '000000')).status).toBe(400);
    await forgetLast('gina');
    expect((await off(adminPassword, appCode(secret))).status).toBe(200);
    expect((await signIn('gina')).status).toBe(200);
    expect((await off(adminPassword, recovery_codes[0] as string)).status).toBe(400);
  });

  test('new recovery codes invalidate the old ones', async () => {
    const { token, recovery_codes } = await enrolled('hilda');
    const [first = '', second = ''] = recovery_codes;
    const input = { account_password: adminPassword, one_time_code: first };
    const fresh = await server.data(twoStepRecoveryCodes, input, { token });
    expect(fresh.recovery_codes).toHaveLength(10);
    expect((await signIn('hilda', second)).envelope.code).toBe(ErrorCode.wrongCode);
    expect((await signIn('hilda', fresh.recovery_codes[0])).status).toBe(200);
  });

  test('is done by an administrator for a person who lost it, and ends the sessions', async () => {
    const { token } = await enrolled('ida');
    const [{ id }] = (await server.sql`select id from account where account_name = 'ida'`) as [{ id: number }];
    await server.data(employeeResetTwoStep, { id });
    expect((await server.call(self, {}, { token })).envelope.code).toBe(ErrorCode.sessionEnded);
    expect((await signIn('ida')).status).toBe(200);
    const [entry] = await server.sql`select account_name from audit_log where call = ${employeeResetTwoStep.path}`;
    expect(entry?.account_name).toBe('admin');
  });

  test('is refused to non-administrators for administrators, and across factories', async () => {
    const [{ id }] = (await server.sql`select id from account where account_name = 'admin'`) as [{ id: number }];
    const token = await server.as(['stafflist:resettwostep']);
    expect((await server.call(employeeResetTwoStep, { id }, { token })).status).toBe(409);
    const [one, two] = [await server.party('factory'), await server.party('factory')];
    await server.as([], { name: 'theirs', factory: two });
    const [theirs] = await server.sql`select id from account where account_name = 'theirs'`;
    const foreman = await server.as(['stafflist:resettwostep'], { factory: one });
    expect((await server.call(employeeResetTwoStep, { id: theirs?.id }, { token: foreman })).status).toBe(404);
  });
});

describe('a role that requires it', () => {
  test('leaves an account without it only the calls to enable it', async () => {
    const token = await server.as(['productlist'], { name: 'julia' });
    await server.sql`update role set two_step_required = true where role_name = 'julia'`;
    const refused = await server.call(product.page, {}, { token });
    expect([refused.status, refused.envelope.code]).toEqual([401, ErrorCode.mustSetUpTwoStep]);
    expect((await server.data(self, {}, { token })).two_step_due).toBe(true);
    expect((await server.call(selectedList, {}, { token })).status).toBe(200);
    expect((await server.data(twoStepState, {}, { token })).required).toBe(true);
    const { secret } = await server.data(twoStepBegin, { account_password: adminPassword }, { token });
    await server.data(twoStepConfirm, { one_time_code: appCode(secret) }, { token });
    expect((await server.call(product.page, {}, { token })).status).toBe(200);
    await forgetLast('julia');
    const off = { account_password: adminPassword, one_time_code: appCode(secret) };
    expect((await server.call(twoStepDisable, off, { token })).status).toBe(409);
  });
});
