import { dealerList } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import {
  accountStatusList,
  employee,
  employeePassword,
  employeePasswords,
  factoryChoices,
  roleChoices,
  userStatusList,
} from '@suyuan/contract/organ/account.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import { position } from '@suyuan/contract/organ/position.ts';
import { self, updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const manage = [
  'stafflist',
  'stafflist:add',
  'stafflist:update',
  'stafflist:delete',
  'stafflist:resetpassword',
] as const;

let made = 0;
type NewEmployee = Parameters<typeof server.data<typeof employee.add>>[1];
const add = async (more: Partial<NewEmployee> = {}, token = server.admin) => {
  const account_name = `employee-${++made}`;
  const added = await server.data(
    employee.add,
    { account_name, name: account_name, account_type: 1, ...more },
    { token },
  );
  return { account_name, ...added };
};
const role = async (...permissions: Permission[]) => {
  const [row] = await server.sql<{ id: number }[]>`
    with made as (insert into role (role_name) values (${`role-${++made}`}) returning id), held as (
      insert into role_permission (role_id, permission)
      select made.id, permission from made, unnest(${permissions as string[]}::text[]) permission
    ) select id from made`;
  return (row as { id: number }).id;
};
const newDepartment = async () => {
  const depart_code = `D-${++made}`;
  return (await server.data(department.add, { depart_code, depart_name: depart_code })).id;
};
const rowOf = async (account_name: string, token = server.admin) =>
  (await server.data(employee.page, { account_name, size: 500 }, { token })).rows.find(
    (row) => row.account_name === account_name,
  );
const idOf = async (account_name: string) => (await rowOf(account_name))?.id as number;
const signIn = (account_name: string, account_password: string, account_type: 1 | 2 | 3 = 1) =>
  server.data(login, { account_name, account_password, account_type }, { token: '' });
const fieldsOf = (envelope: { data: unknown }) =>
  (envelope.data as { fields: { path: string; reason: string }[] } | null)?.fields.map(
    ({ path, reason }) => `${path} ${reason}`,
  );
const reasonOf = async (answer: Promise<{ status: number; envelope: { message: string } }>) => {
  const { status, envelope } = await answer;
  return `${status} ${envelope.message}`;
};

describe('an employee', () => {
  test('signs in with the one-time password, which must be changed', async () => {
    const { account_name, one_time_password } = await add({ role_ids: [await role('productlist')] });
    const token = await signIn(account_name, one_time_password);
    expect((await server.call(product.page, {}, { token })).envelope.code).toBe(ErrorCode.mustChangePassword);
    await server.data(
      updatePasswordSelf,
      { old_password: one_time_password, new_password: 'walnut-kettle-77' },
      { token },
    );
    expect((await server.call(product.page, {}, { token })).status).toBe(200);
  });

  test('without access to any screen is pointed out, until given a role, directly or by position', async () => {
    const reasons = ({ warnings }: { warnings: readonly { reason: string }[] }) => warnings.map(({ reason }) => reason);
    const bare = await add({});
    expect(reasons(bare)).toEqual(['account_without_role']);
    const department_id = await newDepartment();
    const place = { department_id, position_name: 'picker', role_ids: [await role('productlist')] };
    const { id: position_id } = await server.data(position.add, place);
    expect(reasons(await server.data(employee.update, { id: bare.id, department_id, position_id }))).toEqual([]);
    expect(reasons(await server.data(employee.update, { id: bare.id, position_id: null }))).toHaveLength(1);
    expect(reasons(await add({ role_ids: [await role('productlist')] }))).toEqual([]);
  });

  test('is listed with department, position and roles, and found by each', async () => {
    const department_id = await newDepartment();
    const given = await role('productlist');
    const brought = await role('records');
    const { id: position_id } = await server.data(position.add, {
      department_id,
      position_name: 'clerk',
      role_ids: [brought],
    });
    const { id, account_name } = await add({
      department_id,
      position_id,
      role_ids: [given],
      phone: '+86 571 8888 0000',
      email: 'clerk@example.com',
    });
    expect(await rowOf(account_name)).toMatchObject({
      id,
      department_id,
      position_name: 'clerk',
      role_ids: [given],
      position_roles: [{ id: brought }],
      phone: '+86 571 8888 0000',
      status: 'enabled',
      must_change_password: true,
    });
    for (const filter of [{ department_id }, { position_id }, { role_id: given }, { role_id: brought }]) {
      const { rows } = await server.data(employee.page, filter);
      expect(rows.map((row) => row.id)).toEqual([id]);
    }
    expect((await server.data(employee.page, { keyword: 'clerk@ex' })).total).toBe(1);
    await server.data(employee.update, { id, name: '张小凡' });
    for (const keyword of ['小凡', 'zxf', 'zhangxiao']) {
      expect((await server.data(employee.page, { keyword })).rows.map((row) => row.id)).toEqual([id]);
    }
  });

  test('has the permissions of their position, and loses them with a move to another department', async () => {
    const department_id = await newDepartment();
    const { id: position_id } = await server.data(position.add, {
      department_id,
      position_name: 'keeper',
      role_ids: [await role('productlist')],
    });
    const token = await server.as([], { name: 'mover' });
    const id = await idOf('mover');
    expect((await server.call(product.page, {}, { token })).status).toBe(401);
    await server.data(employee.update, { id, department_id, position_id });
    expect((await server.call(product.page, {}, { token })).status).toBe(200);
    await server.data(employee.update, { id, department_id: await newDepartment() });
    expect(await rowOf('mover')).toMatchObject({ position_id: null });
    expect((await server.call(product.page, {}, { token })).status).toBe(401);
  });

  test('is signed out at once when disabled, and old sessions stay ended when enabled again', async () => {
    const token = await server.as([], { name: 'leaver' });
    const id = await idOf('leaver');
    await server.data(employee.update, { id, status: 'disabled' });
    expect((await server.call(self, {}, { token })).envelope.code).toBe(ErrorCode.sessionEnded);
    await server.data(employee.update, { id, status: 'enabled' });
    expect((await server.call(self, {}, { token })).envelope.code).toBe(ErrorCode.sessionEnded);
  });

  test('is signed out by a password reset, and signs in with the new one', async () => {
    const token = await server.as([], { name: 'forgetful' });
    const { one_time_password } = await server.data(employeePassword, { id: await idOf('forgetful') });
    expect((await server.call(self, {}, { token })).envelope.code).toBe(ErrorCode.sessionEnded);
    await signIn('forgetful', one_time_password);
  });

  test('is deleted if not referred to, and disabled otherwise', async () => {
    const { id, account_name } = await add({ role_ids: [await role('productlist')] });
    await server.data(department.add, { depart_code: 'LED', depart_name: 'Led', leader_id: id });
    expect(await reasonOf(server.call(employee.remove, { id }, { language: 'en' }))).toContain('409 Other records');
    await server.sql`update department set leader_id = null where leader_id = ${id}`;
    await server.data(employee.remove, { id });
    expect(await rowOf(account_name)).toBeUndefined();
    expect((await server.call(employee.remove, { id })).status).toBe(404);
  });

  test('is refused with each error named', async () => {
    const [here, there] = [await newDepartment(), await newDepartment()];
    const { id: position_id } = await server.data(position.add, { department_id: there, position_name: 'x' });
    const factory_id = await server.party('factory');
    const fine = { account_name: 'fine', name: 'Fine', account_type: 1 };
    const tries = [
      [{ ...fine, account_name: 'ADMIN' }, 'account_name taken'],
      [{ ...fine, account_name: 'a b' }, 'account_name plain_text'],
      [{ ...fine, email: 'nobody' }, 'email format_email'],
      [{ ...fine, department_id: 999_999 }, 'department_id no_such'],
      [{ ...fine, department_id: here, position_id }, 'position_id position_elsewhere'],
      [{ ...fine, position_id }, 'position_id position_elsewhere'],
      [{ ...fine, role_ids: [999_999] }, 'role_ids no_such'],
      [{ ...fine, account_type: 2 }, 'factory_id required'],
      [{ ...fine, account_type: 3, dealer_id: 999_999 }, 'dealer_id no_such'],
      [{ ...fine, account_type: 2, factory_id, department_id: here }, 'department_id enterprise_only'],
      [{ ...fine, account_type: 2, factory_id, administrator: true }, 'administrator enterprise_only'],
    ] as const;
    for (const [input, field] of tries) {
      const { status, envelope } = await server.call(employee.add, input);
      expect([status, fieldsOf(envelope)]).toEqual([400, [field]]);
    }
  });

  test('cannot be saved from a stale form', async () => {
    const { account_name, id } = await add();
    const opened = (await rowOf(account_name))?.updated_at as string;
    await server.data(employee.update, { id, role_ids: [await role('productlist')], updated_at: opened });
    const { status, envelope } = await server.call(employee.update, { id, role_ids: [], updated_at: opened });
    expect([status, envelope.code, fieldsOf(envelope)]).toEqual([409, ErrorCode.stale, ['role_ids changed_meanwhile']]);
  });
});

describe('the last administrator', () => {
  const second = async () => {
    const name = `administrator-${++made}`;
    const token = await server.as([], { name });
    await server.data(employee.update, { id: await idOf(name), administrator: true });
    return { token, id: await idOf(name) };
  };

  test('cannot be disabled, deleted or demoted by anyone, including themselves', async () => {
    const id = await idOf('admin');
    const token = await server.as(manage);
    for (const by of [server.admin, token]) {
      for (const loss of [{ status: 'disabled' }, { administrator: false }]) {
        expect((await server.call(employee.update, { id, ...loss }, { token: by })).status).toBe(409);
      }
      expect((await server.call(employee.remove, { id }, { token: by })).status).toBe(409);
    }
    expect(await rowOf('admin')).toMatchObject({ administrator: true, status: 'enabled' });
  });

  test('remains when two concurrently demote each other', async () => {
    for (const loss of [{ status: 'disabled' }, { administrator: false }] as const) {
      const [one, other] = [await second(), await second()];
      await server.sql`update account set administrator = false where account_name = 'admin'`;
      const answers = await Promise.all([
        server.call(employee.update, { id: other.id, ...loss }, { token: one.token }),
        server.call(employee.update, { id: one.id, ...loss }, { token: other.token }),
      ]);
      const left = await server.sql`select id from account where administrator and status = 'enabled'`;
      await server.sql`update account set administrator = account_name = 'admin'`;
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(left.length).toBe(1);
    }
  });

  test('can leave once there is another', async () => {
    const other = await second();
    const third = await second();
    await server.data(employee.remove, { id: third.id }, { token: other.token });
    await server.data(employee.update, { id: other.id, administrator: false });
  });
});

describe('nobody gains permissions', () => {
  test('by granting them to others', async () => {
    const token = await server.as([...manage, 'productlist']);
    const [held, beyond] = [await role('productlist'), await role('records:close')];
    const department_id = await newDepartment();
    const { id: position_id } = await server.data(position.add, {
      department_id,
      position_name: 'closer',
      role_ids: [beyond],
    });
    const { id } = await add({ role_ids: [held] }, token);
    const tries = [
      [{ role_ids: [held, beyond] }, 'role_ids role_beyond_own'],
      [{ department_id, position_id }, 'position_id position_beyond_own'],
      [{ administrator: true }, 'administrator administrator_only'],
    ] as const;
    for (const [more, field] of tries) {
      const changed = await server.call(employee.update, { id, ...more }, { token });
      expect([changed.status, fieldsOf(changed.envelope)]).toEqual([400, [field]]);
      const input = { account_name: `grab-${++made}`, name: 'Grab', account_type: 1, ...more };
      const added = await server.call(employee.add, input, { token });
      expect([added.status, fieldsOf(added.envelope)]).toEqual([400, [field]]);
    }
    const choices = await server.data(roleChoices, {}, { token });
    expect(choices.find(({ value }) => value === held)?.disabled).toBe(false);
    expect(choices.find(({ value }) => value === beyond)?.disabled).toBe(true);
  });

  test('by taking over the account of a person with more', async () => {
    const token = await server.as(manage);
    const beyond = await add({ role_ids: [await role('records:close')] });
    expect((await server.call(employeePassword, { id: beyond.id }, { token })).status).toBe(409);
    const admin = await idOf('admin');
    expect((await server.call(employeePassword, { id: admin }, { token })).status).toBe(409);
    expect((await server.call(employee.update, { id: admin, name: 'Mine' }, { token })).status).toBe(409);
    // Nor step by step: what somebody else gave is not theirs to take.
    for (const change of [{ role_ids: [] }, { phone: '110' }, { status: 'disabled' }]) {
      expect((await server.call(employee.update, { id: beyond.id, ...change }, { token })).status).toBe(409);
    }
  });

  test('by changing their own account', async () => {
    const token = await server.as([...manage, 'productlist'], { name: 'ambitious' });
    const id = await idOf('ambitious');
    const department_id = await newDepartment();
    const { id: position_id } = await server.data(position.add, { department_id, position_name: 'better' });
    const tries = [{ role_ids: [await role('productlist')] }, { department_id, position_id }, { status: 'disabled' }];
    for (const more of tries) {
      expect((await server.call(employee.update, { id, ...more }, { token })).status).toBe(409);
    }
    expect((await server.call(employeePassword, { id }, { token })).status).toBe(409);
    expect((await server.call(employee.remove, { id }, { token })).status).toBe(409);
    await server.data(employee.update, { id, phone: '112' }, { token });
  });
});

describe.each(['factory', 'dealer'] as const)('people of a %s', (kind) => {
  const type = kind === 'factory' ? 2 : 3;

  test('see and manage only their own people', async () => {
    const [own, other] = [await server.party(kind), await server.party(kind)];
    const token = await server.as([...manage, 'productlist'], { name: `${kind}-chief`, [kind]: own });
    const strangers = [
      await add({ account_type: type, [`${kind}_id`]: other }),
      await add({ account_type: 1 }),
      { id: await idOf('admin') },
    ];
    const given = await role('productlist');
    const mine = await add({ account_type: type, role_ids: [given] }, token);
    const { rows, total } = await server.data(employee.page, { size: 500 }, { token });
    expect([total, rows.map(({ account_name }) => account_name).toSorted()]).toEqual([
      2,
      [`${kind}-chief`, mine.account_name].toSorted(),
    ]);
    expect(rows.find(({ id }) => id === mine.id)).toMatchObject({ [`${kind}_id`]: own, role_ids: [given] });
    for (const { id } of strangers) {
      expect((await server.call(employee.update, { id, name: 'x' }, { token })).status).toBe(404);
      expect((await server.call(employee.update, { id, role_ids: [given] }, { token })).status).toBe(404);
      expect((await server.call(employeePassword, { id }, { token })).status).toBe(404);
      expect((await server.call(employee.remove, { id }, { token })).status).toBe(404);
    }
    await server.data(employee.update, { id: mine.id, role_ids: [], name: 'Renamed' }, { token });
    await server.data(employeePassword, { id: mine.id }, { token });
    await server.data(employee.remove, { id: mine.id }, { token });
  });

  test('cannot add people to another party, to the enterprise or to its departments', async () => {
    const [own, other] = [await server.party(kind), await server.party(kind)];
    const token = await server.as(manage, { [kind]: own });
    const otherKind = kind === 'factory' ? 'dealer' : 'factory';
    const otherId = `${otherKind}_id` as const;
    const fine = { account_name: 'stray', name: 'Stray', account_type: type };
    const tries = [
      [{ ...fine, account_type: 1 }, 'account_type not_a_choice'],
      [{ ...fine, account_type: type === 2 ? 3 : 2 }, 'account_type not_a_choice'],
      [{ ...fine, [`${kind}_id`]: other }, `${kind}_id no_such`],
      [{ ...fine, [otherId]: await server.party(otherKind) }, `${otherId} enterprise_decides`],
      [{ ...fine, department_id: await newDepartment() }, 'department_id enterprise_only'],
      [{ ...fine, administrator: true }, 'administrator administrator_only'],
    ] as const;
    for (const [input, field] of tries) {
      const { status, envelope } = await server.call(employee.add, input, { token });
      expect([status, fieldsOf(envelope)]).toEqual([400, [field]]);
    }
    const choices =
      type === 2
        ? (await server.data(factoryChoices, {}, { token })).map(({ id }) => id)
        : (await server.data(dealerList, {}, { token })).map(({ id }) => id);
    expect(choices).toEqual([own]);
    expect(await rowOf('stray')).toBeUndefined();
  });
});

test("drop-down lists of statuses are in the caller's language", async () => {
  for (const call of [accountStatusList, userStatusList]) {
    expect(await server.data(call, {}, { language: 'zh' })).toEqual([
      { value: 'enabled', label: '启用' },
      { value: 'disabled', label: '停用' },
    ]);
  }
});

test('passwords of several people are reset at once, each shown once; refused ones are reported', async () => {
  const people = await Promise.all(
    ['many.one', 'many.two'].map((account_name) =>
      server.data(employee.add, { account_name, name: account_name, account_type: 1 }),
    ),
  );
  const [me] = await server.sql<{ id: number }[]>`select id from account where account_name = 'admin'`;
  const ids = [...people.map(({ id }) => id), me?.id as number, 987_654];
  const { done, refused } = await server.data(employeePasswords, { ids });
  expect(done.map(({ account_name }) => account_name).toSorted()).toEqual(['many.one', 'many.two']);
  expect(refused.map(({ id }) => id).toSorted()).toEqual([me?.id, 987_654].toSorted());
  for (const { account_name, one_time_password } of done) {
    const input = { account_name, account_password: one_time_password, account_type: 1 } as const;
    expect((await server.call(login, input, { token: '' })).status).toBe(200);
  }
  // The record says whose passwords, and no password.
  const [record] = await server.sql<{ text: string }[]>`
    select a.input::text || coalesce(string_agg(c.after::text, ''), '') as text
    from audit_log a left join audit_change c on c.audit_id = a.id where a.call = ${employeePasswords.path} group by a.id`;
  for (const { one_time_password } of done) expect(record?.text).not.toContain(one_time_password);
  const token = await server.as(['stafflist']);
  expect((await server.call(employeePasswords, { ids }, { token })).status).toBe(401);
});
