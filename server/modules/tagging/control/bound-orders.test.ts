import { product } from '@suyuan/contract/base/product/product.ts';
import { deviceLease } from '@suyuan/contract/plant/device/device.ts';
import { workOrder, workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import { codesScrap } from '@suyuan/contract/plant/packing/marking.ts';
import { pack, packSet } from '@suyuan/contract/plant/packing/packing.ts';
import { codesBind, codesUnbind } from '@suyuan/contract/tagging/code-binding.ts';
import { closingAffects } from '@suyuan/contract/tagging/code-closure.ts';
import { codeOrder, orderAdd, orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderLabels } from '@suyuan/contract/tagging/order-file.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let line: { line_id: number; device: TestDevice };
let pre: number;
let water: number;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  line = await plant.line();
  const rule = { rule_name: 'pre', level: 1, prefix: 'P', alphabet: 'digits', body_length: 12 } as const;
  pre = (await server.data(codeRule.add, { ...rule, check: 'none', carrier: 'plain' })).id;
  water = (await server.data(product.add, { product_code: 'A', product_name: 'Water' })).id;
});
afterAll(() => server.stop());

const preCodes = async (quantity: number) => (await server.data(orderAdd, { rule_id: pre, quantity })).id;
const refused = async (...args: Parameters<TestServer['call']>) => {
  const { status, envelope } = await server.call(args[0], args[1], { language: 'en' });
  return status === 409 ? [status, envelope.message] : [status, ...reasonsOf(envelope)];
};

test('codes bound to a work order get its product and lot, and its labels', async () => {
  const { id } = await plant.workOrder(line.line_id, { lot: 'B1', production_date: '2026-01-31' });
  const order = await preCodes(10);
  await server.data(codesBind, { order_id: order, from: 3, to: 8, work_order_id: id });
  const [known] = await server.data(codesQuery, { order_id: order, from: 3, to: 3 });
  expect(known).toMatchObject({ product_name: 'Wine', lot: 'B1', state: 'bound' });
  expect((await server.data(orderDetail, { id: order })).segments).toMatchObject([
    { from: 3, to: 8, lot: 'B1', production_date: '2026-01-31', work_order_no: expect.stringMatching(/^WO-/) },
  ]);
  const labels = { symbol: 'qrcode', layout: 'roll', width_mm: '50', height_mm: '40', purpose: 'line', count: '4' };
  const query = new URLSearchParams({ ...labels, id: `${order}` });
  const pdf = await server.fetch(`${orderLabels.path}?${query}`, { headers: { token: server.admin } });
  await pdf.arrayBuffer();
  const figures = () => server.data(workOrderReconciliation, { id });
  await expect
    .poll(figures)
    .toMatchObject({ issued: 6, printed: 2, printed_unused: 2, unprinted: 4, verdict: 'holds' });
  const { rows } = await server.data(codeOrder.page, { keyword: 'WO-' });
  expect(rows.map((row) => row.id)).toContain(order);
});

test('an order of codes can name its work order, and the line leases these first', async () => {
  const { id, order_no } = await plant.workOrder(line.line_id, { lot: 'B2' });
  await plant.codes(1, 50);
  const wrong = { rule_id: pre, quantity: 5, work_order_id: id, product_id: water };
  expect(await refused(orderAdd, wrong)).toEqual([400, 'product_id product_of_order']);
  const made = await server.data(orderAdd, { rule_id: pre, quantity: 5, work_order_id: id });
  const given = await line.device.data(deviceLease, { order_no, level: 1, quantity: 3 });
  expect(given).toMatchObject({ first: made.first, count: 3 });
  expect(await server.data(workOrderReconciliation, { id })).toMatchObject({ issued: 5, verdict: 'holds' });
  const other = await plant.workOrder(line.line_id, { lot: 'B3' });
  const { first } = await line.device.data(deviceLease, { order_no: other.order_no, level: 1, quantity: 3 });
  expect(first).not.toMatch(/^P/);
});

test('codes are bound to work orders whose product and lot are final', async () => {
  const draft = await server.data(workOrder.add, { product_id: plant.product_id, quantity: 5, order_no: 'DRAFT' });
  const order = await preCodes(3);
  const [status, message] = await refused(codesBind, { order_id: order, work_order_id: draft.id });
  expect([status, message]).toEqual([409, expect.stringContaining('DRAFT has not been released')]);
  const { id } = await plant.workOrder(line.line_id);
  const both = { order_id: order, work_order_id: id, product_id: plant.product_id };
  expect(await refused(codesBind, both)).toEqual([400, 'product_id product_of_order']);
  expect(await refused(codesBind, { order_id: order })).toEqual([400, 'product_id required']);
});

