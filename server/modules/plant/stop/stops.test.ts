import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  deviceBatch,
  deviceHeartbeat,
  deviceLease,
  deviceLeaseCodes,
  deviceStates,
} from '@suyuan/contract/plant/device/device.ts';
import { lineStop, stopGiveReason, stopMerge, stopSplit } from '@suyuan/contract/plant/line/line-stop.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { stopReason } from '@suyuan/contract/plant/line/stop-reason.ts';
import { workOrderFinish } from '@suyuan/contract/plant/order/work-order.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { lineTime } from '@suyuan/contract/report/line-time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { shifts } from '../order/work-order-facts.serve.ts';
import { deriveLineTimes } from './time/line-times.ts';

let server: TestServer;
let plant: Plant;
let team_id: number;
const reasons = new Map<string, number>();

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const [{ factory_id }] = (await server.sql`select factory_id from workshop limit 1`) as [{ factory_id: number }];
  const shift = { shift_start: '08:00', shift_end: '16:00' };
  team_id = (await server.data(team.add, { team_code: 'A', team_name: 'Early', factory_id, ...shift })).id;
  await plant.codes(1, 1000);
  for (const [reason_code, loss] of [
    ['BREAK', 'planned'],
    ['JAM', 'failure'],
    ['CHANGE', 'setup'],
  ] as const)
    reasons.set(reason_code, (await server.data(stopReason.add, { reason_code, reason_name: reason_code, loss })).id);
});
afterAll(() => server.stop());

/** The day before yesterday, in the enterprise's time zone: nothing of it is still to come. */
const day = new Date(Date.now() + 8 * 3_600_000 - 2 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string) => new Date(`${day}T${time}:00+08:00`).toISOString();
const derive = () => deriveLineTimes({ sql: server.sql, timeZone: () => 'Asia/Shanghai', orders: { shifts } });

/** An order that has run on a line of its own since a time of the day. */
async function orderFrom(from: string) {
  const { line_id, device } = await plant.line();
  await server.data(productionLine.update, { id: line_id, nominal_speed: 10 });
  const order = await plant.workOrder(line_id, { team_id });
  await server.sql`update order_run set begins_at = ${at(from)}::timestamptz where work_order_id = ${order.id}`;
  return { ...order, line_id, device };
}

/** Finishes it, as of another time of the day. */
async function finish(id: number, until: string): Promise<void> {
  await server.data(workOrderFinish, { id });
  await server.sql`update order_run set ends_at = ${at(until)}::timestamptz where work_order_id = ${id}`;
}

type State = InputOf<typeof deviceStates>['states'][number];
const state = (name: State['state'], from: string, until: string, reason?: string): State => ({
  ...{ state: name, from: at(from), until: at(until) },
  ...(reason ? { reason } : {}),
});

const stopsOf = async (work_order_id: number) => {
  const { rows } = await server.data(lineStop.page, { work_order_id, sort: 'begins_at' });
  return rows;
};
const figuresOf = async (line_id: number, group: 'line' | 'shift' | 'stop_reason' | 'order') =>
  server.data(lineTime.figures, { from: day, to: day, group, line_id });
const reason = (code: string) => reasons.get(code) as number;

test('a day by hand: its times, units and shares follow as ISO 22400 defines them', async () => {
  const { id, order_no, line_id, device } = await orderFrom('08:00');
  const states = [
    state('execute', '08:30', '12:00'),
    state('held', '12:00', '12:30', 'break'),
    state('execute', '12:30', '14:00'),
    state('aborted', '14:00', '14:24'),
    state('executing', '14:24', '16:00'),
  ];
  expect(await device.data(deviceStates, { states })).toEqual({ seconds: 7.5 * 3600 });
  // Repeated, they tell nothing new.
  expect(await device.data(deviceStates, { states })).toEqual({ seconds: 0 });
  const { lease } = await device.data(deviceLease, { order_no, level: 1, quantity: 100 });
  const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, { headers: { 'device-key': device.key } });
  const codes = (await file.text()).trimEnd().split('\n');
  const act = (name: 'bound' | 'rejected' | 'scrapped' | 'sampled', some: string[], time: string) => ({
    ...{ id: name, act: name, order_no, codes: some, event_time: at(time) },
  });
  const acts = [
    act('bound', codes, '09:00'),
    act('rejected', codes.slice(0, 6), '09:01'),
    act('scrapped', codes.slice(6, 10), '09:02'),
    act('sampled', codes.slice(10, 12), '09:03'),
  ];
  const { results } = await device.data(deviceBatch, { batch_key: 'day', acts });
  expect(results.map(({ result }) => result)).toEqual(['taken', 'taken', 'taken', 'taken']);
  await finish(id, '16:00');
  await derive();
  const stops = await stopsOf(id);
  expect(stops).toMatchObject([
    { begins_at: at('08:00'), seconds: 1800, source: 'silent', reason_id: null, stop_status: 'over', team_id },
    { begins_at: at('12:00'), seconds: 1800, source: 'states', reason_from: 'device', loss: 'planned', state: 'held' },
    { begins_at: at('14:00'), seconds: 1440, source: 'states', state: 'aborted', reason_id: null, shift_day: day },
  ]);
  const [before, , after] = stops.map((stop) => stop.id) as [number, number, number];
  await server.data(stopGiveReason, { ids: [before], reason_id: reason('CHANGE') });
  await server.data(stopGiveReason, { ids: [after], reason_id: reason('JAM'), note: 'film' });
  const { total } = await figuresOf(line_id, 'line');
  expect(total).toMatchObject({
    order_time: 480,
    planned_stop: 30,
    busy_time: 450,
    production_time: 396,
    setup_stop: 30,
    failure_stop: 24,
    silent_stop: 30,
    unexplained_stop: 0,
    stop_time: 84,
    stops: 3,
    made_units: 100,
    rejected_units: 6,
    scrapped_units: 4,
    // Samples are good ones.
    good_units: 90,
  });
  const { availability, performance, quality, oee } = total as Record<string, number>;
  expect(availability).toBeCloseTo(396 / 450);
  // A hundred units take ten minutes at ten a minute.
  expect(performance).toBeCloseTo(10 / 396);
  expect(quality).toBeCloseTo(0.9);
  expect(oee).toBeCloseTo((396 / 450) * (10 / 396) * 0.9);
  const { rows } = await figuresOf(line_id, 'stop_reason');
  expect(rows.map(({ name, figures }) => [name, figures.stop_time])).toEqual([
    ['BREAK', 30],
    ['CHANGE', 30],
    ['JAM', 24],
  ]);
  expect((await figuresOf(line_id, 'shift')).rows).toMatchObject([
    { name: '08:00–16:00', figures: { made_units: 100 } },
  ]);
  // A line that gets faster later was as fast as it was then.
  await server.data(productionLine.update, { id: line_id, nominal_speed: 100 });
  await derive();
  expect((await figuresOf(line_id, 'line')).total.performance).toBeCloseTo(10 / 396);
});

