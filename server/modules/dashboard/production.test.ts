import { dashboardProduction } from '@suyuan/contract/dashboard/production.ts';
import { deviceBatch, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { workOrderHold } from '@suyuan/contract/plant/order/work-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let order: { id: number; order_no: string };

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const line = await plant.line();
  device = line.device;
  order = await plant.workOrder(line.line_id);
  await plant.codes(1, 100);
  await plant.codes(3, 10);
});
afterAll(() => server.stop());

const summary = (token = server.admin) => server.data(dashboardProduction, {}, { token });
async function packCase(event_time: string): Promise<void> {
  const lease = async (level: number, quantity: number) => {
    const { lease: id } = await device.data(deviceLease, { order_no: order.order_no, level, quantity });
    const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${id}`, { headers: { 'device-key': device.key } });
    return (await file.text()).trimEnd().split('\n');
  };
  const [parent = ''] = await lease(3, 1);
  const event = { act: 'packed' as const, parent, codes: await lease(1, 3), event_time, order_no: order.order_no };
  await device.data(deviceBatch, { batch_key: event_time, acts: [{ ...event, id: 'a' }] });
}

test('today is compared with yesterday, each with the days before', async () => {
  const now = Date.now();
  await packCase(new Date(now - 86_400_000).toISOString());
  await packCase(new Date(now - 1000).toISOString());
  await packCase(new Date(now).toISOString());
  const { bound, packed, days, running } = await summary();
  const all = (days ?? []).reduce((sum, day) => sum + day.packed, 0);
  expect([all, days?.length]).toEqual([9, 30]);
  expect((await server.data(dashboardProduction, { days: 90 })).days).toHaveLength(90);
  expect(bound).toEqual(packed);
  expect((packed?.today ?? 0) + (packed?.yesterday ?? 0)).toBeLessThanOrEqual(9);
  expect(packed?.today).toBeGreaterThanOrEqual(3);
  expect(running).toEqual({
    total: 1,
    rows: [
      {
        ...{ id: order.id, order_no: order.order_no, product_id: expect.any(Number), product_name: 'Wine' },
        ...{ line_name: 'L1', quantity: 1000, packed: 9 },
      },
    ],
  });
});

test('people without access get no figures, and other factories none of this one', async () => {
  expect(await summary(await server.as(['productlist']))).toEqual({
    bound: null,
    packed: null,
    shipped: null,
    returned: null,
    warnings: null,
    days: null,
    running: null,
    differing: null,
  });
  const factory = await server.party('factory');
  const others = await summary(await server.as(['collect', 'orderlist'], { factory }));
  expect(others).toMatchObject({ packed: { today: 0 }, running: { total: 0, rows: [] }, differing: null });
});

test('administrators are warned of figures that differ from the events', async () => {
  expect((await summary()).differing).toBeNull();
  await server.sql`insert into figure_check (differing, differences) values (2, '[]')`;
  expect((await summary()).differing).toBe(2);
  await server.data(workOrderHold, { id: order.id });
  expect((await summary()).running?.total).toBe(0);
});
