import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import {
  maxViews,
  maxViewsOfAll,
  viewDelete,
  viewList,
  viewSave,
  viewShare,
  viewUnshare,
} from '@suyuan/contract/organ/list-view.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let person: string;
let arranger: string;
beforeAll(async () => {
  server = await testServer();
  person = await server.as(['productlist', 'store']);
  arranger = await server.as(['productlist', 'setmenusenable', 'setmenusenable:update']);
});
afterAll(() => server.stop());

const columns = { order: ['product_name', 'gtin'], hidden: ['gtin'], pinned: ['product_name'], widths: { gtin: 200 } };
const view = (view_name: string, list = 'productlist') => ({
  list,
  view_name,
  query: 'status=enabled&sort=gtin',
  columns,
});
const namesFor = async (token: string, list = 'productlist') =>
  (await server.data(viewList, { list }, { token })).map(({ view_name, shared }) => [view_name, shared]);

test('a view is stored unchanged and private', async () => {
  const { id } = await server.data(viewSave, view('在售'), { token: person });
  const kept = { id, view_name: '在售', query: 'status=enabled&sort=gtin', columns, shared: false };
  expect(await server.data(viewList, { list: 'productlist' }, { token: person })).toEqual([kept]);
  expect(await namesFor(arranger)).toEqual([]);
  expect(await namesFor(person, 'brand')).toEqual([]);
  expect((await server.call(viewDelete, { id }, { token: arranger })).status).toBe(404);
  expect((await server.call(viewUnshare, { id }, { token: arranger })).status).toBe(404);
  await server.data(viewDelete, { id }, { token: person });
  expect(await namesFor(person)).toEqual([]);
});

test('an unknown column is refused', async () => {
  const odd = { ...view('odd'), columns: { ...columns, widths: { 'no column': 200 } } };
  expect((await server.call(viewSave, odd, { token: person })).status).toBe(400);
});

test('a view of the same name is replaced, ignoring case', async () => {
  const first = await server.data(viewSave, view('Mine', 'store'), { token: person });
  const second = await server.data(viewSave, { ...view(' MINE', 'store'), query: '' }, { token: person });
  expect(second).toEqual(first);
  expect(await namesFor(person, 'store')).toEqual([['MINE', false]]);
});

test('shared views are saved by those who arrange the console', async () => {
  const refused = await server.call(viewShare, view('共享'), { token: person });
  expect(refused.envelope.code).toBe(ErrorCode.noAccess);
  const { id } = await server.data(viewShare, view('共享'), { token: arranger });
  await server.data(viewSave, view('共享'), { token: person });
  expect(await namesFor(person)).toEqual([
    ['共享', true],
    ['共享', false],
  ]);
  expect((await server.call(viewDelete, { id }, { token: person })).status).toBe(404);
  await server.data(viewUnshare, { id }, { token: arranger });
  expect(await namesFor(person)).toEqual([['共享', false]]);
});

test('people of a factory save their own, and see none of the enterprise', async () => {
  const token = await server.as(['productlist', 'setmenusenable:update'], { factory: await server.party('factory') });
  await server.data(viewShare, view('内部'), { token: arranger });
  await server.data(viewSave, view('工厂'), { token });
  expect(await namesFor(token)).toEqual([['工厂', false]]);
  expect((await server.call(viewShare, view('x'), { token })).envelope.code).toBe(ErrorCode.noAccess);
});

test('the number of views is limited', async () => {
  const token = await server.as(['productlist']);
  for (let kept = 0; kept < maxViews; kept++) await server.data(viewSave, view(`v${kept}`), { token });
  expect((await server.call(viewSave, view('one more'), { token })).envelope.code).toBe(ErrorCode.conflict);
  // Those that are there can still be changed.
  await server.data(viewSave, view('v0'), { token });
});

test('views are saved only of existing lists that one can open', async () => {
  const nobody = await server.as([]);
  const save = async (list: string, token: string) =>
    (await server.call(viewSave, view('x', list), { token })).envelope.data as unknown;
  for (const list of ['nosuchlist', 'freight', 'connectfigures', 'phoenixfigures'])
    expect(await save(list, person), list).toMatchObject({ fields: [{ path: 'list', reason: 'no_such' }] });
  expect(await save('productlist', nobody)).toMatchObject({ fields: [{ path: 'list' }] });
  // What is open to everybody.
  expect(await save('repeatedquery', nobody)).toMatchObject({ id: expect.any(Number) });
  const reader = await server.as(['phoenix']);
  expect(await save('phoenixfigures', reader)).toMatchObject({ id: expect.any(Number) });
  const shared = await server.call(viewShare, view('x', 'nosuchlist'), { token: arranger });
  expect(shared.status).toBe(400);
});

test('the limit applies to all lists together', async () => {
  const name = 'keeper of views';
  const token = await server.as(['productlist'], { name });
  await server.sql`
    insert into list_view (list, view_name, account_id, query, columns)
    select 'list' || n % 40, 'v' || n, (select id from account where account_name = ${name}), '', '{}'
    from generate_series(1, ${maxViewsOfAll}) n`;
  expect((await server.call(viewSave, view('one more'), { token })).envelope.code).toBe(ErrorCode.conflict);
});
