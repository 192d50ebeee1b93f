import { consumerWarning, consumerWarningDetail, warningSettle } from '@suyuan/contract/inspect/consumer-warning.ts';
import { warningParams, warningParamTry, warningParamUpdate } from '@suyuan/contract/inspect/warning-rule.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { OrderWatch } from './watch/order-watch.ts';

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let codes: string[];
let order: { id: number; order_no: string };
let watch: OrderWatch;

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const line = await plant.line();
  device = line.device;
  order = await plant.workOrder(line.line_id, { quantity: 20, tolerance: 50 });
  codes = await codesOfOrder(server, await plant.codes(1, 100));
  watch = new OrderWatch(server.sql);
});
afterAll(() => server.stop());

const begun = Date.now() - 3_600_000;
let count = 0;
/** Makes some units more of the order, and looks. */
async function make(units: number) {
  const event_time = new Date(begun + ++count * 1000).toISOString();
  const event = { id: '1', act: 'bound', event_time, order_no: order.order_no, codes: codes.splice(0, units) } as const;
  await device.data(deviceBatch, { batch_key: `b${count}`, acts: [event] });
  await watch.sweep();
  return (await server.data(consumerWarning.page, { rule: 'overproduction' })).rows;
}

test('an order with more made than planned raises one warning before its limit, and another if it continues', async () => {
  expect(await make(20)).toEqual([]);
  await server.data(warningParamUpdate, { rule: 'overproduction', limits: { percent: 10 }, enabled: true });
  expect(await make(2)).toEqual([]);
  const [warning] = await make(1);
  expect(warning).toMatchObject({
    subject: order.order_no,
    code: null,
    status: 'new',
    product_name: 'Wine',
    region: '',
  });
  const detail = await server.data(consumerWarningDetail, { id: warning?.id as number });
  expect(detail.figures).toEqual({ order: order.order_no, planned: 20, made: 23, over: 3, refused: 0 });
  expect([detail.limits, detail.visits, detail.place_basis]).toEqual([{ percent: 10 }, [], 'none']);
  expect(await make(1)).toHaveLength(1);
  const settled = { ids: [warning?.id as number], outcome: 'false_alarm' as const, reason: 'a sample series' };
  await server.data(warningSettle, settled);
  expect(await make(1)).toHaveLength(1);
  expect(await make(1)).toHaveLength(2);
});

test('limits are tried on past orders', async () => {
  const fires = async (percent: number) =>
    server.data(warningParamTry, { rule: 'overproduction', limits: { percent }, days: 30 });
  expect(await fires(0)).toMatchObject({ scans: 1, complete: true, fires: 1, settled_false: 1 });
  expect(await fires(90)).toMatchObject({ fires: 0 });
  const params = await server.data(warningParams, {});
  expect(params.find(({ rule }) => rule === 'overproduction')).toMatchObject({
    about: 'order',
    limits: { percent: 10 },
    precision: { fired: 2, open: 1, false_alarm: 1 },
  });
});

test('output refused as beyond the limit raises a warning, whatever the share', async () => {
  const line = await plant.line();
  const other = await plant.workOrder(line.line_id, { quantity: 2, tolerance: 0 });
  const event_time = new Date(begun).toISOString();
  const event = { id: '1', act: 'bound', event_time, order_no: other.order_no, codes: codes.splice(0, 3) } as const;
  await line.device.data(deviceBatch, { batch_key: 'over', acts: [event] });
  await watch.sweep();
  const { rows } = await server.data(consumerWarning.page, { rule: 'overproduction' });
  expect(rows.map(({ subject }) => subject)).toContain(other.order_no);
});
