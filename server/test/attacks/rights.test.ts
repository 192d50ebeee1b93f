import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { menuNodes, type Permission } from '@suyuan/contract/menu.ts';
import { employee, employeeImport, employeePassword } from '@suyuan/contract/organ/account.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import { employeeResetTwoStep, twoStepBegin, twoStepConfirm } from '@suyuan/contract/organ/own-account.ts';
import { position } from '@suyuan/contract/organ/position.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminPassword, type TestServer, testServer } from '../harness/server.ts';

// Whoever may edit people, roles and positions tries to get at somebody who holds one permission more: by every call of
// the organisation that changes something. A new call fails here until it states how it is tried, or why it need not be.

/** What the editor lacks, and the others have. */
const beyond = 'auditlog:export' satisfies Permission;
const others = menuNodes()
  .flatMap(({ node }) => [node.key, ...(node.buttons ?? []).map((verb) => `${node.key}:${verb}`)])
  .filter((permission) => permission !== beyond) as Permission[];

const organ = new Set(menuNodes().flatMap(({ node, parents }) => (parents[0] === 'organ' ? [node.key as string] : [])));
const changing = calls.filter(({ path, access, method, effect }) => {
  const changes = effect === undefined ? method === 'POST' : effect === 'change';
  if (!changes || access === 'public' || access === 'device') return false;
  return access === 'signed-in'
    ? path.startsWith('/api/org/')
    : access.some((permission) => organ.has(permission.split(':')[0] as string));
});

let server: TestServer;
let editor: string;
let targets: Awaited<ReturnType<typeof prepare>>;

const idOf = async (table: 'account' | 'role', name: string) => {
  const { sql } = server;
  const [row] = await sql<{ id: number }[]>`select id from ${sql(table)} where ${sql(`${table}_name`)} = ${name}`;
  return row?.id as number;
};

/** Somebody with a role beyond the editor, another who has one by the position, and what lies about of that kind. */
async function prepare() {
  const strong = (await server.data(role.add, { role_name: 'strong', permissions: ['auditlog', beyond] })).id;
  const unused = (await server.data(role.add, { role_name: 'unused', permissions: [beyond] })).id;
  // Within what the editor holds; but those who have it are not.
  const shared = (await server.data(role.add, { role_name: 'shared', permissions: ['records'] })).id;
  const guarded = (await server.data(role.add, { role_name: 'guarded', two_step_required: true })).id;
  const place = { department_id: (await server.data(department.add, { depart_code: 'D', depart_name: 'D' })).id };
  const positionNamed = async (position_name: string, role_ids: number[]) =>
    (await server.data(position.add, { ...place, position_name, role_ids })).id;
  const held = await positionNamed('held', [strong]);
  const vacant = await positionNamed('vacant', [strong]);
  const harmless = await positionNamed('harmless', [shared]);
  const person = async (name: string, more: object) => {
    await server.as([], { name });
    const id = await idOf('account', name);
    await server.data(employee.update, { id, ...more });
    return id;
  };
  await server.as(['records'], { name: 'minion' });
  return {
    ...{ strong, unused, shared, guarded, ...place, held, vacant, harmless },
    direct: await person('direct', { role_ids: [strong, shared, guarded], ...place, position_id: harmless }),
    brought: await person('brought', { ...place, position_id: held }),
    admin: await idOf('account', 'admin'),
    minion: await idOf('account', 'minion'),
  };
}

beforeAll(async () => {
  server = await testServer();
  targets = await prepare();
  editor = await server.as(others, { name: 'editor' });
});
afterAll(() => server.stop());
beforeEach(() => server.sql`delete from sign_in_failure`);

/** Whatever determines who may do what: what no attack may change. */
async function rights(): Promise<unknown> {
  const { sql } = server;
  const tables = ['account', 'role', 'role_permission', 'account_role', 'position', 'position_role', 'session'];
  const read = (table: string) => {
    const row = sql`to_jsonb(t) - '{seen_at,expires_at}'::text[]`;
    return sql`select ${row} as row from ${sql(table)} t order by t::text`;
  };
  return Promise.all(tables.map(read));
}

type Targets = typeof targets;
const everyone = ({ direct, brought, admin }: Targets) => [direct, brought, admin];
const onPeople =
  (...changes: object[]) =>
  (t: Targets) =>
    everyone(t).flatMap((id) => changes.map((change) => ({ id, ...change })));

/** Each by itself: what is done with one of several must not be refused for the sake of another. */
const inBatches = (ids: readonly number[], ...actions: readonly string[]) =>
  ids.flatMap((id) => actions.map((action) => ({ action, rows: [{ id }] })));

