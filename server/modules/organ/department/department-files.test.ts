import { type DepartmentNode, department, departmentListTree } from '@suyuan/contract/organ/department.ts';
import { position } from '@suyuan/contract/organ/position.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFile, csvOf, fileOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// Departments and positions go out as files and come in again.

let server: TestServer;
let empty: TestServer;
beforeAll(async () => {
  [server, empty] = await Promise.all([testServer(), testServer()]);
  const add = async (depart_code: string, parent_id: number | null = null) =>
    (await server.data(department.add, { depart_code, depart_name: `部门, ${depart_code}`, parent_id })).id;
  const head = await add('HEAD');
  const sales = await add('SALES', head);
  await add('WORKS', head);
  await add('NORTH', sales);
  await add('SOUTH', sales);
  await server.data(department.update, { id: await add('EAST', sales), sort: 0 });
  await server.data(department.update, { id: head, leader_id: 1 });
  for (const one of [server, empty]) {
    for (const role_name of ['Keeper', 'Inspector']) await one.data(role.add, { role_name, permissions: ['store'] });
  }
  const { rows } = await server.data(role.page, {});
  const role_ids = rows.filter(({ role_name }) => ['Keeper', 'Inspector'].includes(role_name)).map(({ id }) => id);
  await server.data(position.add, { department_id: sales, position_name: 'Manager', role_ids });
  await server.data(position.add, { department_id: head, position_name: 'Manager', description: 'of all' });
});
afterAll(() => Promise.all([server.stop(), empty.stop()]));

const shape = (nodes: readonly DepartmentNode[]): string =>
  nodes.map((node) => `${node.depart_code}(${shape(node.listSubWareHouses)})`).join(' ');
const shapeOf = async (from: TestServer) => shape(await from.data(departmentListTree, {}));

test('an exported file is imported unchanged, without writes', async () => {
  for (const [call, brought, rows] of [
    [department.export, department.import, 6],
    [position.export, position.import, 2],
  ] as const) {
    const file = await fileOf(server, call, { format: 'xlsx', language: 'ja' });
    const report = await bringFile(server, brought, file, { mode: 'all', existing: 'update', language: 'ja' });
    expect(report).toMatchObject({ refused: [], unchanged: rows, written: 0 });
  }
});

test('an import recreates the tree and positions in an empty system, in any order of lines', async () => {
  const { sheets } = await readXlsx(await fileOf(server, department.export, { format: 'xlsx', language: 'zh' }));
  const [titles = [], ...lines] = sheets[0]?.rows ?? [];
  const file = await writeXlsx({ sheets: [{ name: 'x', rows: [titles, ...lines.toReversed()] as string[][] }] });
  expect(await bringFile(empty, department.import, file, { mode: 'all' })).toMatchObject({ refused: [], added: 6 });
  expect(await shapeOf(empty)).toBe('HEAD(SALES(EAST() NORTH() SOUTH()) WORKS())');
  expect(await shapeOf(empty)).toBe(await shapeOf(server));

  const positions = await fileOf(server, position.export, { format: 'csv', language: 'en' });
  expect(await bringFile(empty, position.import, positions, { mode: 'all' })).toMatchObject({ refused: [], added: 2 });
  const facts = async (from: TestServer) =>
    (await csvOf(from, position.export, {})).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '');
  expect(await facts(empty)).toBe(await facts(server));
});

const lines = (...rows: string[]) => rows.join('\n');

test('an import moves and renames; invalid lines are refused one by one', async () => {
  const moved = lines('depart_code,depart_name,parent_code', 'works,工厂,SALES', 'HEAD,总部,NORTH', 'X,x,NOWHERE');
  const report = await bringFile(empty, department.import, moved, { mode: 'good', existing: 'update' });
  expect(report.refused.map(({ line, problems }) => [line, problems.map(({ reason }) => reason)])).toEqual([
    [3, ['tree_loop']],
    [4, ['no_such']],
  ]);
  expect(await shapeOf(empty)).toBe('HEAD(SALES(EAST() NORTH() SOUTH() WORKS()))');
});

test("a file cannot grant roles beyond the importer's permissions", async () => {
  const file = lines('depart_code,position_name,role_names', 'HEAD,Clerk,"Keeper, Inspector"', 'HEAD,Guard,Nobody');
  const token = await empty.as(['departmentjob', 'departmentjob:add', 'departmentjob:import']);
  const report = await bringFile(empty, position.import, file, { mode: 'good', token });
  expect(report.refused.map(({ problems }) => problems[0]?.reason)).toEqual(['role_beyond_own', 'no_such']);
});
