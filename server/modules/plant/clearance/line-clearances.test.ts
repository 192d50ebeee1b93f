import { languages } from '@suyuan/contract/languages.ts';
import { workItem, workTake } from '@suyuan/contract/organ/work-item.ts';
import {
  type DeviceEvent,
  deviceBatch,
  deviceLease,
  deviceLeaseCodes,
  deviceLeaseReturn,
} from '@suyuan/contract/plant/device/device.ts';
import {
  clearanceAdd,
  clearanceDelete,
  clearancePrint,
  clearanceReady,
  clearanceReturn,
  clearanceSign,
  clearanceTakeBack,
  lineClearance,
} from '@suyuan/contract/plant/line/line-clearance.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderHold,
  workOrderReconciliation,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { plantItem } from '@suyuan/contract/plant/plant-item.ts';
import { dueWithin } from '@suyuan/contract/trace/due.ts';
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
  const { id, clearance_no } = await server.data(clearanceAdd, { line_id, labels_left: 0, checks: done() });
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
  const input = { line_id, labels_left: 0 };
  const lacking = await server.call(clearanceAdd, { ...input, checks: done() });
  expect(reasonsOf(lacking.envelope)).toEqual(['difference_reason required']);
  await device.data(deviceLeaseReturn, { lease, unused: 50 });
  const { id: complete } = await server.data(clearanceAdd, { ...input, checks: done() });
  await server.data(clearanceDelete, { id: complete });
  for (const wrong of [
    { ...input, checks: [] },
    { ...input, labels_left: 3, checks: done() },
  ])
    expect((await server.call(clearanceAdd, wrong)).status).toBe(400);
  const { id } = await server.data(clearanceAdd, {
    ...{ ...input, labels_left: 3, difference_reason: 'three of the roll end' },
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
  const input = { line_id, labels_left: 0, checks: [] };
  expect((await server.call(clearanceAdd, input, { token })).status).toBe(404);
  expect((await server.data(lineClearance.page, {}, { token })).total).toBe(0);
  const kinds = await server.data(plantItem.page, { kind: 'reject', status: 'enabled' }, { token: second });
  expect(kinds.rows.map(({ item_name }) => item_name)).toEqual(['cap crooked']);
});

/** An order that has ended, with twenty codes on lease: fifteen printed, the first ten of them used, and one scrapped. */
async function endedWithLabels() {
  const { line_id, device } = await clearedLine();
  const { id, order_no } = await plant.workOrder(line_id);
  const { lease } = await device.data(deviceLease, { order_no, level: 1, quantity: 20 });
  const headers = { 'device-key': device.key };
  const codes = (await (await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, { headers })).text())
    .trimEnd()
    .split('\n');
  const event = (act: DeviceEvent['act'], from: number, to: number) => ({
    ...{ id: act, act, order_no, event_time: new Date().toISOString() },
    codes: codes.slice(from, to),
  });
  const acts = [event('printed', 0, 15), event('bound', 0, 10), event('scrapped', 10, 11)];
  await device.data(deviceBatch, { batch_key: order_no, acts });
  const add = (more: object) => server.call(clearanceAdd, { line_id, labels_left: 4, checks: done(), ...more });
  return { line_id, device, id, lease, codes, add };
}

test('a person returns what is left of a lease, once the order has ended, with a reason', async () => {
  const { line_id, device, id, lease, add } = await endedWithLabels();
  const reason = 'the device is broken';
  const giveBack = (unused: number) => server.call(clearanceReturn, { lease, unused, reason });
  expect((await giveBack(5)).status).toBe(409);
  await server.data(workOrderFinish, { id });
  const ready = await server.data(clearanceReady, { line_id });
  expect(ready).toMatchObject({
    ...{
      labels_printed: 15,
      labels_used: 10,
      labels_scrapped: 1,
      labels_expected: 4,
      codes_returned: 0,
      leased_left: 5,
    },
    leases: [{ lease, level: 1, open: 5, returnable: 5, returned: 0 }],
  });
  expect((await add({ rest: true })).status).toBe(400);
  // The sixth from the end was printed.
  expect((await giveBack(6)).status).toBe(409);
  expect((await giveBack(5)).status).toBe(200);
  expect((await giveBack(5)).status).toBe(200);
  expect(await server.data(clearanceReady, { line_id })).toMatchObject({
    codes_returned: 5,
    leased_left: 0,
    leases: [],
  });
  // The device comes back, and is told that they are returned.
  expect((await device.call(deviceLeaseReturn, { lease, unused: 4 })).status).toBe(409);
  const foreign = await server.as(['clearance:add'], { factory: await server.party('factory') });
  const others = await server.call(clearanceReturn, { lease, unused: 5, reason }, { token: foreign });
  expect(others.status).toBe(404);
});