test('states that come late fill a silent time, and what a person said of the stop stays to be seen', async () => {
  const { id, line_id, device } = await orderFrom('08:00');
  await device.data(deviceStates, { states: [state('execute', '08:00', '08:01')] });
  await finish(id, '10:00');
  await derive();
  const [silent] = await stopsOf(id);
  expect(silent).toMatchObject({ seconds: 7140, source: 'silent' });
  await server.data(stopGiveReason, { ids: [silent?.id as number], reason_id: reason('JAM') });
  await device.data(deviceStates, { states: [state('execute', '08:00', '10:00')] });
  await derive();
  expect(await stopsOf(id)).toMatchObject([{ stop_status: 'void', reason_id: reason('JAM') }]);
  expect((await figuresOf(line_id, 'order')).total).toMatchObject({ stops: 0, production_time: 120 });
  const again = await server.call(stopGiveReason, { ids: [silent?.id as number], reason_id: null });
  expect(again.status).toBe(409);
});

test('a stop is split and merged again, but not with one that the line ran before', async () => {
  const { id, device } = await orderFrom('08:00');
  const states = [state('held', '08:00', '09:00'), state('execute', '09:00', '11:00'), state('held', '11:00', '12:00')];
  await device.data(deviceStates, { states });
  await finish(id, '12:00');
  await derive();
  const [first, second] = (await stopsOf(id)).map((stop) => stop.id) as [number, number];
  const { second: half } = await server.data(stopSplit, { id: first, at: at('08:40') });
  await server.data(stopGiveReason, { ids: [half], reason_id: reason('BREAK') });
  await derive();
  const lengths = async () => (await stopsOf(id)).map(({ seconds, loss }) => [seconds, loss]);
  expect(await lengths()).toEqual([
    [2400, null],
    [1200, 'planned'],
    [3600, null],
  ]);
  const outside = await server.call(stopSplit, { id: first, at: at('08:50') });
  expect(reasonsOf(outside.envelope)).toEqual(['at outside_stop']);
  const { envelope } = await server.call(stopMerge, { id: second }, { language: 'en' });
  expect([envelope.status_code, envelope.message]).toEqual([409, expect.stringContaining('ran')]);
  await server.data(stopMerge, { id: half });
  expect(await lengths()).toEqual([
    [3600, 'planned'],
    [3600, null],
  ]);
  // A reason is taken back.
  await server.data(stopGiveReason, { ids: [first], reason_id: null });
  await derive();
  expect((await stopsOf(id))[0]).toMatchObject({ reason_id: null, given_by: expect.any(String) });
});

test('a heartbeat tells a stop with its reason as it goes on', async () => {
  const { line_id, device } = await plant.line();
  // The team is on duty for two hours before and after now.
  const [{ factory_id }] = (await server.sql`select factory_id from workshop limit 1`) as [{ factory_id: number }];
  const clock = (hours: number) => new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(11, 16);
  const shift = { shift_start: clock(-2), shift_end: clock(2) };
  const now = await server.data(team.add, { team_code: 'N', team_name: 'Now', factory_id, ...shift });
  const { id } = await plant.workOrder(line_id, { team_id: now.id });
  await device.data(deviceHeartbeat, { state: 'held', reason: 'JAM', queue: 0 });
  // As if that had been three minutes ago, with heartbeats ever since.
  await server.sql`update line_watch set told_until = told_until - interval '3 minutes' where line_id = ${line_id}`;
  await server.sql`update order_run set begins_at = begins_at - interval '3 minutes' where work_order_id = ${id}`;
  await device.data(deviceHeartbeat, { state: 'held', reason: 'JAM', queue: 0 });
  await derive();
  const [stop] = await stopsOf(id);
  expect(stop).toMatchObject({ stop_status: 'going_on', state: 'held', device_reason: 'JAM', loss: 'failure' });
  expect(stop?.seconds).toBeGreaterThanOrEqual(180);
  const named = await device.call(deviceStates, { states: [state('held', '09:00', '08:00')] });
  expect(reasonsOf(named.envelope)).toEqual(['states.0.until range_reversed']);
});

test('people of a factory see the stops and figures of its own lines', async () => {
  const token = await server.as(['stop', 'oee'], { factory: await server.party('factory') });
  expect((await server.data(lineStop.page, {}, { token })).total).toBe(0);
  const { total } = await server.data(lineTime.figures, { from: day, to: day }, { token });
  expect(total).toMatchObject({ stops: 0, order_time: 0, made_units: 0 });
});
