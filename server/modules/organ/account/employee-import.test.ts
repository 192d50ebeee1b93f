import { employee, employeeImport } from '@suyuan/contract/organ/account.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import { position } from '@suyuan/contract/organ/position.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let department_id: number;
let role: number;
beforeAll(async () => {
  server = await testServer();
  department_id = (await server.data(department.add, { depart_code: 'SALES', depart_name: '销售部' })).id;
  await server.data(position.add, { department_id, position_name: '经理' });
  const [made] = await server.sql<{ id: number }[]>`insert into role (role_name) values ('看产品') returning id`;
  role = (made as { id: number }).id;
});
afterAll(() => server.stop());

async function bring(csv: string, mode: 'dry' | 'good' | 'all', token = server.admin): Promise<ImportReport> {
  const body = new FormData();
  body.append('file', new Blob([csv]), 'people.csv');
  const response = await server.fetch(`${employeeImport.path}?mode=${mode}`, {
    method: 'POST',
    headers: { token, 'accept-language': 'zh' },
    body,
  });
  const { data } = (await response.json()) as { data: ImportReport };
  expect(response.status).toBe(200);
  return data;
}
const people = async (keyword: string) => (await server.data(employee.page, { keyword })).rows;

const titles = '账号,姓名,账号类型,所属部门,职位,角色,手机,一次性密码';

test('people are imported with departments, positions and roles by name or code', async () => {
  const report = await bring(
    `${titles}\nzhang.san,张三,企业账号,sales,经理,看产品,13800000000,first-walnut-42\nli.si,李四,1,销售部,,,,\n`,
    'all',
  );
  expect(report).toMatchObject({ total: 2, written: 2, refused: [] });
  expect(await people('zhang.san')).toMatchObject([
    { name: '张三', department_id, position_name: '经理', role_ids: [role], must_change_password: true },
  ]);
  await server.data(
    login,
    { account_name: 'zhang.san', account_password: 'first-walnut-42', account_type: 1 },
    { token: '' },
  );
});

test('each refused line is reported with its column', async () => {
  const { written, refused } = await bring(
    [
      titles,
      'a.one,甲,企业账号,没有的部门,,,,',
      'a.two,乙,企业账号,销售部,没有的职位,,,',
      'a.three,丙,企业账号,,,没有的角色,,',
      'a.four,丁,工厂账号,,,,,',
      'a.five,戊,企业账号,,,,,short',
      'a.six,己,企业账号,,,,,',
    ].join('\n'),
    'good',
  );
  expect(written).toBe(1);
  expect(refused.map(({ line, problems }) => [line, problems[0]?.path])).toEqual([
    [2, 'depart_name'],
    [3, 'position_name'],
    [4, 'role_names'],
    [5, 'factory_id'],
    [6, 'one_time_password'],
  ]);
});

test('an exported file can be imported', async () => {
  const factory_id = await server.party('factory');
  const named = { account_name: 'round.trip', name: '来回' };
  const { id } = await server.data(employee.add, { ...named, account_type: 2, factory_id, role_ids: [role] });
  const response = await server.fetch(`${employee.export.path}?format=csv&keyword=round.trip`, {
    headers: { token: server.admin, 'accept-language': 'zh' },
  });
  const csv = await response.text();
  await server.sql`delete from account where id = ${id}`;
  expect(await bring(csv, 'all')).toMatchObject({ written: 1, refused: [] });
  expect(await people('round.trip')).toMatchObject([{ account_type: 2, factory_id, role_ids: [role], name: '来回' }]);
});

test('an import grants nobody more than the importer has', async () => {
  await server.sql`insert into role_permission (role_id, permission) values (${role}, 'records:close')`;
  const token = await server.as(['stafflist:import']);
  const { refused } = await bring(`${titles}\nb.one,甲,企业账号,,,看产品,,\n`, 'all', token);
  expect(refused[0]?.problems).toMatchObject([{ path: 'role_ids', reason: 'role_beyond_own' }]);
  const dealer = await server.party('dealer');
  const outsider = await server.as(['stafflist:import'], { dealer });
  const theirs = await bring(`${titles}\nb.two,乙,企业账号,,,,,\nb.three,丙,经销商账号,,,,,\n`, 'good', outsider);
  expect(theirs).toMatchObject({ written: 1, refused: [{ line: 2 }] });
  expect(await people('b.three')).toMatchObject([{ dealer_id: dealer }]);
});

test('possible values of a column are given in the words of screen and file, and as sent by programs', async () => {
  const { refused } = await bring('账号,姓名,账号类型,状态\nb.one,甲,老板,开着\n', 'dry');
  expect(refused[0]?.problems.map(({ path, message }) => [path, message])).toEqual(
    expect.arrayContaining([['status', '只能是：启用、停用']]),
  );
  expect(JSON.stringify(refused[0]?.problems)).not.toMatch(/enabled|disabled/);
  const { envelope } = await server.call(employee.add, {
    ...{ account_name: 'b.two', name: '乙', account_type: 1 },
    status: 'open' as 'enabled',
  });
  expect(envelope.data).toMatchObject({ fields: [{ path: 'status', message: expect.stringContaining('(enabled)') }] });
});
