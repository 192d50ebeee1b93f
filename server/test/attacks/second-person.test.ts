import { product } from '@suyuan/contract/base/product/product.ts';
import { type ButtonCode, menuNodes, type Permission } from '@suyuan/contract/menu.ts';
import { employee, employeePassword } from '@suyuan/contract/organ/account.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import { position, positionRoleAdd } from '@suyuan/contract/organ/position.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { codesClose, reopenApprove, reopenAsk } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from '../harness/server.ts';

// One person tries to be the two that opening closed codes again takes.

let server: TestServer;
let order: number;
const everything = menuNodes().flatMap(({ node }) => [
  node.key,
  ...(node.buttons ?? []).map((verb) => `${node.key}:${verb}` as ButtonCode),
]) as Permission[];
const rule = {
  rule_name: 'r',
  level: 1,
  prefix: '',
  alphabet: 'digits',
  body_length: 16,
  check: 'none',
  carrier: 'url',
} as const;
const approves = ['queryclose', 'queryclose:reopen', 'queryclose:approve'] as const;

beforeAll(async () => {
  server = await testServer();
  const { id: rule_id } = await server.data(codeRule.add, rule);
  const { id: product_id } = await server.data(product.add, { product_code: 'W', product_name: 'W' });
  order = (await server.data(orderAdd, { rule_id, quantity: 100, product_id })).id;
});
afterAll(() => server.stop());

let made = 0;
const nameOf = (kind: string) => `${kind}-${++made}`;
const idOf = async (name: string) =>
  (await server.sql<{ id: number }[]>`select id from account where account_name = ${name}`)[0]?.id as number;
const roleOf = async (name: string) =>
  (await server.sql<{ id: number }[]>`select id from role where role_name = ${name}`)[0]?.id as number;
/** Somebody who was there before, made by nobody who is looked at. */
const person = async (permissions: readonly Permission[]) => {
  const name = nameOf('person');
  const token = await server.as(permissions, { name });
  return { name, token, id: await idOf(name) };
};
/** An account that is made by somebody, and signs in as whoever made it chose. */
async function puppetOf(token: string, role_ids: number[]) {
  const account_name = nameOf('puppet');
  const { id, one_time_password } = await server.data(
    employee.add,
    { account_name, name: 'x', account_type: 1, role_ids },
    { token },
  );
  return { id, name: account_name, token: await firstSignIn(account_name, one_time_password) };
}
async function firstSignIn(account_name: string, old_password: string): Promise<string> {
  const token = await server.data(
    login,
    { account_name, account_password: old_password, account_type: 1 },
    { token: '' },
  );
  await server.data(updatePasswordSelf, { old_password, new_password: `walnut-kettle-${++made}` }, { token });
  return token;
}
let closed = 0;
async function requestReopening(token: string): Promise<number> {
  const at = ++closed;
  const { id } = await server.data(codesClose, { order_id: order, from: at, to: at, reason: 'stop' });
  await server.data(reopenAsk, { id: id as number, reason: 'please' }, { token });
  return id as number;
}
const answerTo = async (id: number, token: string) => {
  const { status, envelope } = await server.call(reopenApprove, { id }, { token, language: 'en' });
  return status === 200 ? 'approved' : envelope.message;
};
const dependent = expect.stringContaining('independent person');

