import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import {
  type DepartmentNode,
  department,
  departmentLevels,
  departmentListTree,
  departmentTree,
} from '@suyuan/contract/organ/department.ts';
import { position } from '@suyuan/contract/organ/position.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

let made = 0;
const add = async (parent_id: number | null = null, more: object = {}) => {
  const depart_code = `D-${++made}`;
  const { id } = await server.data(department.add, { depart_code, depart_name: depart_code, parent_id, ...more });
  return { id, depart_code };
};
const tree = () => server.data(departmentListTree, {});
/** The codes of a tree, written as `top(child, child)`. */
const shape = (nodes: readonly DepartmentNode[]): string =>
  nodes
    .map(({ depart_code, listSubWareHouses: below }) => depart_code + (below.length > 0 ? `(${shape(below)})` : ''))
    .join(', ');
const branch = async (id: number) => (await tree()).filter((node) => node.id === id);
const rowOf = async (depart_code: string) => {
  const { rows } = await server.data(department.page, { keyword: depart_code, size: 500 });
  return rows.find((row) => row.depart_code === depart_code);
};
const readAt = async (depart_code: string) => (await rowOf(depart_code))?.updated_at as string;
const fieldsOf = (envelope: { data: unknown }) =>
  (envelope.data as { fields: { path: string; reason: string }[] }).fields.map(
    ({ path, reason }) => `${path} ${reason}`,
  );

