import { material, supplier } from '@suyuan/contract/base/material.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const glass = { supplier_code: 'S-1', supplier_name: '泸州玻璃', area_code: '510500' };
const bottle = { material_code: 'B-500', material_name: '500 mL 玻璃瓶', kind: 'packaging', unit: '个' } as const;

describe('materials', () => {
  test('are added, found, changed and deleted', async () => {
    const { id } = await server.data(material.add, {
      material_code: 'R-1',
      material_name: '高粱',
      kind: 'raw',
      unit: 'kg',
      shelf_life_days: 365,
    });
    for (const query of [{ keyword: 'gl' }, { keyword: '高' }, { kind: 'raw' as const }]) {
      expect((await server.data(material.page, query)).rows).toMatchObject([{ id, shelf_life_days: 365 }]);
    }
    const changed = { id, material_code: 'R-1', material_name: '红高粱', kind: 'raw', unit: null } as const;
    await server.data(material.update, { ...changed, status: 'disabled' });
    expect((await server.data(material.page, { status: 'disabled' })).rows).toMatchObject([
      { material_name: '红高粱', unit: null, shelf_life_days: 365 },
    ]);
    const taken = await server.call(material.add, { material_code: 'r-1', material_name: 'x', kind: 'raw' });
    expect(reasonsOf(taken.envelope)).toEqual(['material_code taken']);
    await server.data(material.remove, { id });
    expect((await server.call(material.remove, { id })).status).toBe(404);
  });

  test('for packaging have a supplier, who then cannot be deleted', async () => {
    const glassworks = await server.data(supplier.add, glass);
    const { id } = await server.data(material.add, { ...bottle, supplier_id: glassworks.id });
    expect((await server.data(material.page, { supplier_id: glassworks.id })).rows).toMatchObject([
      { id, supplier_code: 'S-1', supplier_name: '泸州玻璃' },
    ]);
    expect((await server.data(supplier.page, { keyword: 'lzbl' })).rows).toMatchObject([
      { materials: 1, area_name: '四川省 泸州市' },
    ]);
    const used = await server.call(supplier.remove, { id: glassworks.id }, { language: 'en' });
    expect([used.status, used.envelope.message]).toEqual([
      409,
      'Materials come from this supplier (500 mL 玻璃瓶): it can be disabled but not deleted',
    ]);
    await server.data(material.update, { id, ...bottle, kind: 'raw' });
    expect((await server.data(material.page, { keyword: 'b-500' })).rows).toMatchObject([{ supplier_id: null }]);
    await server.data(material.update, { id, ...bottle, supplier_id: glassworks.id });
    const raw = { material_code: 'R-2', material_name: '小麦', kind: 'raw', supplier_id: glassworks.id } as const;
    expect(reasonsOf((await server.call(material.add, raw)).envelope)).toEqual(['supplier_id supplies_packaging']);
    const nobody = { ...raw, kind: 'packaging', supplier_id: 999_999 } as const;
    expect(reasonsOf((await server.call(material.add, nobody)).envelope)).toEqual(['supplier_id no_such']);
    await server.data(supplier.update, { id: glassworks.id, ...glass, phone: '0830-1', status: 'disabled' });
    expect((await server.data(supplier.page, { status: 'disabled' })).rows).toMatchObject([{ phone: '0830-1' }]);
  });

  test('and suppliers are exported and imported unchanged', async () => {
    const [materials, suppliers] = [await csvOf(server, material.export, {}), await csvOf(server, supplier.export, {})];
    for (const { id } of (await server.data(material.page, {})).rows) await server.data(material.remove, { id });
    for (const { id } of (await server.data(supplier.page, {})).rows) await server.data(supplier.remove, { id });
    expect(await bringFile(server, supplier.import, suppliers)).toMatchObject({ written: 1, refused: [] });
    expect(await bringFile(server, material.import, materials)).toMatchObject({ written: 1, refused: [] });
    expect((await server.data(material.page, {})).rows).toMatchObject([{ ...bottle, supplier_code: 'S-1' }]);
    expect((await server.data(supplier.page, {})).rows).toMatchObject([{ ...glass, status: 'disabled' }]);
  });

  test('are read by people of factories and dealers; suppliers only by the enterprise', async () => {
    const permissions = ['material', 'material:add', 'material:update', 'material:delete', 'material:export'] as const;
    for (const party of [{ factory: await server.party('factory') }, { dealer: await server.party('dealer') }]) {
      const token = await server.as(permissions, party);
      const { rows } = await server.data(material.page, {}, { token });
      expect(rows).toMatchObject([{ material_code: 'B-500', supplier_name: null }]);
      expect((await server.call(supplier.page, {}, { token })).status).toBe(401);
      const { id } = rows[0] as { id: number };
      expect((await server.call(material.update, { id, ...bottle }, { token })).status).toBe(401);
      expect((await server.call(material.remove, { id }, { token })).status).toBe(401);
      expect((await server.call(material.add, { ...bottle, material_code: 'N' }, { token })).status).toBe(401);
      expect((await server.call(supplier.add, { ...glass, supplier_code: 'N' }, { token })).status).toBe(401);
    }
  });
});
