import { dealer } from '@suyuan/contract/base/dealer.ts';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringFile, csvOf, sendFile } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const update = { existing: 'update' } as const;
const refusals = ({ refused }: ImportReport) =>
  refused.map(({ line, problems }) => `${line} ${problems[0]?.path} ${problems[0]?.reason}`);

describe('an imported line with an existing row', () => {
  beforeAll(async () => {
    await server.data(product.add, { product_code: 'P-1', product_name: '一', spec: '6', category: '白酒' });
    await server.data(product.add, { product_code: 'P-2', product_name: '二', spec: '12' });
  });

  test('is refused, unless updates are requested', async () => {
    const report = await bringFile(server, product.import, 'product_code,product_name\np-1,x\nP-9,y', { mode: 'dry' });
    expect([report.added, refusals(report)]).toEqual([1, ['2 product_code taken']]);
  });

  test('changes the cells given, keeps the rest, and reports what each line did', async () => {
    const file = ['产品编码,规格,品类', 'p-1,12,', 'P-2,12,', 'P-3,6,x'].join('\n');
    const report = await bringFile(server, product.import, file, { ...update, mode: 'good' });
    expect(report).toMatchObject({ total: 3, added: 0, updated: 1, unchanged: 1, good: 2, written: 1 });
    // A new row needs a name, for which there is no column.
    expect(refusals(report)).toEqual(['4 product_name required']);
    const { rows } = await server.data(product.page, { keyword: 'P-', sort: 'product_code' });
    expect(rows).toMatchObject([
      { product_code: 'P-1', product_name: '一', spec: '12', category: '白酒' },
      { product_code: 'P-2', product_name: '二', spec: '12' },
    ]);
  });

  test('is in the audit log with the values before and after', async () => {
    await bringFile(server, product.import, 'product_code,spec\nP-1,24\nP-2,12', update);
    const changes = await server.sql`
      select before ->> 'spec' as before, after ->> 'spec' as after from audit_change
      where audit_id = (select max(id) from audit_log)`;
    expect([...changes]).toEqual([{ before: '12', after: '24' }]);
  });

  test('occurs once in a file, and can omit required fields', async () => {
    const file = 'product_code,product_name\nP-1,a\nP-2,\np-1,b';
    const report = await bringFile(server, product.import, file, update);
    expect(refusals(report)).toEqual(['4 product_code repeats_line']);
    expect(report).toMatchObject({ updated: 1, unchanged: 1, written: 0 });
  });

  test('shows the values before and after in a check, in the words of the list', async () => {
    await server.data(brand.add, { brand_code: 'B0', brand_name: '云泉' });
    const file = 'product_code,product_name,brand_code\nP-1,甲,B0\nP-2,,\nP-7,新,B0';
    const { changes } = await bringFile(server, product.import, file, { ...update, mode: 'dry' });
    expect(changes).toMatchObject([
      { line: 2, before: { product_name: '一', brand_name: null }, after: { product_name: '甲', brand_name: '云泉' } },
    ]);
    expect(changes).toHaveLength(1);
    const { rows } = await server.data(product.page, { keyword: 'P-1' });
    expect(rows).toMatchObject([{ product_name: '一', brand_name: null }]);
  });

  test('is changed only with permission', async () => {
    const token = await server.as(['productlist', 'productlist:import']);
    const file = 'product_code,product_name\nP-1,x';
    expect((await sendFile(server, product.import, file, { ...update, token })).status).toBe(401);
    expect(refusals(await bringFile(server, product.import, file, { token }))).toEqual(['2 product_code taken']);
    const both = await server.as(['productlist', 'productlist:import', 'productlist:update']);
    expect(await bringFile(server, product.import, file, { ...update, token: both })).toMatchObject({ updated: 1 });
  });
});

