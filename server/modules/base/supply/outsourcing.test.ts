import { factory, outFactory } from '@suyuan/contract/base/factory.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const packer = { factory_code: 'OUT-1', factory_name: '邛崃灌装厂', contact: '李强', area_code: '510183' };

test('an external factory is added, found, changed and deleted', async () => {
  const { id } = await server.data(outFactory.add, packer);
  for (const keyword of ['灌装', 'gzc', 'out-1', 'lq']) {
    expect((await server.data(outFactory.page, { keyword })).rows).toMatchObject([
      { id, area_name: '四川省 成都市 邛崃市' },
    ]);
  }
  await server.data(outFactory.update, { id, ...packer, phone: '1', status: 'disabled' });
  expect((await server.data(outFactory.page, { status: 'disabled' })).rows).toMatchObject([{ phone: '1' }]);
  const taken = await server.call(outFactory.add, { ...packer, factory_code: 'out-1' });
  expect(reasonsOf(taken.envelope)).toEqual(['factory_code taken']);
  await server.data(outFactory.remove, { id });
  expect((await server.call(outFactory.remove, { id })).status).toBe(404);
});

test('the enterprise’s own factories are not external, though they can be chosen', async () => {
  const own = await server.party('factory');
  expect((await server.data(outFactory.page, {})).rows).toEqual([]);
  expect((await server.call(outFactory.update, { id: own, ...packer })).status).toBe(404);
  expect((await server.call(outFactory.remove, { id: own })).status).toBe(404);
  expect((await server.data(factory.page, {})).rows).toMatchObject([{ id: own, kind: 'own' }]);
});

test('an external factory with people or warehouses is not deleted, and the refusal says so', async () => {
  const { id } = await server.data(outFactory.add, { ...packer, factory_code: 'OUT-2' });
  await server.as([], { name: 'packer-1', factory: id });
  const used = await server.call(outFactory.remove, { id }, { language: 'en' });
  expect([used.status, used.envelope.message]).toEqual([
    409,
    'This factory has accounts (packer-1): it can be disabled but not deleted',
  ]);
});

test('factories are exported and imported unchanged', async () => {
  const { id } = await server.data(outFactory.add, { ...packer, factory_code: 'OUT-3', remark: '季节性' });
  const file = await csvOf(server, outFactory.export, { keyword: 'out-3' });
  await server.data(outFactory.remove, { id });
  expect(await bringFile(server, outFactory.import, file)).toMatchObject({ written: 1, refused: [] });
  expect((await server.data(outFactory.page, { keyword: 'out-3' })).rows).toMatchObject([
    { ...packer, factory_code: 'OUT-3', remark: '季节性' },
  ]);
});

test('people of a factory see their own and change its contact data; dealers see none', async () => {
  const everything = ['outsourcing', 'outsourcing:add', 'outsourcing:update', 'outsourcing:delete'] as const;
  const { id } = await server.data(outFactory.add, { ...packer, factory_code: 'OUT-4' });
  const other = await server.data(outFactory.add, { ...packer, factory_code: 'OUT-5' });
  const token = await server.as(everything, { factory: id });
  const own = { ...packer, factory_code: 'OUT-4' };
  expect((await server.data(outFactory.page, {}, { token })).rows.map((row) => row.id)).toEqual([id]);
  expect((await server.data(factory.page, {}, { token })).rows.map((row) => row.id)).toEqual([id]);
  expect((await server.call(outFactory.update, { id: other.id, ...own }, { token })).status).toBe(404);
  expect((await server.call(outFactory.remove, { id: other.id }, { token })).status).toBe(404);
  expect((await server.call(outFactory.add, { ...own, factory_code: 'OUT-6' }, { token })).status).toBe(401);
  await server.data(outFactory.update, { id, ...own, phone: '139' }, { token });
  const renamed = await server.call(outFactory.update, { id, ...own, factory_name: '别的厂' }, { token });
  expect(reasonsOf(renamed.envelope)).toEqual(['factory_name enterprise_decides']);
  const dealer = await server.as(everything, { dealer: await server.party('dealer') });
  expect((await server.data(outFactory.page, {}, { token: dealer })).rows).toEqual([]);
  expect((await server.data(factory.page, {}, { token: dealer })).rows).toEqual([]);
});
