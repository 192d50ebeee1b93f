import { outFactory } from '@suyuan/contract/base/factory.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const own = { factory_code: 'F-1', factory_name: '云泉一厂', area_code: '510502', contact: '李强' };

test('a factory is added with its place and warehouse, found, changed and deleted', async () => {
  const store = { warehouse_code: 'CK-1', warehouse_name: '成品一号仓', warehouse_type: 'finished' } as const;
  const { id: warehouse_id } = await server.data(warehouse.add, store);
  const { id } = await server.data(factory.add, { ...own, gln: '6901234000009', gln_extension: '12', warehouse_id });
  for (const keyword of ['云泉', 'yqyc', 'f-1', '6901234000009']) {
    expect((await server.data(factory.page, { keyword })).rows).toMatchObject([
      { id, gln: '6901234000009', gln_extension: '12', warehouse_name: '成品一号仓', people: 0 },
    ]);
  }
  await server.data(factory.update, { id, ...own, phone: '1' });
  await server.as([], { factory: id });
  expect((await server.data(factory.page, {})).rows).toMatchObject([{ phone: '1', gln: '6901234000009', people: 1 }]);
  const used = await server.call(factory.remove, { id }, { language: 'en' });
  expect([used.status, used.envelope.message]).toMatchObject([409, expect.stringContaining('has accounts')]);
});

test('a GLN with a wrong check digit is refused with the right one', async () => {
  const wrong = await server.call(
    factory.add,
    { ...own, factory_code: 'F-2', gln: '6901234000008' },
    { language: 'en' },
  );
  expect(wrong.envelope).toMatchObject({
    data: { fields: [{ path: 'gln', message: expect.stringContaining('right check digit') }] },
  });
  const alone = await server.call(factory.add, { ...own, factory_code: 'F-2', gln_extension: '1' });
  expect(reasonsOf(alone.envelope)).toEqual(['gln gln_of_extension']);
});

test('an SGLN URI gives GLN and extension', async () => {
  const gln = 'urn:epc:id:sgln:0614141.12345.400';
  const { id } = await server.data(factory.add, { ...own, factory_code: 'F-3', gln });
  expect((await server.data(factory.page, { keyword: 'f-3' })).rows).toMatchObject([
    { id, gln: '0614141123452', gln_extension: '400' },
  ]);
  const other = await server.call(factory.add, { ...own, factory_code: 'F-4', gln, gln_extension: '401' });
  expect(reasonsOf(other.envelope)).toEqual(['gln_extension gln_extension_contradicts']);
});

test("external factories are separate, but share the codes' uniqueness", async () => {
  const { id } = await server.data(outFactory.add, { factory_code: 'W-1', factory_name: '外厂' });
  expect((await server.data(factory.page, { keyword: 'w-1' })).rows).toEqual([]);
  expect((await server.call(factory.update, { id, ...own })).status).toBe(404);
  expect((await server.call(factory.remove, { id })).status).toBe(404);
  const taken = await server.call(factory.add, { ...own, factory_code: 'w-1' });
  expect(reasonsOf(taken.envelope)).toEqual(['factory_code taken']);
});

test('factories are exported and imported unchanged', async () => {
  await server.data(factory.add, { ...own, factory_code: 'F-5', gln: '6901234000009', remark: '季节性' });
  const file = await csvOf(server, factory.export, {});
  const again = await bringFile(server, factory.import, file, { existing: 'update' });
  expect([again.refused, again.unchanged]).toEqual([[], again.total]);
});

test('people of a factory see only their own, and change its contact data', async () => {
  const everything = ['plantlist', 'plantlist:add', 'plantlist:update', 'plantlist:delete'] as const;
  const { id } = await server.data(factory.add, { ...own, factory_code: 'F-6', gln: '6901234000009' });
  const token = await server.as(everything, { factory: id });
  expect((await server.data(factory.page, {}, { token })).rows.map((row) => row.id)).toEqual([id]);
  await server.data(factory.update, { id, phone: '139', factory_code: 'F-6', factory_name: '云泉一厂' }, { token });
  const moved = await server.call(
    factory.update,
    { id, factory_code: 'F-6', factory_name: '云泉一厂', gln: '0614141123452' },
    { token },
  );
  expect(reasonsOf(moved.envelope)).toEqual(['gln enterprise_decides']);
  expect((await server.call(factory.add, { ...own, factory_code: 'F-7' }, { token })).status).toBe(401);
  const dealer = await server.as(everything, { dealer: await server.party('dealer') });
  expect((await server.data(factory.page, {}, { token: dealer })).rows).toEqual([]);
});

test('a factory with workshops is not deleted, and the refusal names them', async () => {
  const { id } = await server.data(factory.add, { ...own, factory_code: 'F-8' });
  await server.data(workshop.add, { workshop_code: 'W', workshop_name: '灌装车间', factory_id: id });
  const used = await server.call(factory.remove, { id });
  expect([used.status, used.envelope.message]).toEqual([409, expect.stringContaining('灌装车间')]);
});
