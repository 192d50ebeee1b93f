import { dealer } from '@suyuan/contract/base/dealer.ts';
import { material, supplier } from '@suyuan/contract/base/material.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import type { UpsertReport } from '@suyuan/contract/thing/upsert.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const send = (thing: { readonly upsert?: Call }, rows: object[], options: CallOptions = {}): Promise<UpsertReport> =>
  server.data(thing.upsert as Call, { rows }, { language: 'en', ...options }) as Promise<UpsertReport>;
/** The outcome of each row, with the fields of refused ones. */
const outcomesOf = ({ rows }: UpsertReport) =>
  rows.map(({ outcome, fields }) => [outcome, ...fields.map(({ path, reason }) => `${path} ${reason}`)].join(' '));
const records = async () => Number((await server.sql`select count(*) as n from audit_log`)[0]?.n);

test('rows are created, changed, left alone or refused, each for itself', async () => {
  const first = await send(product, [
    { product_code: 'U-1', product_name: '一' },
    { product_code: 'U-2', product_name: '二' },
  ]);
  expect(first).toMatchObject({ created: 2, updated: 0, unchanged: 0, refused: 0 });
  const [one, two] = first.rows;
  const second = await send(product, [
    { product_code: 'u-1', product_name: '一' },
    { product_code: 'U-2', product_name: '改' },
    { product_code: 'U-3', product_name: '三', shelf_life_days: 'x', colour: 'red', brand_code: 'none' },
    { product_code: 'U-4' },
    { product_name: '五' },
    { product_code: 'U-2', product_name: '又' },
    { product_code: 'U-6', product_name: '六' },
  ]);
  expect(second).toMatchObject({ created: 1, updated: 1, unchanged: 1, refused: 4 });
  expect(outcomesOf(second)).toEqual([
    'unchanged',
    'updated',
    expect.stringMatching(/^refused .*colour unknown_field/),
    'refused product_name required',
    'refused product_code required',
    'refused product_code repeats_line',
    'created',
  ]);
  expect(second.rows[2]?.fields.map(({ path }) => path)).toEqual(expect.arrayContaining(['colour', 'brand_code']));
  expect(second.rows.slice(0, 2).map(({ id }) => id)).toEqual([one?.id, two?.id]);
  expect(second.rows[4]).toMatchObject({ code: null, id: null });
  const { rows } = await server.data(product.page, { keyword: 'U-', sort: 'product_code' });
  expect(rows.map(({ product_code, product_name }) => [product_code, product_name])).toEqual([
    ['U-1', '一'],
    ['U-2', '改'],
    ['U-6', '六'],
  ]);
});

test('what does not change writes nothing, and what is left out stays', async () => {
  await send(dealer, [{ dealer_code: 'D-1', dealer_name: '甲', dealer_level: 1, phone: '021-1' }]);
  const [before] = await server.sql`select updated_at from dealer where dealer_code = 'D-1'`;
  const count = await records();
  const again = await send(dealer, [
    { dealer_code: 'D-1', dealer_name: '甲', dealer_level: 1 },
    { dealer_code: 'D-1' },
  ]);
  expect(outcomesOf(again)[0]).toBe('unchanged');
  expect(await records()).toBe(count);
  expect((await server.sql`select updated_at from dealer where dealer_code = 'D-1'`)[0]).toEqual(before);
  await send(dealer, [{ dealer_code: 'D-1', phone: null, remark: 'r' }]);
  const [row] = await server.sql`select dealer_name, phone, remark from dealer where dealer_code = 'D-1'`;
  expect(row).toEqual({ dealer_name: '甲', phone: null, remark: 'r' });
  expect(await records()).toBe(count + 1);
});

test('other records are named by their codes, also those of the same call', async () => {
  const report = await send(dealer, [
    { dealer_code: 'BELOW', dealer_name: '下', dealer_level: 2, parent_code: 'ABOVE' },
    { dealer_code: 'ABOVE', dealer_name: '上', dealer_level: 1 },
    { dealer_code: 'LOST', dealer_name: '无', dealer_level: 2, parent_code: 'NOWHERE' },
  ]);
  expect(outcomesOf(report)).toEqual(['created', 'created', 'refused parent_code no_such']);
  const [below] = (await server.data(dealer.page, { keyword: 'BELOW' })).rows;
  expect(below).toMatchObject({ parent_code: 'ABOVE' });
  await send(warehouse, [
    { warehouse_code: 'DW', warehouse_name: '仓', warehouse_type: 'finished', dealer_code: 'ABOVE' },
  ]);
  const [store] = (await server.data(warehouse.page, { keyword: 'DW' })).rows;
  expect(store).toMatchObject({ dealer_id: report.rows[1]?.id });
});

