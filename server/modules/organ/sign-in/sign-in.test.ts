import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { selectedList, self, updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login, loginout } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reasonsOf } from '#test/harness/files.ts';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const credentials = {
  account_name: 'admin',
  account_password: adminPassword,
  account_type: 1 as const,
  permissions: 1 as const,
};
const signIn = () => server.data(login, credentials, { token: '' });

describe('signing in', () => {
  test('returns a token for the next calls', async () => {
    const token = await signIn();
    expect((await server.data(self, {}, { token })).account_name).toBe('admin');
  });

  test('ignores case and surrounding blanks of the account name', async () => {
    const { status } = await server.call(login, { ...credentials, account_name: ' Admin ' }, { token: '' });
    expect(status).toBe(200);
  });

  test('gives one answer for an unknown name, a wrong password, a wrong type and a disabled account', async () => {
    await server.as([], { name: 'gone' });
    await server.sql`update account set status = 'disabled' where account_name = 'gone'`;
    const wrong = [
      { ...credentials, account_name: 'nobody' },
      { ...credentials, account_password: 'not-the-password' },
      { ...credentials, account_type: 2 },
      { ...credentials, account_name: 'gone' },
    ];
    const answers = await Promise.all(wrong.map((input) => server.call(login, input, { token: '' })));
    for (const { status, envelope } of answers) {
      expect(status).toBe(400);
      expect(envelope.code).toBe(ErrorCode.wrongCredentials);
      expect(envelope).toEqual(answers[0]?.envelope);
    }
  });

  test('stores no token that a reader of the database could use', async () => {
    const token = await signIn();
    const rows = await server.sql<{ token_hash: Buffer }[]>`select token_hash from session`;
    expect(rows.some((row) => row.token_hash.toString('base64url') === token)).toBe(false);
  });
});

describe('a session', () => {
  test('ends by signing out', async () => {
    const token = await signIn();
    await server.data(loginout, {}, { token });
    const { status, envelope } = await server.call(self, {}, { token });
    expect([status, envelope.code]).toEqual([403, ErrorCode.sessionEnded]);
  });

  test('that expired or never existed is reported as expired', async () => {
    const token = await signIn();
    await server.sql`update session set seen_at = now() - interval '3 hours'`;
    for (const tried of [token, 'nonsense', 'x'.repeat(4000)]) {
      const { status, envelope } = await server.call(self, {}, { token: tried });
      expect([status, envelope.code]).toEqual([403, ErrorCode.sessionExpired]);
    }
    await server.sql`update session set seen_at = now()`;
  });

  test('ends at the next call after its account is disabled', async () => {
    const token = await server.as(['productlist'], { name: 'leaving' });
    expect((await server.call(product.page, {}, { token })).status).toBe(200);
    await server.sql`update account set status = 'disabled' where account_name = 'leaving'`;
    const { status, envelope } = await server.call(product.page, {}, { token });
    expect([status, envelope.code]).toEqual([403, ErrorCode.sessionEnded]);
  });

  test('loses and gains permissions at the next call', async () => {
    const token = await server.as(['coderule'], { name: 'changing' });
    const change = (permission: string) => server.sql`
      update role_permission set permission = ${permission}
      where role_id = (select id from role where role_name = 'changing')`;
    expect((await server.call(product.page, {}, { token })).status).toBe(401);
    await change('productlist');
    expect((await server.call(product.page, {}, { token })).status).toBe(200);
    await change('coderule');
    expect((await server.call(product.page, {}, { token })).status).toBe(401);
  });

  test('lists its own menus and buttons, and no others', async () => {
    const token = await server.as(['productlist', 'productlist:add']);
    const selections = await server.data(selectedList, { token }, { token });
    const product = selections.find(({ menu_key }) => menu_key === 'productlist');
    expect(product?.selected).toBe(true);
    expect(product?.listMenuButtons.filter(({ selected }) => selected)).toEqual([
      { menu_button_code: 'productlist:add', selected: true },
    ]);
    expect(selections.find(({ menu_key }) => menu_key === 'base')?.selected).toBe(true);
    expect(selections.find(({ menu_key }) => menu_key === 'records')?.selected).toBe(false);
    expect((await server.call(selectedList, { token: server.admin }, { token })).status).toBe(401);
  });
});

describe('a password', () => {
  test('that is temporary must be changed first', async () => {
    const token = await server.as(['productlist', 'productlist:add'], { name: 'newcomer' });
    await server.sql`update account set must_change_password = true where account_name = 'newcomer'`;
    const refused = await server.call(product.add, { product_code: 'X', product_name: 'X' }, { token });
    expect([refused.status, refused.envelope.code]).toEqual([401, ErrorCode.mustChangePassword]);
    await server.data(updatePasswordSelf, { old_password: adminPassword, new_password: 'another-good-1' }, { token });
    expect((await server.call(product.page, {}, { token })).status).toBe(200);
  });

  test('is refused if it is short, contains the name, equals the old one, or the old one is wrong', async () => {
    const token = await server.as([], { name: 'careless' });
    const change = async (old_password: string, new_password: string) => {
      const { status, envelope } = await server.call(updatePasswordSelf, { old_password, new_password }, { token });
      expect(status).toBe(400);
      return reasonsOf(envelope);
    };
    expect(await change(adminPassword, 'short')).toEqual(['new_password password_too_short']);
    expect(await change(adminPassword, 'I-am-Careless-1')).toEqual(['new_password password_has_name']);
    expect(await change(adminPassword, adminPassword)).toEqual(['new_password password_same']);
    expect(await change('wrong-password-1', 'another-good-1')).toEqual(['old_password wrong_password']);
  });

  test('change ends the other sessions of the account and keeps this one', async () => {
    const token = await server.as([], { name: 'mover' });
    const input = { ...credentials, account_name: 'mover' };
    const other = await server.data(login, input, { token: '' });
    await server.data(updatePasswordSelf, { old_password: adminPassword, new_password: 'another-good-1' }, { token });
    expect((await server.call(self, {}, { token: other })).envelope.code).toBe(ErrorCode.sessionEnded);
    expect((await server.call(self, {}, { token })).status).toBe(200);
    expect((await server.call(login, input, { token: '' })).status).toBe(400);
  });
});
