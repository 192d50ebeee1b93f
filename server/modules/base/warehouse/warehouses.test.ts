import { keeper, warehouse, warehouseTree } from '@suyuan/contract/base/warehouse.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let factory: number;
let dealer: number;
beforeAll(async () => {
  server = await testServer();
  [factory, dealer] = [await server.party('factory'), await server.party('dealer')];
  await server.sql`insert into department (depart_code, depart_name) values ('WL-01', '物流部')`;
});
afterAll(() => server.stop());

let made = 0;
const fields = (more: Partial<InputOf<typeof warehouse.add>> = {}): InputOf<typeof warehouse.add> => ({
  warehouse_code: `W-${++made}`,
  warehouse_name: `仓库 ${made}`,
  warehouse_type: 'finished',
  ...more,
});
const add = async (more: Partial<InputOf<typeof warehouse.add>> = {}) =>
  (await server.data(warehouse.add, fields(more))).id;

describe('a warehouse', () => {
  test('is added, found, changed and deleted, with its manager, department and owner', async () => {
    await server.as([], { name: 'keeper-1' });
    const [person] = (await server.data(keeper.page, { keyword: 'KEEPER-1' })).rows;
    expect(person).toMatchObject({ account_name: 'keeper-1' });
    const input = fields({
      warehouse_name: '杭州成品仓',
      keeper_id: person?.id as number,
      depart_code: ' wl-01 ',
      area_code: '330106',
      factory_id: factory,
    });
    const { id } = await server.data(warehouse.add, input);
    expect((await server.data(warehouse.page, { keyword: 'hzcpc' })).rows).toMatchObject([
      {
        id,
        keeper_name: 'keeper-1',
        depart_code: 'wl-01',
        factory_name: 'factory-1',
        dealer_name: null,
        area_name: '浙江省 杭州市 西湖区',
      },
    ]);
    await server.data(warehouse.update, { id, warehouse_name: '改', status: 'disabled', keeper_id: null });
    expect((await server.data(warehouse.page, { keyword: '改' })).rows).toMatchObject([
      // What was left out stayed.
      {
        id,
        warehouse_code: input.warehouse_code,
        keeper_id: null,
        factory_id: factory,
        depart_code: 'wl-01',
        status: 'disabled',
      },
    ]);
    await server.data(warehouse.remove, { id });
    expect((await server.call(warehouse.remove, { id })).status).toBe(404);
  });

  test('refers to existing records', async () => {
    const { status, envelope } = await server.call(
      warehouse.add,
      fields({ factory_id: 999_999, keeper_id: 999_999, depart_code: 'NO', area_code: '999999' }),
    );
    expect([status, reasonsOf(envelope)]).toEqual([
      400,
      ['area_code no_such_area', 'factory_id no_such', 'keeper_id no_such', 'depart_code no_such'],
    ]);
  });

  test('has a GS1 number', async () => {
    const gln = 'urn:epc:id:sgln:0614141.12345.400';
    const id = await add({ gln });
    const row = (await server.data(warehouse.page, { size: 200 })).rows.find((one) => one.id === id);
    expect(row).toMatchObject({ gln: '0614141123452', gln_extension: '400' });
    const wrong = await server.call(warehouse.add, fields({ gln: '0614141123453', gln_extension: '1' }));
    expect([wrong.status, reasonsOf(wrong.envelope)]).toEqual([400, ['gln gln']]);
  });

  test('is in a tree without cycles, and its parts have its owner', async () => {
    const top = await add({ warehouse_code: 'T-1', warehouse_name: '总仓' });
    const part = await add({ warehouse_code: 'T-2', warehouse_name: '一区', parent_id: top });
    await add({ warehouse_code: 'T-3', warehouse_name: '一区A', parent_id: part });
    const looped = await server.call(warehouse.update, { id: top, ...fields(), parent_id: part });
    expect(reasonsOf(looped.envelope)).toEqual(['parent_id tree_loop']);
    const tree = await server.data(warehouseTree, {});
    expect(tree.find(({ id }) => id === top)).toMatchObject({
      warehouse_name: '总仓',
      listSubWareHouses: [{ warehouse_name: '一区', listSubWareHouses: [{ warehouse_name: '一区A' }] }],
    });
    const foreign = await server.call(warehouse.add, fields({ parent_id: top, dealer_id: dealer }));
    expect(reasonsOf(foreign.envelope)).toEqual(['parent_id other_owner']);
    const given = await server.call(warehouse.update, { id: top, ...fields(), dealer_id: dealer });
    expect(reasonsOf(given.envelope)).toEqual(['dealer_id parts_keep_owner']);
    const both = await server.call(warehouse.add, fields({ factory_id: factory, dealer_id: dealer }));
    expect(reasonsOf(both.envelope)).toEqual(['dealer_id one_owner']);
    const used = await server.call(warehouse.remove, { id: part }, { language: 'en' });
    expect([used.status, used.envelope.message]).toEqual([
      409,
      'Other warehouses are parts of this one (一区A): it can be disabled but not deleted',
    ]);
  });

  test('cannot form a cycle by two concurrent moves', async () => {
    const [one, other] = [await add(), await add()];
    const answers = await Promise.all([
      server.call(warehouse.update, { id: one, ...fields(), parent_id: other }),
      server.call(warehouse.update, { id: other, ...fields(), parent_id: one }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is exported and imported unchanged', async () => {
    const top = await add({ warehouse_code: 'X-1', area_code: '330100', dealer_id: dealer });
    const low = await add({ warehouse_code: 'X-2', parent_id: top, dealer_id: dealer, warehouse_type: 'returns' });
    const file = await csvOf(server, warehouse.export, { keyword: 'x-', sort: 'warehouse_code' });
    for (const id of [low, top]) await server.data(warehouse.remove, { id });
    expect(await bringFile(server, warehouse.import, file)).toMatchObject({ total: 2, written: 2, refused: [] });
    expect((await server.data(warehouse.page, { keyword: 'x-', sort: 'warehouse_code' })).rows).toMatchObject([
      { warehouse_code: 'X-1', area_code: '330100', dealer_id: dealer },
      { warehouse_code: 'X-2', parent_code: 'X-1', warehouse_type: 'returns' },
    ]);
  });
});

describe.each(['factory', 'dealer'] as const)('people of a %s', (kind) => {
  const everything = ['store', 'store:add', 'store:update', 'store:delete', 'store:export', 'store:import'] as const;
  let token: string;
  let own: number;
  let other: number;
  let theirs: number;
  beforeAll(async () => {
    own = kind === 'factory' ? factory : dealer;
    const another = await server.party(kind);
    token = await server.as(everything, { [kind]: own });
    theirs = await add({ [`${kind}_id`]: another });
    other = await add();
    await server.sql`delete from warehouse where ${server.sql(`${kind}_id`)} = ${own}`;
  });

  test('manage their own warehouses, in trees of their own', async () => {
    const top = await server.data(warehouse.add, fields(), { token });
    const part = await server.data(warehouse.add, fields({ parent_id: top.id }), { token });
    expect((await server.data(warehouse.page, {}, { token })).rows).toMatchObject([
      { id: part.id, [`${kind}_id`]: own, parent_id: top.id },
      { id: top.id, [`${kind}_id`]: own },
    ]);
    expect(await server.data(warehouseTree, {}, { token })).toMatchObject([
      { id: top.id, listSubWareHouses: [{ id: part.id }] },
    ]);
    await server.data(warehouse.update, { id: part.id, ...fields(), address: '新址' }, { token });
    await server.data(warehouse.remove, { id: part.id }, { token });
  });

  test("cannot reach others', by any id", async () => {
    for (const id of [theirs, other]) {
      expect((await server.call(warehouse.update, { id, ...fields() }, { token })).status).toBe(404);
      expect((await server.call(warehouse.remove, { id }, { token })).status).toBe(404);
      const below = await server.call(warehouse.add, fields({ parent_id: id }), { token });
      expect(reasonsOf(below.envelope)).toEqual(['parent_id no_such']);
    }
    const seen = (await server.data(warehouse.page, {}, { token })).rows.map(({ id }) => id);
    expect(seen).not.toContain(theirs);
    expect(seen).not.toContain(other);
    const people = (await server.data(keeper.page, {}, { token })).rows;
    expect(people).toHaveLength(1);
    const [admin] = await server.sql<{ id: number }[]>`select id from account where account_name = 'admin'`;
    const outsider = await server.call(warehouse.add, fields({ keeper_id: admin?.id as number }), { token });
    expect(reasonsOf(outsider.envelope)).toEqual(['keeper_id no_such']);
    const department = await server.call(warehouse.add, fields({ depart_code: 'WL-01' }), { token });
    expect(reasonsOf(department.envelope)).toEqual(['depart_code no_such']);
  });

  test('cannot transfer a warehouse or create one for others: the enterprise decides on owners', async () => {
    const decided = ['factory_id enterprise_decides', 'dealer_id enterprise_decides'];
    const made = await server.call(warehouse.add, fields({ factory_id: 999_999, dealer_id: 999_999 }), { token });
    expect([made.status, reasonsOf(made.envelope)]).toEqual([400, decided]);
    const { id } = await server.data(warehouse.add, fields({ [`${kind}_id`]: own }), { token });
    const given = await server.call(warehouse.update, { id, factory_id: 999_999, dealer_id: 999_999 }, { token });
    expect([given.status, reasonsOf(given.envelope)]).toEqual([400, decided]);
    const left = await server.call(warehouse.update, { id, [`${kind}_id`]: null }, { token });
    expect([left.status, reasonsOf(left.envelope)]).toEqual([400, [`${kind}_id enterprise_decides`]]);
    const file = `warehouse_code,warehouse_name,warehouse_type,${kind}_code\nW-OTHERS,x,finished,${kind}-other\n`;
    expect((await bringFile(server, warehouse.import, file, { token })).written).toBe(0);
  });
});
