import { enterpriseDetail, enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { workItem } from '@suyuan/contract/organ/work-item.ts';
import { deviceBatch, deviceHeartbeat, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { alarmAcknowledge, lineAlarm } from '@suyuan/contract/plant/line/line-alarm.ts';
import { lineBoard, lineBoards } from '@suyuan/contract/plant/line/line-board.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrderFinish } from '@suyuan/contract/plant/order/work-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceAt, type Plant, plantOf } from '#test/goods/line.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { shifts } from '../order/work-order-facts.serve.ts';
import { deriveLineTimes } from '../stop/time/line-times.ts';
import { Alarms } from './alarms.ts';

let server: TestServer;
let plant: Plant;

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  await plant.codes(1, 1000);
});
afterAll(() => server.stop());

const parts = () => ({ sql: server.sql, timeZone: () => 'Asia/Shanghai' });
/** What the server does every twenty seconds. */
const watch = async () => {
  await deriveLineTimes({ ...parts(), orders: { shifts } });
  await new Alarms({ ...parts(), orders: () => ({ shifts }) }).sweep();
};
const boardOf = async (line_id: number, token = server.admin) => {
  const { lines } = await server.data(lineBoard, { line_id }, { token });
  return lines[0];
};
const alarmsOf = async (line_id: number) => (await server.data(lineAlarm.page, { line_id, sort: 'raised_at' })).rows;

/** A line with an order, of which fifty units are made. */
async function lineAtWork() {
  const { line_id, device } = await plant.line();
  await server.data(productionLine.update, { id: line_id, nominal_speed: 10 });
  const order = await plant.workOrder(line_id);
  const { lease } = await device.data(deviceLease, { order_no: order.order_no, level: 1, quantity: 60 });
  const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, { headers: { 'device-key': device.key } });
  const codes = (await file.text()).trimEnd().split('\n');
  const bound = { id: '1', act: 'bound' as const, order_no: order.order_no, event_time: new Date().toISOString() };
  await device.data(deviceBatch, { batch_key: `b${line_id}`, acts: [{ ...bound, codes: codes.slice(0, 50) }] });
  return { line_id, device, order, codes };
}

/** As if what is known of the line were some minutes older. */
async function later(line_id: number, minutes: number): Promise<void> {
  const { sql } = server;
  const ofDevices = sql`device_key_id in (select id from device_key where line_id = ${line_id})`;
  const ofOrders = sql`work_order_id in (select id from work_order where line_id = ${line_id})`;
  const ofLine = sql`line_id = ${line_id}`;
  for (const [table, column, own] of [
    ['device_heartbeat', 'seen_at', ofDevices],
    ['line_watch', 'told_until', ofLine],
    ['order_run', 'begins_at', ofLine],
    ['act_span', 'begins_at', ofOrders],
    ['act_span', 'ends_at', ofOrders],
    ['trace_event', 'event_time', ofOrders],
    ['trace_event', 'recorded_at', ofOrders],
    ['line_minute', 'minute', ofLine],
  ] as const) {
    // A cluster reckons with no moment of a row that it changes: each is written as it will be, the earliest first.
    const moments = await sql<{ before: string; after: string }[]>`
      select distinct ${sql(column)}::text as before, (${sql(column)} - make_interval(mins => ${minutes}))::text as after
      from ${sql(table)} where ${own} order by 1`;
    for (const { before, after } of moments)
      await sql`
        update ${sql(table)} set ${sql(column)} = ${after}::timestamptz
        where ${own} and ${sql(column)} = ${before}::timestamptz`;
  }
  await sql`delete from line_stretch where line_id = ${line_id}`;
  await sql`update line_progress set derived_until = null where line_id = ${line_id}`;
}

test('a board tells the order of a line, what it made, and what was refused in words', async () => {
  const { line_id, device, order } = await lineAtWork();
  await device.data(deviceHeartbeat, { state: 'execute', queue: 3 });
  const unknown = { id: '2', act: 'bound' as const, order_no: order.order_no, event_time: new Date().toISOString() };
  await device.data(deviceBatch, { batch_key: `u${line_id}`, acts: [{ ...unknown, codes: ['00000000000000'] }] });
  expect(await boardOf(line_id)).toMatchObject({
    condition: 'running',
    queue: 3,
    taken: 1,
    refused: 1,
    nominal_speed: 10,
    order: { order_no: order.order_no, lot: order.lot, planned: 1000, made: 50, rejected: 0 },
    refusals: [{ code: '00000000000000', message: expect.stringContaining('check digit') }],
    alarms: [],
  });
  // The same batch again is the same refusal.
  await device.data(deviceBatch, { batch_key: `u${line_id}`, acts: [{ ...unknown, codes: ['00000000000000'] }] });
  expect(await boardOf(line_id)).toMatchObject({ refused: 1 });
  const token = await server.as(['board'], { factory: await server.party('factory') });
  expect((await server.data(lineBoards, {}, { token })).lines).toEqual([]);
  expect((await server.call(lineBoard, { line_id }, { token })).status).toBe(404);
});

