import { factory } from '@suyuan/contract/base/factory.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { sessionList } from '@suyuan/contract/organ/own-account.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { roleView, selectedList, self, selfUpdate } from '@suyuan/contract/organ/session.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await testServer();
  ({ id } = await server.data(role.add, {
    role_name: '查看员',
    permissions: ['productlist', 'productlist:add', 'rolemanage'],
    two_step_required: true,
  }));
});
afterAll(() => server.stop());

const open = (token = server.admin) => server.data(roleView, { role_id: id }, { token });
const answerTo = async (token: string) => {
  const { status, envelope } = await server.call(self, {}, { token });
  return [status, envelope.code];
};

describe('an administrator sees the console as a role has it', () => {
  test('with exactly its menus and buttons, as its kind of account', async () => {
    const token = await open();
    expect(token).toMatch(new RegExp(`^role-${id}-[\\w-]{43}$`));
    const selections = await server.data(selectedList, { token }, { token });
    const held = selections.flatMap(({ menu_key, selected, listMenuButtons }) => [
      ...(selected ? [menu_key] : []),
      ...listMenuButtons.flatMap(({ menu_button_code, selected }) => (selected ? [menu_button_code] : [])),
    ]);
    expect(held.toSorted()).toEqual(
      ['base', 'organ', 'product', 'productlist', 'productlist:add', 'role', 'rolemanage'].toSorted(),
    );
    expect(await server.data(self, {}, { token })).toMatchObject({
      account_name: 'admin',
      viewed_role: '查看员',
      two_step_due: false,
    });
    expect((await server.call(product.page, {}, { token })).status).toBe(200);
    expect((await server.call(factory.page, {}, { token })).status).toBe(401);
  });

  test('and cannot write: every change is refused with a reason', async () => {
    const token = await open();
    const added = await server.call(
      product.add,
      { product_code: 'V', product_name: 'V', spec: '', gtin: '6901234567892' },
      { token, language: 'zh' },
    );
    expect([added.status, added.envelope.code, added.envelope.message]).toEqual([
      409,
      ErrorCode.viewOnly,
      '您正以角色「查看员」的身份查看，不能更改任何内容。请先结束查看。',
    ]);
    const writing = calls.filter(
      ({ access, method, effect }) =>
        access !== 'public' && access !== 'device' && (method === 'POST' ? effect !== 'none' : effect !== undefined),
    );
    expect(writing.length).toBeGreaterThan(100);
    for (const { path, method } of writing) {
      const response = await server.fetch(path, { method, headers: { token }, ...(method === 'POST' && { body: '' }) });
      expect([path, response.status === 409 || response.status === 401]).toEqual([path, true]);
    }
    expect((await server.call(selfUpdate, { introduction: 'x' }, { token })).envelope.code).toBe(ErrorCode.viewOnly);
  });

  test('and cannot export: every file is refused with a reason', async () => {
    const token = await open();
    const response = await server.fetch(`${product.export.path}?format=csv`, {
      headers: { token, 'accept-language': 'zh' },
    });
    const { code, message } = (await response.json()) as { code: number; message: string };
    expect([response.status, code, message]).toEqual([
      409,
      ErrorCode.viewOnly,
      '您正以角色「查看员」的身份查看，不能导出或下载文件。请先结束查看。',
    ]);
    const files = calls.filter(({ answers, access }) => answers === 'file' && typeof access !== 'string');
    expect(files.length).toBeGreaterThan(20);
    for (const { path, method } of files) {
      const answer = await server.fetch(path, { method, headers: { token }, ...(method === 'POST' && { body: '' }) });
      expect([path, answer.status === 409 || answer.status === 401]).toEqual([path, true]);
    }
  });

  test('only an administrator, and only one level deep', async () => {
    const token = await open();
    expect((await server.call(roleView, { role_id: id }, { token })).envelope.code).toBe(ErrorCode.viewOnly);
    const manager = await server.as(['rolemanage', 'rolemanage:update']);
    expect((await server.call(roleView, { role_id: id }, { token: manager })).status).toBe(401);
    expect((await server.call(roleView, { role_id: 999_999 })).status).toBe(404);
  });

  test('until they end the view or its parent session, or the role is deleted', async () => {
    const token = await open();
    const before = (await server.data(sessionList, {})).length;
    const seen = await server.data(sessionList, {}, { token });
    expect([seen.length, seen.filter(({ current }) => current).length]).toEqual([before, 1]);
    await server.data(loginout, {}, { token });
    expect(await answerTo(token)).toEqual([403, ErrorCode.sessionEnded]);
    expect((await server.data(sessionList, {})).length).toBe(before);

    const other = await server.as([], { name: 'second' });
    await server.sql`update account set administrator = true where account_name = 'second'`;
    const view = await open(other);
    await server.data(loginout, {}, { token: other });
    expect(await answerTo(view)).toEqual([403, ErrorCode.sessionEnded]);

    const [third, demoted] = [await server.as([], { name: 'third' }), 'third'];
    await server.sql`update account set administrator = true where account_name = ${demoted}`;
    const last = await open(third);
    await server.sql`update account set administrator = false where account_name = ${demoted}`;
    expect(await answerTo(last)).toEqual([403, ErrorCode.sessionEnded]);

    const gone = await server.data(role.add, { role_name: '短命', permissions: [] });
    const short = await server.data(roleView, { role_id: gone.id });
    await server.data(role.remove, { id: gone.id });
    expect(await answerTo(short)).toEqual([403, ErrorCode.sessionExpired]);
  });

  test('and the view is recorded', async () => {
    await open();
    const [row] = await server.sql`select account_name, result from access_log where call = ${roleView.path}`;
    expect(row).toEqual({ account_name: 'admin', result: 'answered' });
  });
});