test('a refused line reports all of its errors at once, with its contents', async () => {
  const file = [
    '产品编码,产品名称,规格,brand_code,保质期（天）,gtin',
    ',x,6,nobody,soon,1',
    'P-1,y,6,nobody,,6901234567890',
    'Q-1,,6,nobody,soon,',
  ].join('\n');
  const { titles, refused } = await bringFile(server, product.import, file, { mode: 'dry' });
  const problems = refused.map((line) => line.problems.map(({ path, reason }) => `${path} ${reason}`).sort());
  expect(problems).toEqual([
    ['brand_id no_such', 'product_code required', 'shelf_life_days type_integer'],
    ['brand_id no_such', 'gtin gtin', 'product_code taken'],
    ['brand_id no_such', 'product_name required', 'shelf_life_days type_integer'],
  ]);
  expect(titles).toEqual(['产品编码', '产品名称', '规格', 'brand_code', '保质期（天）', 'gtin']);
  expect(refused[2]?.cells).toEqual(['Q-1', '', '6', 'nobody', 'soon', '']);
});

describe('rows of a tree', () => {
  const tree = async () =>
    Object.fromEntries((await server.data(brand.page, {})).rows.map((row) => [row.brand_code, row.parent_code]));

  test('are imported in any order, by code or by name', async () => {
    const file = 'brand_code,brand_name,上级品牌\nB3,三,二\nB2,二,B1\nB1,一,';
    expect(await bringFile(server, brand.import, file)).toMatchObject({ added: 3, refused: [] });
    expect(await tree()).toMatchObject({ B1: null, B2: 'B1', B3: 'B2' });
  });

  test('cannot form a cycle, even by two lines together', async () => {
    const file = 'brand_code,parent_code\nB1,B3\nB3,B1\nB2,';
    const report = await bringFile(server, brand.import, file, { ...update, mode: 'good' });
    expect(refusals(report)).toHaveLength(1);
    const now = await tree();
    expect([now.B1 === 'B3', now.B3 === 'B1'].filter(Boolean)).toHaveLength(1);
    const own = await bringFile(server, brand.import, 'brand_code,parent_code\nB2,B2', update);
    expect(refusals(own)).toEqual(['2 parent_id tree_loop']);
  });

  test('keep a parent whose name is not unique', async () => {
    const [one, other] = [
      await server.data(brand.add, { brand_code: 'S1', brand_name: '同名' }),
      await server.data(brand.add, { brand_code: 'S2', brand_name: '同名' }),
    ];
    await server.data(brand.add, { brand_code: 'S3', brand_name: '下', parent_id: other.id });
    const kept = await bringFile(server, brand.import, 'brand_code,上级品牌\nS3,同名', update);
    expect(kept).toMatchObject({ unchanged: 1 });
    const fresh = await bringFile(server, brand.import, 'brand_code,brand_name,上级品牌\nS4,新,同名', update);
    expect(refusals(fresh)).toEqual(['2 parent_id ambiguous']);
    await server.data(brand.update, { id: one.id, brand_code: 'S1', brand_name: '同名', status: 'disabled' });
  });
});

test('territories are changed like any column, and kept where a cell is empty', async () => {
  await server.data(dealer.add, { dealer_code: 'D', dealer_name: 'd', dealer_level: 1, areas: ['330000', '510500'] });
  const exported = await csvOf(server, dealer.export, {});
  expect(await bringFile(server, dealer.import, exported, update)).toMatchObject({ unchanged: 1, written: 0 });
  const areas = async () => (await server.data(dealer.page, {})).rows[0]?.areas;
  await bringFile(server, dealer.import, 'dealer_code,销售区域\nd,浙江省、浙江省 杭州市', update);
  expect(await areas()).toEqual(['330000']);
  await bringFile(server, dealer.import, 'dealer_code,销售区域\nd,', update);
  expect(await areas()).toEqual(['330000']);
});