const ownAccount = 'takes no id of anybody: it is about the caller’s own account';
const noRights = 'departments bring no rights';
const givesWork = 'rules say whose work something is, and only who may do it gets it';
const ofHandheld = 'is about a session on a handheld, and gives nobody a right';
const forAll = 'holds for everyone alike, whoever makes it included';

/** How each call is tried, or why it cannot be turned against a person. */
const attacks: Readonly<Record<string, string | ((targets: Targets) => readonly object[])>> = {
  '/api/org/employees/add': ({ strong, held, department_id }) => [
    { account_name: 'puppet', name: 'x', account_type: 1, role_ids: [strong] },
    { account_name: 'puppet', name: 'x', account_type: 1, department_id, position_id: held },
    { account_name: 'puppet', name: 'x', account_type: 1, administrator: true },
  ],
  '/api/org/employees/import': () => [{ csv: '账号,姓名,账号类型,角色\npuppet,x,企业账号,strong\n' }],
  '/api/org/positions/import': () =>
    ['x,strong', 'harmless,strong', 'held,shared', 'vacant,shared'].map((line) => ({
      csv: `depart_code,position_name,role_names\nD,${line}\n`,
      existing: 'update',
    })),
  '/api/org/employees/update': (t) => [
    ...onPeople(
      { role_ids: [] },
      { status: 'disabled' },
      { department_id: null, position_id: null },
      { phone: '110' },
      { name: 'x' },
      { administrator: false },
    )(t),
    { id: t.minion, role_ids: [t.strong] },
    { id: t.minion, department_id: t.department_id, position_id: t.held },
    { id: t.minion, administrator: true },
  ],
  '/api/org/employees/delete': onPeople({}),
  '/api/org/employees/batch': (t) => inBatches(everyone(t), 'disable', 'delete'),
  '/api/org/employees/updatepassword': onPeople({}),
  '/api/org/employees/allowcodes': onPeople({}),
  '/api/org/employees/updatepasswords': (t) => everyone(t).map((id) => ({ ids: [id] })),
  '/api/org/employees/resettwostep': onPeople({}),
  '/api/org/roles/add': () => [{ role_name: 'puppet', permissions: [beyond] }],
  '/api/org/roles/update': ({ strong, unused, shared, guarded }) => [
    ...[strong, unused].flatMap((id) => [
      { id, role_name: 'x' },
      { id, permissions: [] },
      { id, description: 'x' },
    ]),
    { id: shared, permissions: [beyond] },
    { id: shared, permissions: [] },
    { id: guarded, two_step_required: false },
  ],
  '/api/org/roles/delete': ({ strong, unused }) => [{ id: strong }, { id: unused }],
  '/api/org/roles/batch': ({ strong, unused }) => inBatches([strong, unused], 'delete'),
  '/api/org/menutree/savetree': ({ strong, unused, shared }) => [
    { role_id: strong, menus: [] },
    { role_id: unused, menus: [] },
    { role_id: shared, menus: [] },
    {
      role_id: shared,
      menus: [
        { menu_key: 'auditlog', selected: true, listMenuButtons: [{ menu_button_code: beyond, selected: true }] },
      ],
    },
  ],
  '/api/org/positions/add': ({ strong, department_id }) => [{ department_id, position_name: 'x', role_ids: [strong] }],
  '/api/org/positions/update': ({ held, vacant, harmless, strong }) => [
    ...[held, vacant].flatMap((id) => [
      { id, role_ids: [] },
      { id, position_name: 'x' },
      { id, description: 'x' },
    ]),
    { id: harmless, role_ids: [strong] },
    { id: harmless, role_ids: [] },
  ],
  '/api/org/positions/delete': ({ held, vacant }) => [{ id: held }, { id: vacant }],
  '/api/org/positions/batch': ({ held, vacant }) => inBatches([held, vacant], 'delete'),
  '/api/org/positionrole/add': ({ held, harmless, strong, shared }) => [
    { position_id: harmless, role_id: strong },
    { position_id: held, role_id: shared },
  ],
  '/api/org/positionrole/update': ({ held, vacant, harmless, strong }) => [
    { position_id: held, role_ids: [] },
    { position_id: vacant, role_ids: [] },
    { position_id: harmless, role_ids: [strong] },
    { position_id: harmless, role_ids: [] },
  ],
  '/api/org/positionrole/delete': ({ held, vacant, harmless, strong, shared }) => [
    { position_id: held, role_id: strong },
    { position_id: vacant, role_id: strong },
    { position_id: harmless, role_id: shared },
  ],
  // A session of somebody else, by its number.
  '/api/org/sessions/end': () => Array.from({ length: 4 }, (_, index) => ({ id: index + 1 })),
  '/api/org/sessions/endothers': ownAccount,
  '/api/org/employees/updatepasswordself': ownAccount,
  '/api/org/employees/updateself': ownAccount,
  '/api/org/employees/selfpicture': ownAccount,
  '/api/org/twostep/begin': ownAccount,
  '/api/org/twostep/confirm': ownAccount,
  '/api/org/twostep/disable': ownAccount,
  '/api/org/twostep/recoverycodes': ownAccount,
  '/api/org/enterprisedepart/add': noRights,
  '/api/org/enterprisedepart/update': noRights,
  '/api/org/enterprisedepart/delete': noRights,
  '/api/org/enterprisedepart/batch': noRights,
  '/api/org/enterprisedepart/import': noRights,
  '/api/organ/handhelds/end': ofHandheld,
  '/api/organ/handhelds/lock': ofHandheld,
  '/api/organ/handhelds/message': ofHandheld,
  '/api/organ/handhelds/unlock': ofHandheld,
  '/api/organ/todorule/add': givesWork,
  '/api/organ/todorule/update': givesWork,
  '/api/organ/todorule/delete': givesWork,
  '/api/organ/todorule/batch': givesWork,
  '/api/org/menutree/menutreeenable': forAll,
  '/api/org/menutree/rename': forAll,
  '/api/org/menutree/order': forAll,
  '/api/org/menutree/alwaysshow': forAll,
  '/api/org/menutree/reset': forAll,
  '/api/org/menubutton/add': forAll,
  '/api/org/menubutton/update': forAll,
  '/api/org/menubutton/delete': forAll,
  '/api/views/share': forAll,
  '/api/views/unshare': forAll,
};

