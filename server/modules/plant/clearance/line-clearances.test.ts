import { languages } from '@suyuan/contract/languages.ts';
import { deviceLease, deviceLeaseCodes, deviceLeaseReturn } from '@suyuan/contract/plant/device.ts';
import {
  clearanceAdd,
  clearanceDelete,
  clearancePrint,
  clearanceReady,
  clearanceSign,
  clearanceTakeBack,
  lineClearance,
} from '@suyuan/contract/plant/line-clearance.ts';
import { plantItem } from '@suyuan/contract/plant/plant-item.ts';
import { productionLine } from '@suyuan/contract/plant/production-line.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/work-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { wordsOf } from '#test/goods/scanner.ts';
import { csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let swept: number;
let second: string;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  swept = (await server.data(plantItem.add, { kind: 'clearance', item_name: 'floor swept' })).id;
  await server.data(plantItem.add, { kind: 'clearance', item_name: 'old check', status: 'disabled' });
  await server.data(plantItem.add, { kind: 'reject', item_name: 'cap crooked' });
  second = await server.as(['clearance', 'clearance:sign', 'clearance:takeback'], { name: 'second' });
  await plant.codes(1, 5000);
});
afterAll(() => server.stop());

/** A line that runs one order at a time and has to be cleared, with a device. */
async function clearedLine() {
  const { line_id, device } = await plant.line();
  await server.data(productionLine.update, { id: line_id, orders_at_once: 'one', clearance: 'required' });
  return { line_id, device };
}
const released = async (line_id: number) => {
  const { id } = await server.data(workOrder.add, { product_id: plant.product_id, quantity: 100, line_id });
  await server.data(workOrderRelease, { id });
  return id;
};
const rowOf = async (id: number) => (await server.data(lineClearance.page, { id })).rows[0];
const done = () => [{ item_id: swept, done: true }];

test('another order starts on a line only after two people have cleared it', async () => {
  const { line_id } = await clearedLine();
  expect((await server.call(clearanceReady, { line_id })).status).toBe(409);
  const { id: first, order_no } = await plant.workOrder(line_id);
  await server.data(workOrderHold, { id: first });
  // An order that goes on after a pause follows none.
  await server.data(workOrderStart, { id: first });
  await server.data(workOrderFinish, { id: first });
  const next = await released(line_id);
  const start = () => server.call(workOrderStart, { id: next }, { language: 'en' });
  const refused = await start();
  expect([refused.status, refused.envelope.message]).toEqual([
    409,
    expect.stringContaining(`was not cleared of ${order_no}`),
  ]);
  const labels = { labels_left: 0, labels_destroyed: 0 };
  const { id, clearance_no } = await server.data(clearanceAdd, { line_id, ...labels, checks: done() });
  expect((await start()).status).toBe(409);
  expect((await server.call(clearanceSign, { id })).status).toBe(409);
  await server.data(clearanceSign, { id }, { token: second });
  expect(await server.data(clearanceReady, { line_id })).toMatchObject({ cleared: true, order_no });
  expect(await rowOf(id)).toMatchObject({
    ...{ status: 'signed', order_no, signed_by: 'second', line_name: expect.any(String) },
    checks: [{ name: 'floor swept', done: true, note: null }],
  });
  expect((await start()).status).toBe(200);
  const late = await server.call(clearanceTakeBack, { id, reason: 'too late' }, { token: second, language: 'en' });
  expect([late.status, late.envelope.message]).toEqual([409, expect.stringContaining('can no longer be taken back')]);
  expect((await server.call(clearanceDelete, { id })).status).toBe(409);
  expect(await csvOf(server, lineClearance.export, {})).toContain(clearance_no);
  // That order has to be cleared in its turn, also when the other is to go on.
  await server.data(workOrderHold, { id: next });
  expect((await server.call(workOrderStart, { id: first })).status).toBe(409);
});

test('labels that are missing, checks left out and codes on lease need a reason, and a signature can be taken back', async () => {
  const { line_id, device } = await clearedLine();
  const order = await plant.workOrder(line_id);
  const { lease } = await device.data(deviceLease, { order_no: order.order_no, level: 1, quantity: 50 });
  expect(
    (await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, { headers: { 'device-key': device.key } })).status,
  ).toBe(200);
  await server.data(workOrderFinish, { id: order.id });
  expect(await server.data(clearanceReady, { line_id })).toMatchObject({ leased_left: 50, labels_expected: 0 });
  const input = { line_id, labels_left: 0, labels_destroyed: 0 };
  const lacking = await server.call(clearanceAdd, { ...input, checks: done() });
  expect(reasonsOf(lacking.envelope)).toEqual(['difference_reason required']);
  await device.data(deviceLeaseReturn, { lease, unused: 50 });
  const { id: complete } = await server.data(clearanceAdd, { ...input, checks: done() });
  await server.data(clearanceDelete, { id: complete });
  for (const wrong of [
    { ...input, checks: [] },
    { ...input, labels_left: 3, checks: done() },
    { ...input, labels_left: 3, labels_destroyed: 2, checks: done() },
  ])
    expect((await server.call(clearanceAdd, wrong)).status).toBe(400);
  const { id } = await server.data(clearanceAdd, {
    ...{ ...input, labels_left: 3, labels_destroyed: 3, difference_reason: 'three of the roll end' },
    checks: [{ item_id: swept, done: false, note: 'at the end of the shift' }],
  });
  await server.data(clearanceSign, { id }, { token: second });
  await server.data(clearanceTakeBack, { id, reason: 'a roll was found' }, { token: second });
  expect(await rowOf(id)).toMatchObject({ status: 'prepared', signed_by: null, taken_back_reason: 'a roll was found' });
  for (const language of languages) {
    const headers = { token: server.admin, 'accept-language': language };
    const file = await server.fetch(`${clearancePrint.path}?id=${id}`, { headers });
    expect(file.status).toBe(200);
    expect(await wordsOf(new Uint8Array(await file.arrayBuffer()))).toContain('floor swept');
  }
});

test('a line that needs no clearance starts as before; running beside takes a right; others see nothing', async () => {
  const { line_id } = await plant.line();
  await server.data(productionLine.update, { id: line_id, orders_at_once: 'one' });
  await plant.workOrder(line_id);
  const next = await released(line_id);
  const starter = await server.as(['orderlist', 'orderlist:start']);
  const beside = { id: next, others: 'go_on', reason: 'two lanes' } as const;
  expect((await server.call(workOrderStart, beside, { token: starter })).status).toBe(401);
  const lead = await server.as(['orderlist', 'orderlist:start', 'orderlist:beside']);
  await server.data(workOrderStart, beside, { token: lead });
  const rights = ['clearance', 'clearance:add', 'clearance:sign', 'clearance:delete', 'clearance:takeback'] as const;
  const token = await server.as(rights, { factory: await server.party('factory') });
  expect((await server.call(clearanceReady, { line_id }, { token })).status).toBe(404);
  const input = { line_id, labels_left: 0, labels_destroyed: 0, checks: [] };
  expect((await server.call(clearanceAdd, input, { token })).status).toBe(404);
  expect((await server.data(lineClearance.page, {}, { token })).total).toBe(0);
  const kinds = await server.data(plantItem.page, { kind: 'reject', status: 'enabled' }, { token: second });
  expect(kinds.rows.map(({ item_name }) => item_name)).toEqual(['cap crooked']);
});
