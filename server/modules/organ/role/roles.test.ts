import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type MenuTreeNode, menuTreeEnable } from '@suyuan/contract/organ/menu-setting.ts';
import { allRolesTree, role, roleHolder, saveTree } from '@suyuan/contract/organ/role.ts';
import { selectedList } from '@suyuan/contract/organ/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const english = { language: 'en' };
const permissionsOf = async (role_id: number) =>
  (
    await server.sql<{ permission: string }[]>`
      select permission from role_permission where role_id = ${role_id} order by permission`
  ).map(({ permission }) => permission);
const accountNamed = async (name: string) =>
  (await server.sql<{ id: number }[]>`select id from account where account_name = ${name}`)[0]?.id as number;
const roleNamed = async (name: string) =>
  (await server.sql<{ id: number }[]>`select id from role where role_name = ${name}`)[0]?.id as number;
const flat = (nodes: readonly MenuTreeNode[]): MenuTreeNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

test('a role is added, found, changed and deleted', async () => {
  const { id } = await server.data(role.add, {
    role_name: ' Packer ',
    description: 'packs',
    two_step_required: true,
    permissions: ['records', 'records:add'],
  });
  const { rows } = await server.data(role.page, { keyword: 'pack' });
  expect(rows).toMatchObject([
    {
      id,
      role_name: 'Packer',
      description: 'packs',
      two_step_required: true,
      permissions: 2,
      holders: 0,
      positions: 0,
    },
  ]);
  await server.data(role.update, { id, role_name: 'Packers', permissions: ['records'] });
  expect((await server.data(role.page, { keyword: 'pack' })).rows).toMatchObject([
    { role_name: 'Packers', description: 'packs', two_step_required: true, permissions: 1 },
  ]);
  await server.data(role.remove, { id });
  expect((await server.data(role.page, { keyword: 'pack' })).total).toBe(0);
  expect((await server.call(role.remove, { id })).status).toBe(404);
});

test('a role name is unique, ignoring case', async () => {
  await server.data(role.add, { role_name: 'Auditor' });
  const { id } = await server.data(role.add, { role_name: 'Other' });
  for (const answer of [
    await server.call(role.add, { role_name: 'AUDITOR' }, english),
    await server.call(role.update, { id, role_name: 'auditor' }, english),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.envelope.data).toMatchObject({ fields: [{ path: 'role_name', reason: 'taken' }] });
  }
});

test('a stale save is refused, naming who saved', async () => {
  const { id } = await server.data(role.add, { role_name: 'contested' });
  const [seen] = (await server.data(role.page, { keyword: 'contested' })).rows;
  await server.data(role.update, { id, description: 'first', updated_at: seen?.updated_at as string });
  for (const answer of [
    await server.call(role.update, { id, description: 'second', updated_at: seen?.updated_at as string }, english),
    await server.call(saveTree, { role_id: id, menus: [], updated_at: seen?.updated_at as string }, english),
  ]) {
    expect([answer.status, answer.envelope.code]).toEqual([409, ErrorCode.stale]);
    expect(JSON.stringify(answer.envelope.data)).toContain('first');
  }
  await server.data(role.update, { id, description: 'second' });
});

test('permissions of a role are saved and read as a tree', async () => {
  const { id } = await server.data(role.add, { role_name: 'tree', permissions: ['coderule'] });
  const button = (menu_button_code: string, selected: boolean) => ({ menu_button_code, selected });
  await server.data(saveTree, {
    role_id: id,
    menus: [
      {
        menu_key: 'records',
        selected: true,
        listMenuButtons: [button('records:add', true), button('records:close', false)],
      },
      { menu_key: 'rulenews', selected: false },
    ],
  });
  expect(await permissionsOf(id)).toEqual(['records', 'records:add']);
  const tree = flat(await server.data(allRolesTree, { role_id: id }));
  const node = (key: string) => tree.find(({ menu_key }) => menu_key === key);
  expect(node('records')).toMatchObject({ selected: true, half_selected: true });
  expect(node('records')?.listMenuButtons.filter(({ selected }) => selected)).toMatchObject([
    { menu_button_code: 'records:add' },
  ]);
  expect(node('tagging')).toMatchObject({ selected: false, half_selected: true });
  expect(node('base')).toMatchObject({ selected: false, half_selected: false });
});

test('an unknown permission is refused by name', async () => {
  const { status, envelope } = await server.call(role.add, { role_name: 'x', permissions: ['records', 'nonsense'] });
  expect([status, envelope.data]).toMatchObject([400, { fields: [{ path: 'permissions.1', reason: 'no_such' }] }]);
  expect((await server.data(role.page, { keyword: 'x' })).rows.map(({ role_name }) => role_name)).not.toContain('x');
});