test('a silent line has an alarm, which is raised once and clears by itself', async () => {
  const { line_id, device } = await lineAtWork();
  await device.data(deviceHeartbeat, { state: 'execute', queue: 0 });
  await watch();
  expect(await alarmsOf(line_id)).toEqual([]);
  await later(line_id, 7);
  await watch();
  await watch();
  const [alarm, ...others] = await alarmsOf(line_id);
  expect([alarm, others]).toMatchObject([{ kind: 'silent', alarm_status: 'raised', value: 7, limit_value: 5 }, []]);
  expect(await boardOf(line_id)).toMatchObject({
    condition: 'silent',
    alarms: [{ kind: 'silent', acknowledged_at: null }],
  });
  const id = alarm?.id as number;
  const waits = async () =>
    (await server.data(workItem.page, { waiting: 'line_alarms', state: 'open' })).rows.map(({ query }) => query);
  expect(await waits()).toContain(`tab=alarms&detail=${id}`);
  await server.data(alarmAcknowledge, { id, acknowledged: true, note: 'electrician called' });
  expect((await server.call(alarmAcknowledge, { id, acknowledged: true })).status).toBe(409);
  await server.data(alarmAcknowledge, { id, acknowledged: false });
  await server.data(alarmAcknowledge, { id, acknowledged: true });
  expect(await waits()).not.toContain(`tab=alarms&detail=${id}`);
  expect(await alarmsOf(line_id)).toMatchObject([
    { alarm_status: 'acknowledged', acknowledged_by: expect.any(String) },
  ]);
  await device.data(deviceHeartbeat, { state: 'execute', queue: 0 });
  await watch();
  expect(await alarmsOf(line_id)).toMatchObject([{ alarm_status: 'cleared', cleared_at: expect.any(String) }]);
});

test('a device that is silent beside one that runs is told with when it was heard of last', async () => {
  const { line_id, device } = await lineAtWork();
  const printer = deviceAt(server, await server.data(deviceKeyAdd, { line_id, name: 'printer' }));
  for (const one of [device, printer]) await one.data(deviceHeartbeat, { state: 'execute', queue: 0 });
  expect(await boardOf(line_id)).toMatchObject({ condition: 'running', silent_devices: [] });
  await later(line_id, 7);
  await device.data(deviceHeartbeat, { state: 'execute', queue: 0 });
  const board = await boardOf(line_id);
  expect(board).toMatchObject({ condition: 'running', silent_devices: [{ name: 'printer' }] });
  const age = Date.parse(board?.seen_at as string) - Date.parse(board?.silent_devices[0]?.seen_at as string);
  expect(age).toBeGreaterThanOrEqual(7 * 60_000);
});

test('a line that stands has an alarm by its own limit, and none once the order is finished', async () => {
  const { line_id, device, order } = await lineAtWork();
  await server.data(productionLine.update, { id: line_id, standing_limit: 3 });
  await device.data(deviceHeartbeat, { state: 'held', reason: 'no caps', queue: 0 });
  await later(line_id, 4);
  await device.data(deviceHeartbeat, { state: 'held', reason: 'no caps', queue: 0 });
  await watch();
  expect(await boardOf(line_id)).toMatchObject({
    condition: 'standing',
    stops: [{ goes_on: true }],
    alarms: [{ kind: 'standing', limit_value: 3 }],
  });
  await server.data(workOrderFinish, { id: order.id });
  await watch();
  expect(await alarmsOf(line_id)).toMatchObject([{ kind: 'standing', alarm_status: 'cleared' }]);
});

test('codes that run out, a growing queue and many refusals are told; a limit of 0 tells nothing', async () => {
  const { line_id, device, order } = await lineAtWork();
  await device.data(deviceHeartbeat, { state: 'execute', queue: 600 });
  // Ten minutes ago there were none made: 300 an hour, so ten codes are enough for two minutes.
  await server.sql`
    insert into line_minute (line_id, minute, work_order_id, made, queue)
    values (${line_id}, date_trunc('minute', now() - interval '10 minutes'), ${order.id}, 0, 100)`;
  const acts = Array.from({ length: 20 }, (_, nth) => ({
    ...{ id: `r${nth}`, act: 'bound' as const, order_no: order.order_no, codes: [`${nth}`.padStart(14, '0')] },
    event_time: new Date().toISOString(),
  }));
  await device.data(deviceBatch, { batch_key: `r${line_id}`, acts });
  await watch();
  const kinds = async () =>
    (await alarmsOf(line_id)).filter((one) => one.alarm_status === 'raised').map(({ kind }) => kind);
  expect((await kinds()).toSorted()).toEqual(['codes', 'queue', 'refusals']);
  const board = await boardOf(line_id);
  expect(board?.rate).toBeGreaterThan(200);
  expect(board?.rate).toBeLessThan(400);
  await server.data(productionLine.update, { id: line_id, codes_limit: 0, queue_limit: 0, refusals_limit: 0 });
  await watch();
  expect(await kinds()).toEqual([]);
});

test('limits of the enterprise hold for lines that have none', async () => {
  const { in_force: _, updated_at: __, ...enterprise } = await server.data(enterpriseDetail, {});
  const described = { ...enterprise, enterprise_code: 'E', enterprise_name: 'E', area_name: undefined };
  const { area_name: ___, ...input } = described;
  await server.data(enterpriseUpdate, { ...input, silent_limit: 60 });
  expect(await server.data(enterpriseDetail, {})).toMatchObject({ silent_limit: 60, standing_limit: 10 });
  const wrong = await server.call(enterpriseUpdate, { ...input, silent_limit: 2000 });
  expect(reasonsOf(wrong.envelope)).toEqual(['silent_limit too_large']);
  const { line_id, device } = await lineAtWork();
  await device.data(deviceHeartbeat, { state: 'execute', queue: 0 });
  await later(line_id, 7);
  await watch();
  expect(await alarmsOf(line_id)).toEqual([]);
});
