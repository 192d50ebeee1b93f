import { deviceBatch, deviceHeartbeat, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyRevoke } from '@suyuan/contract/plant/device/device-key.ts';
import { linesLive } from '@suyuan/contract/plant/line/line-live.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  await plant.codes(1, 100);
});
afterAll(() => server.stop());

const liveOf = async (line_id: number, token = server.admin) =>
  (await server.data(linesLive, {}, { token })).find(({ id }) => id === line_id);

test('a line runs while one of its devices executes, and stands while they only report', async () => {
  const { line_id, device } = await plant.line();
  expect(await liveOf(line_id)).toMatchObject({ condition: 'none', codes: 0, queue: 0, seen_at: null });
  await device.data(deviceHeartbeat, { state: 'execute', queue: 7 });
  expect(await liveOf(line_id)).toMatchObject({
    condition: 'running',
    queue: 7,
    seen_at: expect.any(String),
    devices: [{ name: 'line controller', state: 'execute', queue: 7 }],
  });
  await device.data(deviceHeartbeat, { state: 'held', queue: 0 });
  expect(await liveOf(line_id)).toMatchObject({ condition: 'standing', queue: 0 });
  await server.sql`update device_heartbeat set seen_at = now() - interval '5 minutes'`;
  expect(await liveOf(line_id)).toMatchObject({ condition: 'silent', devices: [{ state: 'held' }] });
  await server.data(deviceKeyRevoke, { id: device.id });
  expect(await liveOf(line_id)).toMatchObject({ condition: 'none', devices: [] });
});

test('codes of the last minute are those put on products in it', async () => {
  const { line_id, device } = await plant.line();
  const { order_no } = await plant.workOrder(line_id);
  const { lease } = await device.data(deviceLease, { order_no, level: 1, quantity: 5 });
  const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, { headers: { 'device-key': device.key } });
  const codes = (await file.text()).trimEnd().split('\n');
  const bound = (id: string, some: string[], ago: number) => ({
    id,
    act: 'bound' as const,
    order_no,
    codes: some,
    event_time: new Date(Date.now() - ago).toISOString(),
  });
  const events = [bound('late', codes.slice(0, 2), 3_600_000), bound('now', codes.slice(2), 1000)];
  await device.data(deviceBatch, { batch_key: 'b', acts: events });
  await expect.poll(async () => (await liveOf(line_id))?.codes, { timeout: 10_000 }).toBe(3);
});

test('people of a factory see its own lines', async () => {
  const { line_id } = await plant.line();
  const token = await server.as(['workline'], { factory: await server.party('factory') });
  expect(await liveOf(line_id, token)).toBeUndefined();
});