test('codes on goods are not bound to others, single or in a set, and stay bound', async () => {
  const { id } = await plant.workOrder(line.line_id, { lot: 'B4' });
  const other = await plant.workOrder(line.line_id, { lot: 'B5' });
  const order = await preCodes(8);
  const codes = await codesOfOrder(server, order);
  const [box = ''] = await codesOfOrder(server, await plant.codes(3, 1));
  await server.data(pack, { work_order_id: id, parent: box, children: codes.slice(2, 5) });
  await server.data(codesScrap, { work_order_id: id, codes: codes.slice(6, 7), reason: 'torn' });
  const refusal = [
    409,
    `4 of these codes are on goods of another product, lot or work order already, for example ${codes[2]}. Nothing was bound`,
  ];
  expect(await refused(codesBind, { order_id: order, product_id: water })).toEqual(refusal);
  expect(await refused(codesBind, { order_id: order, work_order_id: other.id })).toEqual(refusal);
  expect(await refused(codesBind, { order_id: order, product_id: plant.product_id, lot: 'B6' })).toEqual(refusal);
  await server.data(codesBind, { order_id: order, from: 1, to: 2, product_id: water });
  await server.data(codesBind, { order_id: order, from: 3, to: 8, work_order_id: id });
  expect(await server.data(workOrderReconciliation, { id })).toMatchObject({
    issued: 6,
    bound: 3,
    label_scrapped: 1,
    unused: 2,
    verdict: 'holds',
  });
  expect(await refused(codesUnbind, { order_id: order, from: 3, to: 8 })).toEqual([
    409,
    `4 of these codes are on goods already, for example ${codes[2]}, and stay bound`,
  ]);

  const [pallets = 0, , bottles = 0] = await plant.sets(1);
  const [pallet = ''] = await codesOfOrder(server, pallets);
  await server.data(packSet, { work_order_id: id, code: pallet });
  const [status, message] = await refused(codesBind, { order_id: bottles, work_order_id: other.id });
  expect([status, message]).toEqual([409, expect.stringMatching(/^6 of these codes are on goods/)]);
  await server.data(codesBind, { order_id: bottles, work_order_id: id });
  expect(await server.data(workOrderReconciliation, { id })).toMatchObject({ issued: 12, bound: 9, verdict: 'holds' });
});

test('closing codes shows which goods they are on', async () => {
  const { id } = await plant.workOrder(line.line_id);
  const order = await preCodes(6);
  const codes = await codesOfOrder(server, order);
  const [box = ''] = await codesOfOrder(server, await plant.codes(3, 1));
  const nothing = { on_products: 0, packed: 0, shipped: 0, products: [], more: false };
  expect(await server.data(closingAffects, { order_id: order })).toEqual({ ...nothing, quantity: 6 });
  await server.data(pack, { work_order_id: id, parent: box, children: codes.slice(0, 3) });
  expect(await server.data(closingAffects, { order_id: order, from: 2, to: 6 })).toEqual({
    ...{ quantity: 5, on_products: 2, packed: 2, shipped: 0, more: false },
    products: ['Wine'],
  });
});

test('a product uses the rule it sets, for ordering, binding and leasing', async () => {
  const rule = { level: 1, prefix: 'Q', alphabet: 'digits', check: 'none', carrier: 'plain' } as const;
  const own = (await server.data(codeRule.add, { ...rule, rule_name: 'own', body_length: 12 })).id;
  const twice = await refused(product.update, { id: plant.product_id, rule_ids: [own, pre] });
  expect(twice).toEqual([400, 'rule_ids rules_of_one_level']);
  await server.data(product.update, { id: plant.product_id, rule_ids: [own] });
  const named = { rule_id: pre, product_id: plant.product_id, quantity: 5 };
  expect(await refused(orderAdd, named)).toEqual([400, 'rule_id rule_of_product']);
  const { id, order_no } = await plant.workOrder(line.line_id);
  const [status, message] = await refused(codesBind, { order_id: await preCodes(3), work_order_id: id });
  expect([status, message]).toEqual([
    409,
    'Codes of this level of product “Wine” are of the rule “own”; these are of “pre”',
  ]);
  const lease = () => line.device.call(deviceLease, { order_no, level: 1, quantity: 3 });
  expect((await lease()).status).toBe(409);
  await server.data(orderAdd, { ...named, rule_id: own });
  expect((await lease()).envelope.data).toMatchObject({ first: expect.stringMatching(/^Q/), count: 3 });
  expect((await server.call(codeRule.remove, { id: own })).status).toBe(409);
  await server.data(product.update, { id: plant.product_id, rule_ids: [] });
});