describe('the tree of departments', () => {
  test('has children in order and counts people, own and below', async () => {
    const top = await add();
    const first = await add(top.id);
    const second = await add(top.id, { sort: 0 });
    await server.sql`
      insert into account (account_name, account_type, name, password_hash, department_id)
      select 'counted-' || n, 1, 'counted', '-', case when n = 1 then ${top.id}::bigint else ${first.id}::bigint end
      from generate_series(1, 3) n`;
    const [node] = await branch(top.id);
    expect(shape([node as DepartmentNode])).toBe(`${top.depart_code}(${second.depart_code}, ${first.depart_code})`);
    expect([node?.people, node?.people_below]).toEqual([1, 3]);
    expect(await rowOf(first.depart_code)).toMatchObject({ people: 2, parent_id: top.id, sort: 1 });
    const choices = await server.data(departmentTree, {}, { token: await server.as([]) });
    expect(choices.some(({ id }) => id === top.id)).toBe(true);
    const below = await server.data(departmentTree, { depart_code: ` ${first.depart_code.toUpperCase()}` });
    expect(below.map(({ id }) => id)).toEqual([first.id]);
    expect(await server.data(departmentTree, { depart_code: 'nowhere' })).toEqual([]);
  });

  test('is reordered by moves', async () => {
    const top = await add();
    const [a, b, c] = [await add(top.id), await add(top.id), await add(top.id)];
    await server.data(department.update, { id: c.id, sort: 0 });
    await server.data(department.update, { id: a.id, parent_id: b.id });
    expect(shape(await branch(top.id))).toBe(
      `${top.depart_code}(${c.depart_code}, ${b.depart_code}(${a.depart_code}))`,
    );
    await server.data(department.update, { id: a.id, parent_id: null });
    expect((await branch(a.id)).length).toBe(1);
  });

  test('has no cycles, even by two concurrent moves', async () => {
    const top = await add();
    const below = await add(top.id);
    for (const parent_id of [top.id, below.id]) {
      const { status, envelope } = await server.call(department.update, { id: top.id, parent_id });
      expect([status, fieldsOf(envelope)]).toEqual([400, ['parent_id tree_loop']]);
    }
    const other = await add();
    const answers = await Promise.all([
      server.call(department.update, { id: top.id, parent_id: other.id }),
      server.call(department.update, { id: other.id, parent_id: top.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test(`has ${departmentLevels} levels at most`, async () => {
    let parent: number | null = null;
    for (let level = 0; level < departmentLevels; level++) parent = (await add(parent)).id;
    const { status, envelope } = await server.call(department.add, {
      depart_code: 'deep',
      depart_name: 'deep',
      parent_id: parent,
    });
    expect([status, fieldsOf(envelope)]).toEqual([400, ['parent_id tree_too_deep']]);
    const top = await add();
    await add(top.id);
    const above = await server.sql<{ parent_id: number }[]>`select parent_id from department where id = ${parent}`;
    const moved = await server.call(department.update, { id: top.id, parent_id: above[0]?.parent_id });
    expect(fieldsOf(moved.envelope)).toEqual(['parent_id tree_too_deep']);
  });
});

describe('a department', () => {
  test('has a unique code, ignoring case, and an existing parent and leader', async () => {
    const { depart_code } = await add();
    const tries = [
      [{ depart_code: depart_code.toLowerCase() }, 'depart_code taken'],
      [{ depart_code: 'new-1', parent_id: 999_999 }, 'parent_id no_such'],
      [{ depart_code: 'new-2', leader_id: 999_999 }, 'leader_id no_such'],
    ] as const;
    for (const [wrong, field] of tries) {
      const { status, envelope } = await server.call(department.add, { depart_name: 'x', ...wrong });
      expect([status, fieldsOf(envelope)]).toEqual([400, [field]]);
    }
  });

  test('keeps omitted fields', async () => {
    const [admin] = await server.sql<{ id: number }[]>`select id from account where account_name = 'admin'`;
    const { id, depart_code } = await add(null, { leader_id: admin?.id });
    await server.data(department.update, { id, depart_name: ' Sales ' });
    expect(await rowOf(depart_code)).toMatchObject({
      depart_name: 'Sales',
      leader_id: admin?.id,
      leader_name: 'Administrator',
    });
  });

  test('that is not empty is not deleted, and the refusal says why', async () => {
    const { id } = await add();
    await server.data(position.add, { department_id: id, position_name: 'clerk' });
    const below = await add(id);
    const { status, envelope } = await server.call(department.remove, { id }, { language: 'en' });
    expect([status, envelope.code]).toEqual([409, ErrorCode.conflict]);
    expect(envelope.message).toContain('people 0, departments 1, positions 1');
    await server.data(department.remove, { id: below.id });
    expect((await server.call(department.remove, { id: below.id })).status).toBe(404);
  });

  test('is hidden from and closed to people of factories and dealers, with any permissions', async () => {
    const { id } = await add();
    const rights = ['tree', 'tree:add', 'tree:update', 'tree:delete'] as const;
    for (const kind of ['factory', 'dealer'] as const) {
      const token = await server.as(rights, { [kind]: await server.party(kind) });
      expect(await server.data(departmentListTree, {}, { token })).toEqual([]);
      expect(await server.data(departmentTree, {}, { token })).toEqual([]);
      expect((await server.call(department.page, {}, { token })).status).toBe(401);
      expect((await server.call(department.add, { depart_code: 'z', depart_name: 'z' }, { token })).status).toBe(401);
      expect((await server.call(department.update, { id, depart_name: 'z' }, { token })).status).toBe(401);
      expect((await server.call(department.remove, { id }, { token })).status).toBe(401);
    }
    expect((await branch(id)).length).toBe(1);
  });
});

describe('a stale form', () => {
  test('is refused, with the changes made by others', async () => {
    const { id, depart_code } = await add();
    const opened = await readAt(depart_code);
    const token = await server.as(['tree:update'], { name: 'quicker' });
    await server.data(department.update, { id, depart_name: 'Theirs', updated_at: opened }, { token });
    const late = { id, depart_code: `${depart_code}-x`, depart_name: 'Mine', updated_at: opened };
    const { status, envelope } = await server.call(department.update, late, { language: 'en' });
    expect([status, envelope.code]).toEqual([409, ErrorCode.stale]);
    expect(envelope.data).toEqual({
      fields: [
        {
          path: 'depart_name',
          reason: 'changed_meanwhile_to',
          message: 'Changed to “Theirs” by quicker in the meantime',
        },
      ],
    });
    const now = await readAt(depart_code);
    await server.data(department.update, { ...late, updated_at: now });
  });

  test('is refused to one of two who save concurrently', async () => {
    const { id, depart_code } = await add();
    const updated_at = await readAt(depart_code);
    const saves = ['A', 'B', 'C'].map((depart_name) => server.call(department.update, { id, depart_name, updated_at }));
    expect((await Promise.all(saves)).map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});