describe('people can grant what they have', () => {
  test('and nothing else, by any call', async () => {
    const token = await server.as(['rolemanage', 'rolemanage:add', 'rolemanage:update', 'records']);
    const own = { token };
    const { id } = await server.data(role.add, { role_name: 'given', permissions: ['records'] }, own);
    for (const answer of [
      await server.call(role.add, { role_name: 'more', permissions: ['records', 'coderule'] }, own),
      await server.call(role.update, { id, role_name: 'given', permissions: ['records', 'coderule'] }, own),
      await server.call(
        saveTree,
        {
          role_id: id,
          menus: [
            { menu_key: 'records', selected: true },
            { menu_key: 'coderule', selected: true },
          ],
        },
        own,
      ),
    ]) {
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.envelope.data)).toContain('not_yours_to_give');
    }
    expect(await permissionsOf(id)).toEqual(['records']);
    const grantable = flat(await server.data(allRolesTree, {}, own)).filter((node) => node.grantable);
    expect(grantable.map(({ menu_key }) => menu_key).sort()).toEqual(['records', 'rolemanage']);
  });

  test('and revoke only that: a role with more is for others to change', async () => {
    const token = await server.as(['rolemanage:update', 'records']);
    const { id } = await server.data(role.add, { role_name: 'kept', permissions: ['coderule', 'records'] });
    for (const permissions of [['coderule'], ['records'], []]) {
      expect((await server.call(role.update, { id, permissions }, { token })).status).toBe(409);
    }
    expect(await permissionsOf(id)).toEqual(['coderule', 'records']);
  });

  test('including what is currently disabled', async () => {
    const token = await server.as(['rolemanage', 'rolemanage:update', 'records']);
    const { id } = await server.data(role.add, { role_name: 'off for now', permissions: ['records'] });
    await server.data(menuTreeEnable, { menu_key: 'tagging', enabled: false });
    await server.data(role.update, { id, description: 'still theirs' }, { token });
    await server.data(menuTreeEnable, { menu_key: 'tagging', enabled: true });
  });

  test('people of factories and dealers cannot change roles', async () => {
    const everything = ['rolemanage', 'rolemanage:add', 'rolemanage:update', 'rolemanage:delete', 'records'] as const;
    const { id } = await server.data(role.add, { role_name: 'foreign', permissions: ['records'] });
    for (const kind of ['factory', 'dealer'] as const) {
      const token = await server.as(everything, { [kind]: await server.party(kind) });
      for (const [call, input] of [
        [role.add, { role_name: `of ${kind}` }],
        [role.update, { id, role_name: 'theirs' }],
        [role.remove, { id }],
        [saveTree, { role_id: id, menus: [] }],
      ] as const) {
        expect([call.path, (await server.call(call, input, { token })).status]).toEqual([call.path, 401]);
      }
    }
    expect(await permissionsOf(id)).toEqual(['records']);
  });
});

describe('a role in use', () => {
  test('is not deleted, and the refusal names who has it', async () => {
    await server.as(['records'], { name: 'mei' });
    const id = await roleNamed('mei');
    const answer = await server.call(role.remove, { id }, english);
    expect([answer.status, answer.envelope.code]).toEqual([409, ErrorCode.conflict]);
    expect(answer.envelope.message).toContain('mei');
  });

  test('lists who has it: directly, and by position', async () => {
    const { id } = await server.data(role.add, { role_name: 'shared' });
    await server.as([], { name: 'direct' });
    await server.as([], { name: 'positioned' });
    const { sql } = server;
    await sql`insert into account_role (account_id, role_id) values (${await accountNamed('direct')}, ${id})`;
    await holdPosition('positioned', id);
    const { rows, total } = await server.data(roleHolder.page, { role_id: id });
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      { account_name: 'direct', direct: true, position_name: null },
      { account_name: 'positioned', direct: false, position_name: 'of positioned' },
    ]);
    expect((await server.call(role.remove, { id }, english)).envelope.message).toContain('of positioned');
  });
});

describe('a change of a role applies at the next request', () => {
  const may = async (token: string, product_code: string) =>
    (await server.call(product.add, { product_code, product_name: 'x' }, { token })).status;

  test('to people who have it directly', async () => {
    const token = await server.as(['productlist', 'productlist:add'], { name: 'direct-change' });
    expect(await may(token, 'D-1')).toBe(200);
    await server.data(saveTree, {
      role_id: await roleNamed('direct-change'),
      menus: [{ menu_key: 'productlist', selected: true }],
    });
    expect(await may(token, 'D-2')).toBe(401);
    expect((await server.call(product.page, {}, { token })).status).toBe(200);
  });

  test('to people who have it by position', async () => {
    const token = await server.as([], { name: 'by-position' });
    expect(await may(token, 'P-1')).toBe(401);
    const { id } = await server.data(role.add, { role_name: 'adders', permissions: ['productlist:add'] });
    await holdPosition('by-position', id);
    expect(await may(token, 'P-1')).toBe(200);
    await server.data(role.update, { id, role_name: 'adders', permissions: [] });
    expect(await may(token, 'P-2')).toBe(401);
  });

  test('and every response has a header that announces the change', async () => {
    const token = await server.as(['productlist'], { name: 'told' });
    const mark = async () => (await server.fetch(selectedList.path, { headers: { token } })).headers.get('permissions');
    const before = await mark();
    expect(before).toMatch(/^[\w-]{16}$/);
    expect(await mark()).toBe(before);
    await server.data(role.update, { id: await roleNamed('told'), role_name: 'told', permissions: [] });
    const refused = await server.fetch(product.page.path, { headers: { token } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('permissions')).not.toBe(before);
  });
});

async function holdPosition(name: string, role_id: number): Promise<void> {
  await server.sql`
    with unit as (
      insert into department (depart_code, depart_name) values (${name}, ${name}) returning id
    ), held as (
      insert into position (department_id, position_name) select id, ${`of ${name}`} from unit returning id, department_id
    ), given as (
      insert into position_role (position_id, role_id) select id, ${role_id} from held
    )
    update account set department_id = held.department_id, position_id = held.id from held where account_name = ${name}`;
}
