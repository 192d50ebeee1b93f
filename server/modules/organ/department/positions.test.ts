import type { Permission } from '@suyuan/contract/menu.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import {
  position,
  positionRoleAdd,
  positionRoleDelete,
  positionRoleList,
  positionRoleUpdate,
} from '@suyuan/contract/organ/position.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let department_id: number;
beforeAll(async () => {
  server = await testServer();
  department_id = (await server.data(department.add, { depart_code: 'HQ', depart_name: 'Head office' })).id;
});
afterAll(() => server.stop());

let made = 0;
const add = async (role_ids: number[] = []) => {
  const position_name = `position-${++made}`;
  const { id } = await server.data(position.add, { department_id, position_name, role_ids });
  return { id, position_name };
};
const role = async (...permissions: Permission[]) => {
  const [row] = await server.sql<{ id: number }[]>`
    with made as (insert into role (role_name) values (${`role-${++made}`}) returning id), held as (
      insert into role_permission (role_id, permission)
      select made.id, permission from made, unnest(${permissions as string[]}::text[]) permission
    ) select id from made`;
  return (row as { id: number }).id;
};
const rowOf = async ({ position_name }: { position_name: string }) =>
  (await server.data(position.page, { keyword: position_name, size: 500 })).rows.find(
    (row) => row.position_name === position_name,
  );
const fieldsOf = (envelope: { data: unknown }) =>
  (envelope.data as { fields: { path: string; reason: string }[] }).fields.map(
    ({ path, reason }) => `${path} ${reason}`,
  );

describe('a position', () => {
  test('is listed with department, roles and number of holders', async () => {
    const given = await role('productlist');
    const held = await add([given]);
    await server.sql`
      insert into account (account_name, account_type, name, password_hash, department_id, position_id)
      values ('holder', 1, 'Holder', '-', ${department_id}, ${held.id})`;
    expect(await rowOf(held)).toMatchObject({
      department_id,
      depart_name: 'Head office',
      role_ids: [given],
      people: 1,
    });
    const refused = await server.call(position.remove, { id: held.id }, { language: 'en' });
    expect([refused.status, refused.envelope.message]).toEqual([
      409,
      'The position is held, so it cannot be deleted: holder',
    ]);
  });

  test('has a unique name in an existing department', async () => {
    const { position_name } = await add();
    const taken = await server.call(position.add, { department_id, position_name });
    expect(fieldsOf(taken.envelope)).toEqual(['position_name taken']);
    const nowhere = await server.call(position.add, { department_id: 999_999, position_name: 'x' });
    expect(fieldsOf(nowhere.envelope)).toEqual(['department_id no_such']);
  });

  test('is changed in part, and deleted if nobody holds it', async () => {
    const held = await add([await role('productlist')]);
    await server.data(position.update, { id: held.id, description: 'keeps the books' });
    expect(await rowOf(held)).toMatchObject({ description: 'keeps the books', roles: [{}] });
    await server.data(position.remove, { id: held.id });
    expect(await rowOf(held)).toBeUndefined();
    expect((await server.call(position.remove, { id: held.id })).status).toBe(404);
  });
});

describe('the roles of a position', () => {
  test('are added, set and removed', async () => {
    const [one, two, three] = [await role('productlist'), await role('records'), await role('coderule')];
    const { id } = await add();
    await server.data(positionRoleAdd, { position_id: id, role_id: one });
    await server.data(positionRoleAdd, { position_id: id, role_id: one });
    await server.data(positionRoleUpdate, { position_id: id, role_ids: [two, three, two] });
    await server.data(positionRoleDelete, { position_id: id, role_id: two });
    expect((await server.call(positionRoleDelete, { position_id: id, role_id: two })).status).toBe(404);
    const { rows } = await server.data(positionRoleList, { position_id: id });
    expect(rows.map(({ role_id }) => role_id)).toEqual([three]);
    expect((await server.data(positionRoleList, { role_id: three })).total).toBe(1);
  });

  test('are limited to the permissions of the person who grants them', async () => {
    const token = await server.as(['departmentjob:add', 'departmentjob:update', 'productlist']);
    const [held, beyond] = [await role('productlist'), await role('productlist', 'records:close')];
    const { id } = await add();
    await server.data(positionRoleAdd, { position_id: id, role_id: held }, { token });
    const tries = [
      server.call(positionRoleAdd, { position_id: id, role_id: beyond }, { token }),
      server.call(positionRoleUpdate, { position_id: id, role_ids: [held, beyond] }, { token }),
      server.call(position.update, { id, role_ids: [beyond] }, { token }),
      server.call(position.add, { department_id, position_name: 'grab', role_ids: [beyond] }, { token }),
    ];
    for (const { status, envelope } of await Promise.all(tries)) {
      expect([status, fieldsOf(envelope)]).toEqual([400, ['role_ids role_beyond_own']]);
    }
    // What brings more already is not theirs to change.
    await server.data(positionRoleAdd, { position_id: id, role_id: beyond });
    expect((await server.call(position.update, { id, description: 'mine' }, { token })).status).toBe(409);
  });

  test('cannot be changed by an ordinary person who holds the position', async () => {
    const given = await role('productlist');
    const { id } = await add([given]);
    const token = await server.as(['departmentjob:update', 'productlist'], { name: 'incumbent' });
    await server.sql`
      update account set department_id = ${department_id}, position_id = ${id} where account_name = 'incumbent'`;
    for (const role_ids of [[], [given, await role('productlist')]]) {
      expect((await server.call(positionRoleUpdate, { position_id: id, role_ids }, { token })).status).toBe(409);
    }
  });
});

test('positions are hidden from and closed to people of factories and dealers, with any permissions', async () => {
  const held = await add([await role('productlist')]);
  const { id } = held;
  const given = await role('productlist');
  const rights = [
    'departmentjob',
    'departmentjob:add',
    'departmentjob:update',
    'departmentjob:delete',
    'productlist',
  ] as const;
  for (const kind of ['factory', 'dealer'] as const) {
    const token = await server.as(rights, { [kind]: await server.party(kind) });
    expect((await server.call(position.page, {}, { token })).status).toBe(401);
    expect((await server.data(positionRoleList, {}, { token })).total).toBe(0);
    const tries = [
      server.call(position.add, { department_id, position_name: 'theirs' }, { token }),
      server.call(position.update, { id, position_name: 'theirs' }, { token }),
      server.call(position.remove, { id }, { token }),
      server.call(positionRoleAdd, { position_id: id, role_id: given }, { token }),
      server.call(positionRoleUpdate, { position_id: id, role_ids: [] }, { token }),
      server.call(positionRoleDelete, { position_id: id, role_id: given }, { token }),
    ];
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 404, 404, 404]);
  }
  expect(await rowOf(held)).toMatchObject({ position_name: held.position_name, roles: [{}] });
});