test('materials, suppliers, work orders and waybills are sent by their codes, too', async () => {
  const factory_id = await server.party('factory');
  const hall = await server.data(workshop.add, { workshop_code: 'W', workshop_name: 'w', factory_id });
  await server.data(productionLine.add, { line_code: 'L', line_name: 'l', workshop_id: hall.id });
  await send(product, [{ product_code: 'P', product_name: 'p' }]);
  await send(warehouse, [{ warehouse_code: 'FW', warehouse_name: 'f', warehouse_type: 'finished' }]);
  await send(dealer, [{ dealer_code: 'BUYER', dealer_name: 'b', dealer_level: 1 }]);
  const all = [
    await send(supplier, [{ supplier_code: 'S', supplier_name: 's' }]),
    await send(material, [{ material_code: 'M', material_name: 'm', kind: 'raw', unit: 'kg' }]),
    await send(workOrder, [
      { order_no: 'WO-1', product_code: 'P', line_code: 'L', quantity: 100, planned_from: '2026-11-27' },
    ]),
  ];
  for (const report of all) expect(outcomesOf(report), JSON.stringify(report.rows)).toEqual(['created']);
  const order = (quantity: number, product_code = 'P') => ({
    waybill_no: 'WB-1',
    kind: 'sale',
    from_warehouse_code: 'FW',
    dealer_code: 'BUYER',
    lines: [{ product_code, quantity }],
  });
  expect(outcomesOf(await send(waybill, [order(12, 'NONE')]))).toEqual(['refused lines.0.product_code no_such']);
  expect(outcomesOf(await send(waybill, [order(12)]))).toEqual(['created']);
  expect(outcomesOf(await send(waybill, [order(12)]))).toEqual(['unchanged']);
  expect(outcomesOf(await send(waybill, [order(24)]))).toEqual(['updated']);
  await send(warehouse, [{ warehouse_code: 'FW2', warehouse_name: 'f', warehouse_type: 'finished' }]);
  const elsewhere = await send(waybill, [{ ...order(24), from_warehouse_code: 'FW2' }]);
  expect(outcomesOf(elsewhere)).toEqual(['refused from_warehouse_code set_once']);
  const [row] = (await server.data(waybill.page, { keyword: 'WB-1' })).rows;
  expect(row).toMatchObject({ from_warehouse_code: 'FW', dealer_code: 'BUYER', planned: 24 });
});

test('adding and changing each need their permission', async () => {
  await send(product, [{ product_code: 'R-1', product_name: 'r' }]);
  const rows = [
    { product_code: 'R-1', product_name: 'changed' },
    { product_code: 'R-2', product_name: 'new' },
  ];
  const adding = await server.as(['productlist', 'productlist:add']);
  const changing = await server.as(['productlist', 'productlist:update']);
  const looking = await server.as(['productlist']);
  expect(outcomesOf(await send(product, rows, { token: changing }))).toEqual([
    'updated',
    'refused product_code may_not_add',
  ]);
  expect(outcomesOf(await send(product, rows, { token: adding }))).toEqual(['refused product_code taken', 'created']);
  const { envelope } = await server.call(product.upsert as Call, { rows }, { token: looking });
  expect(envelope.code).toBe(ErrorCode.noAccess);
});

test('people of a dealer change their own rows only', async () => {
  const [own, others] = [await server.party('dealer'), await server.party('dealer')];
  const store = (warehouse_code: string, dealer_id: number) => ({
    warehouse_code,
    warehouse_name: warehouse_code,
    warehouse_type: 'finished',
    dealer_id,
  });
  await send(warehouse, [store('MINE', own), store('THEIRS', others)]);
  const token = await server.as(['store', 'store:add', 'store:update'], { dealer: own });
  const report = await send(
    warehouse,
    [
      { warehouse_code: 'MINE', warehouse_name: 'renamed' },
      { ...store('THEIRS', own), warehouse_name: 'taken over' },
    ],
    { token },
  );
  expect(outcomesOf(report)).toEqual(['updated', 'refused warehouse_code taken']);
  const [theirs] = await server.sql`select warehouse_name, dealer_id from warehouse where warehouse_code = 'THEIRS'`;
  expect(theirs).toEqual({ warehouse_name: 'THEIRS', dealer_id: others });
});

test('five hundred rows are one change with one record; more are refused', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({
    product_code: `MANY-${index}`,
    product_name: `商品 ${index}`,
  }));
  const count = await records();
  expect(await send(product, rows)).toMatchObject({ created: 500 });
  const renamed = rows.map((row, index) => (index < 250 ? { ...row, product_name: `${row.product_name} b` } : row));
  expect(await send(product, renamed)).toMatchObject({ updated: 250, unchanged: 250 });
  expect(await records()).toBe(count + 2);
  const { status } = await server.call(product.upsert as Call, { rows: [...rows, rows[0]] });
  expect(status).toBe(400);
});