test('a ship-to party stays with its dealer, which has at most one default', async () => {
  await server.data(dealer.add, { dealer_code: 'E', dealer_name: 'e', dealer_level: 1 });
  const file = 'ship_to_code,ship_to_name,dealer_code,preferred\nS-1,a,D,是\nS-2,b,D,是\nS-3,c,E,是';
  expect(await bringFile(server, shipTo.import, file)).toMatchObject({ added: 3 });
  const preferred = async () =>
    (await server.data(shipTo.page, { sort: 'ship_to_code' })).rows.map((row) => row.preferred);
  expect(await preferred()).toEqual([false, true, true]);
  await bringFile(server, shipTo.import, 'ship_to_code,preferred\nS-1,yes', update);
  expect(await preferred()).toEqual([true, false, true]);
  // Both at once: the later line that is written has its way.
  const both = await bringFile(
    server,
    shipTo.import,
    'ship_to_code,ship_to_name,dealer_code,preferred\nS-4,d,D,是\nS-1,z,D,是',
    update,
  );
  expect([both.added, both.updated]).toEqual([1, 1]);
  expect(await preferred()).toEqual([true, false, true, false]);
  const moved = await bringFile(server, shipTo.import, 'ship_to_code,dealer_code\nS-1,E', update);
  expect(refusals(moved)).toEqual(['2 dealer_id keeps_dealer']);
});

test('changing levels of a packaging relation in use creates its next version', async () => {
  const bottle = await server.data(packagingUnit.add, {
    unit_code: 'BTL',
    level: 1,
    symbol_zh: '瓶',
    symbol_en: 'bottle',
  });
  const carton = await server.data(packagingUnit.add, {
    unit_code: 'CTN',
    level: 3,
    symbol_zh: '箱',
    symbol_en: 'case',
  });
  const levels = [
    { unit_id: bottle.id, quantity: 1 },
    { unit_id: carton.id, quantity: 6 },
  ];
  const six = await server.data(hierarchy.add, { hierarchy_code: 'H', hierarchy_name: 'h', levels });
  await server.data(product.add, { product_code: 'PH', product_name: 'x', hierarchy_id: six.id });
  const bring = (ratio: string) =>
    bringFile(server, hierarchy.import, `hierarchy_code,hierarchy_name,包装比例\nH,h,${ratio}`, update);
  expect(await bring('1箱=6瓶')).toMatchObject({ unchanged: 1 });
  expect(await bring('1 CTN = 12 bottle')).toMatchObject({ updated: 1 });
  expect((await server.data(hierarchy.page, {})).rows).toMatchObject([{ version: 2, ratio: '1 case = 12 bottle' }]);
  for (const wrong of ['1 箱 = 6.5 瓶', '2 箱 = 12 瓶', '箱', '1 nothing', '1 箱 = 6 瓶 = 9 瓶']) {
    expect(refusals(await bring(wrong)), wrong).toEqual(['2 levels ratio_unreadable']);
  }
  expect(refusals(await bring('1 瓶 = 6 箱'))).toEqual(['2 levels.1.unit_id unit_not_larger']);
});

test('people of a dealer can change only their own warehouses by a file', async () => {
  const dealer = await server.party('dealer');
  const permissions = ['store', 'store:add', 'store:update', 'store:import', 'store:export'] as const;
  const token = await server.as(permissions, { dealer });
  await server.data(warehouse.add, { warehouse_code: 'OWN', warehouse_name: 'a', warehouse_type: 'raw' }, { token });
  await server.data(warehouse.add, { warehouse_code: 'ENT', warehouse_name: 'b', warehouse_type: 'raw' });
  const file = 'warehouse_code,warehouse_name,warehouse_type\nOWN,mine,raw\nENT,stolen,raw\nNEW,n,raw';
  const report = await bringFile(server, warehouse.import, file, { ...update, mode: 'good', token });
  expect(report).toMatchObject({ updated: 1, added: 1 });
  expect(refusals(report)).toEqual(['3 warehouse_code taken']);
  const { rows } = await server.data(warehouse.page, { sort: 'warehouse_code' });
  expect(rows.map(({ warehouse_name, dealer_id }) => [warehouse_name, dealer_id === dealer])).toEqual([
    ['b', false],
    ['n', true],
    ['mine', true],
  ]);
});