test('labels destroyed are scrapped by their codes, and are there again if the clearance is deleted', async () => {
  const { id, lease, codes, add } = await endedWithLabels();
  await server.data(workOrderFinish, { id });
  await server.data(clearanceReturn, { lease, unused: 5, reason: 'the device is broken' });
  const range = (first: number, last: number) => ({
    first_code: codes[first] as string,
    last_code: codes[last] as string,
  });
  const [elsewhere] = (await endedWithLabels()).codes;
  for (const [labels, problem] of [
    [range(9, 14), 'destroyed.0.first_code label_on_goods'],
    [range(14, 11), 'destroyed.0.last_code range_reversed'],
    [{ first_code: elsewhere, last_code: elsewhere }, 'destroyed.0.first_code not_in_order'],
    [{ first_code: codes[11] }, 'destroyed.0.last_code required'],
    [{ lease, count: 16 }, 'destroyed.0.count too_large'],
  ] as const)
    expect(reasonsOf((await add({ destroyed: [labels] })).envelope)).toEqual([problem]);
  // One label is missing: that needs a reason.
  expect((await add({ destroyed: [range(11, 13)] })).status).toBe(400);
  const { id: clearance } = (await add({ destroyed: [range(11, 12), { lease, count: 2 }] })).envelope.data as {
    id: number;
  };
  expect(await rowOf(clearance)).toMatchObject({
    ...{ labels_printed: 15, labels_used: 10, labels_scrapped: 1, labels_expected: 4, labels_left: 4 },
    ...{ labels_destroyed: 4, codes_returned: 5, leased_left: 0, difference_reason: null },
  });
  const figures = () => server.data(workOrderReconciliation, { id });
  expect(await figures()).toMatchObject({ issued: 15, label_scrapped: 5, printed_unused: 0, bound: 10, holds: true });
  await server.data(clearanceDelete, { id: clearance });
  expect(await figures()).toMatchObject({ label_scrapped: 1, printed_unused: 4, holds: true });
  expect((await add({ rest: true })).status).toBe(200);
  expect(await figures()).toMatchObject({ label_scrapped: 5, printed_unused: 0, holds: true });
});

test('a clearance waits for another person than who recorded it, until it is signed', async () => {
  const { line_id } = await clearedLine();
  const { id: order } = await plant.workOrder(line_id);
  await server.data(workOrderFinish, { id: order });
  const { id, clearance_no } = await server.data(clearanceAdd, { line_id, labels_left: 0, checks: done() });
  const token = await server.as(['clearance', 'clearance:sign', 'todo']);
  const itemFor = async (who: string) =>
    (await server.data(workItem.page, { waiting: 'clearances_to_sign', size: 500 }, { token: who })).rows.find(
      ({ what }) => what === clearance_no,
    );
  const item = await itemFor(token);
  expect(item).toMatchObject({ state: 'open', whose: 'unowned', query: `detail=${id}` });
  const hours = (Date.parse(item?.due_at as string) - Date.parse(item?.since as string)) / 3_600_000;
  expect(hours).toBe(dueWithin.clearance_to_sign);
  const own = (await itemFor(server.admin))?.id as number;
  expect((await server.call(workTake, { ids: [own] })).status).toBe(409);
  await server.data(clearanceSign, { id }, { token });
  expect((await itemFor(token))?.state ?? 'done').toBe('done');
});