test('every call of the organisation that makes a change is attempted, or declares why not', () => {
  expect(Object.keys(attacks).toSorted()).toEqual(changing.map(({ path }) => path).toSorted());
});

/** What came of a call: refused, nothing written, or done with no row. */
async function isRefused(call: Call, input: object): Promise<boolean> {
  if (call !== employeeImport && call !== position.import) {
    const { status, envelope } = await server.call(call, input, { token: editor });
    const done = (envelope.data as { done?: number | readonly unknown[] } | null)?.done;
    return status >= 400 || done === 0 || (Array.isArray(done) && done.length === 0);
  }
  const { csv, ...how } = input as { csv: string; existing?: string };
  const body = new FormData();
  body.append('file', new Blob([csv]), 'rows.csv');
  const init = { method: 'POST', headers: { token: editor, 'accept-language': 'zh' }, body };
  const response = await server.fetch(`${call.path}?${new URLSearchParams({ mode: 'all', ...how })}`, init);
  return ((await response.json()) as { data: { written: number } }).data.written === 0;
}

describe('nobody can exceed their permissions', () => {
  test.each(
    changing.filter(({ path }) => typeof attacks[path] === 'function').map((call) => [call.path, call] as const),
  )('by %s', async (path, call) => {
    const before = await rights();
    for (const input of (attacks[path] as (t: Targets) => readonly object[])(targets)) {
      expect(await isRefused(call, input), JSON.stringify(input)).toBe(true);
    }
    expect(await rights()).toEqual(before);
  });

  test('but can change what is within them', async () => {
    const own = { token: editor };
    await server.data(employee.update, { id: targets.minion, phone: '110' }, own);
    await server.data(
      role.update,
      { id: targets.shared, description: 'theirs to name', permissions: ['records', 'coderule'] },
      own,
    );
    await server.data(employeePassword, { id: targets.minion }, own);
  });
});

describe('the second factor', () => {
  test('cannot be reset for oneself in the staff list, even by an administrator', async () => {
    for (const [name, token] of [
      ['admin', server.admin],
      ['editor', editor],
    ] as const) {
      const { secret } = await server.data(twoStepBegin, { account_password: adminPassword }, { token });
      await server.data(twoStepConfirm, { one_time_code: new TOTP({ secret }).generate() }, { token });
      const own = await server.call(
        employeeResetTwoStep,
        { id: await idOf('account', name) },
        { token, language: 'en' },
      );
      expect([own.status, own.envelope.message]).toEqual([409, expect.stringContaining('in your profile')]);
    }
  });

  test('required by a role applies to oneself until another person changes it', async () => {
    const token = await server.as(['rolemanage:update', 'records'], { name: 'easy-going' });
    const id = await idOf('role', 'easy-going');
    await server.data(role.update, { id, two_step_required: true });
    const { secret } = await server.data(twoStepBegin, { account_password: adminPassword }, { token });
    await server.data(twoStepConfirm, { one_time_code: new TOTP({ secret }).generate() }, { token });
    expect((await server.call(role.update, { id, two_step_required: false }, { token })).status).toBe(409);
    await server.data(role.update, { id, two_step_required: false });
  });
});