describe('a request is not approved', () => {
  test('by an account that the requester created, before or after the request', async () => {
    const asker = await person(everything);
    const role = await roleOf((await person(approves)).name);
    const before = await puppetOf(asker.token, [role]);
    const id = await requestReopening(asker.token);
    expect(await answerTo(id, before.token)).toEqual(dependent);
    expect(await answerTo(id, (await puppetOf(asker.token, [role])).token)).toEqual(dependent);
  });

  test('by an account created by an account that the requester created', async () => {
    const asker = await person(everything);
    const [all, role] = [await roleOf(asker.name), await roleOf((await person(approves)).name)];
    const id = await requestReopening(asker.token);
    const first = await puppetOf(asker.token, [all]);
    const second = await puppetOf(first.token, [role]);
    expect(await answerTo(id, second.token)).toEqual(dependent);
  });

  test('by a person whose password the requester reset', async () => {
    const [asker, victim] = [await person(everything), await person(approves)];
    const id = await requestReopening(asker.token);
    const { one_time_password } = await server.data(employeePassword, { id: victim.id }, { token: asker.token });
    expect(await answerTo(id, await firstSignIn(victim.name, one_time_password))).toEqual(dependent);
  });

  test('by a person to whom the requester granted the permission: a role, a role’s permission, a position, a position’s role', async () => {
    const asker = await person(everything);
    const own = { token: asker.token };
    const approving = await roleOf((await person(approves)).name);
    const { id: department_id } = await server.data(department.add, { depart_code: nameOf('D'), depart_name: 'D' });
    const positionWith = async (...role_ids: number[]) =>
      (await server.data(position.add, { department_id, position_name: nameOf('p'), role_ids })).id;
    const [given, widened, moved, brought] = await Promise.all(Array.from({ length: 4 }, () => person(['queryclose'])));
    const id = await requestReopening(asker.token);
    await server.data(employee.update, { id: given?.id as number, role_ids: [approving] }, own);
    await server.data(role.update, { id: await roleOf(widened?.name as string), permissions: [...approves] }, own);
    const bringing = await positionWith(approving);
    await server.data(employee.update, { id: moved?.id as number, department_id, position_id: bringing }, own);
    const empty = await positionWith();
    await server.data(employee.update, { id: brought?.id as number, department_id, position_id: empty });
    await server.data(positionRoleAdd, { position_id: empty, role_id: approving }, own);
    for (const person of [given, widened, moved, brought]) {
      expect(await answerTo(id, person?.token as string), person?.name).toEqual(dependent);
    }
  });

  test('by the person who created the requesting account', async () => {
    const approver = await person(everything);
    const role = await roleOf((await person(approves)).name);
    const puppet = await puppetOf(approver.token, [role]);
    expect(await answerTo(await requestReopening(puppet.token), approver.token)).toEqual(dependent);
  });

  test.each([
    ['zh', '独立的另一人'],
    ['es', 'persona independiente'],
    ['ja', '独立した別の人'],
  ])('and the refusal gives the reason in %s', async (language, words) => {
    const asker = await person(everything);
    const puppet = await puppetOf(asker.token, [await roleOf((await person(approves)).name)]);
    const id = await requestReopening(asker.token);
    const { envelope } = await server.call(reopenApprove, { id }, { token: puppet.token, language });
    expect(envelope.message).toContain(words);
  });
});

describe('a request is approved', () => {
  test('by another person, even if the requester changed something else about them', async () => {
    const [asker, other] = [await person(everything), await person(approves)];
    const id = await requestReopening(asker.token);
    await server.data(employee.update, { id: other.id, phone: '110' }, { token: asker.token });
    await server.data(
      updatePasswordSelf,
      { old_password: adminPassword, new_password: 'walnut-kettle-own' },
      { token: other.token },
    );
    expect(await answerTo(id, other.token)).toBe('approved');
  });

  test('by an account that the requester created long before', async () => {
    const asker = await person(everything);
    const colleague = await puppetOf(asker.token, [await roleOf((await person(approves)).name)]);
    await server.sql`update audit_log set at = at - interval '8 days'`;
    expect(await answerTo(await requestReopening(asker.token), colleague.token)).toBe('approved');
  });
});

test('a potential administrator cannot create one to approve their own request', async () => {
  const { id } = await server.data(role.add, { role_name: 'plain' });
  const puppet = await puppetOf(server.admin, [id]);
  const request = await requestReopening(server.admin);
  await server.data(employee.update, { id: puppet.id, administrator: true });
  expect(await answerTo(request, puppet.token)).toEqual(dependent);
});
