import { readFile } from 'node:fs/promises';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import { linesLive } from '@suyuan/contract/plant/line/line-live.ts';
import { workOrder, workOrderAllow } from '@suyuan/contract/plant/order/work-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '#platform/migrate/migrate.ts';
import { Sums } from '#trace/figures/figure-check.ts';
import { differences } from '#trace/figures/verify.ts';
import { type Plant, plantOf, type TestDevice } from '../goods/line.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { everyPermission } from './attack.ts';
import { armOf, example, isNumber, type Schema } from './example-input.ts';

// Numbers at and beyond the ends of what JavaScript and PostgreSQL can hold, in every field of every call that takes one, again
// and again; and lists, reports and the first page afterwards.

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
});
afterAll(() => server.stop());

/** Where a schema takes numbers: paths of keys, with 0 for the first of a list. */
function numbersIn(schema: Schema, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const arm = armOf(schema);
  if (isNumber(arm)) return [path];
  if (arm.type === 'array' && arm.items) return numbersIn(arm.items, [...path, 0]);
  return Object.entries(arm.properties ?? {}).flatMap(([key, one]) => numbersIn(one, [...path, key]));
}

/** A value that a schema takes, with `value` at a path. */
function withNumber(schema: Schema, path: readonly (string | number)[], value: number): unknown {
  const arm = armOf(schema);
  const [key, ...rest] = path;
  if (key === undefined && path.length === 0 && isNumber(arm)) return value;
  if (arm.type === 'array') return [withNumber(arm.items as Schema, rest, value)];
  if (arm.type !== 'object') return example(arm);
  const wanted = new Set([...(arm.required ?? []), ...(typeof key === 'string' ? [key] : [])]);
  return Object.fromEntries(
    [...wanted].map((name) => {
      const one = arm.properties?.[name] as Schema;
      return [name, name === key ? withNumber(one, rest, value) : example(one)];
    }),
  );
}

const ends = [0, -1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 1e300];
const extremesOf = ({ minimum, maximum }: Schema): number[] => [
  ...new Set([...ends, ...(minimum === undefined ? [] : [minimum]), ...(maximum === undefined ? [] : [maximum])]),
];

function schemaAt(schema: Schema, path: readonly (string | number)[]): Schema {
  const [key, ...rest] = path;
  const arm = armOf(schema);
  if (key === undefined) return arm;
  return schemaAt((key === 0 ? arm.items : arm.properties?.[key]) as Schema, rest);
}

let token: string | undefined;

/** Calls as somebody with every permission, who signs in again when a call has ended the session. */
async function ask(call: Call, input: unknown): Promise<number> {
  if (call.access === 'device') return (await device.call(call, input)).status;
  token ??= await server.as(everyPermission);
  const { status, envelope } = await server.call(call, input, { token });
  if (status !== 403 || envelope.code !== ErrorCode.sessionEnded) return status;
  token = undefined;
  return ask(call, input);
}

/** Calls that answer with rows and figures, and need nothing to be given. */
const readings = calls.filter(
  ({ method, input, answers, access }) =>
    method === 'GET' && answers !== 'file' && access !== 'device' && ((input as Schema).required ?? []).length === 0,
);

async function expectAllAnswered(): Promise<void> {
  // Some require one of several fields.
  for (const call of readings)
    expect([call.path, await ask(call, {})]).toEqual([call.path, expect.toBeOneOf([200, 400])]);
}

test('machine counters rise and fall to their limits without being read as output', async () => {
  const last = Number.MAX_SAFE_INTEGER;
  for (let beats = 0; beats < 40; beats++) {
    const [consumed, defective] = beats % 2 ? [last, beats % 3 ? 0 : last] : [0, 0];
    const beat = { state: 'execute', queue: 1_000_000_000, counters: { consumed, processed: last, defective } };
    expect((await device.call(deviceHeartbeat, beat)).status).toBe(200);
  }
  const [total] = await server.sql<{ reads: number }[]>`
    select coalesce(sum(quantity), 0)::int as reads from figure_delta where measure in ('reads', 'good_reads')`;
  expect(total?.reads).toBe(0);
  const lines = await server.data(linesLive, {});
  const { devices } = lines.find(({ devices: some }) => some.some(({ id }) => id === device.id)) ?? { devices: [] };
  expect(devices).toMatchObject([{ doubted: { reads: last } }]);
  await expectAllAnswered();
  expect(await differences(server.sql)).toEqual([]);
});

test('every list can show the largest quantities, repeated many times', { timeout: 120_000 }, async () => {
  const { id: to_dealer_id } = await server.data(dealer.add, { dealer_code: 'D', dealer_name: 'D', dealer_level: 1 });
  const [{ id: from_warehouse_id } = { id: 0 }] = await server.sql<{ id: number }[]>`select id from warehouse`;
  const { product_id } = plant;
  const largest = { quantity: 1_000_000_000 };
  for (let times = 0; times < 20; times++) {
    await server.data(workOrder.add, { product_id, ...largest, tolerance: 100 });
    await server.data(workOrderAllow, { id: order.id, ...largest, reason: 'as much as can be' });
    const lines = [{ product_id, quantity: 1_000_000_000 }];
    expect((await server.call(waybill.add, { kind: 'sale', from_warehouse_id, to_dealer_id, lines })).status).toBe(200);
  }
  await expectAllAnswered();
});

test('oversized sums from before the range was limited break no list, and the migration corrects them', {
  timeout: 120_000,
}, async () => {
  const { sql } = server;
  const last = Number.MAX_SAFE_INTEGER;
  const { line_id } = await plant.line();
  const { id } = await plant.workOrder(line_id);
  for (const measure of ['reads', 'good_reads'])
    await sql`
      insert into figure_delta (event_id, day, shift_day, measure, work_order_id, product_id, lot_id, place_id, quantity)
      select 0, current_date, current_date, ${measure}, o.id, o.product_id, coalesce(o.lot_id, 0), 0, ${last}
      from work_order o, generate_series(1, 1100) where o.id = ${id}`;
  await sql`
    insert into line_stretch (line_id, work_order_id, condition, begins_at, ends_at, reads, good_reads)
    select ${line_id}, ${id}, 'running', now(), now(), ${last}, ${last} from generate_series(1, 1100)`;
  await expectAllAnswered();
  expect(await differences(sql)).toEqual([]);
  // What is added up, and added to it again, stays what can be stored.
  await sql`update figure_delta set event_id = (select coalesce(max(id), 0) from trace_event) where work_order_id = ${id}`;
  await new Sums(sql, '0 seconds').sweep();
  await expectAllAnswered();
  const text = await readFile(new URL('../../migrations/0058_numbers_from_outside.sql', import.meta.url), 'utf8');
  await sql.begin(async (transaction) => {
    const statements = statementsOf(text);
    const begins = statements.findIndex((one) => one.includes('create temporary table doubted_order'));
    for (const one of statements.slice(begins)) await transaction.unsafe(one);
  });
  expect(await sql`select 1 from figure where work_order_id = ${id} and measure in ('reads', 'good_reads')`).toEqual(
    [],
  );
  expect(await differences(sql)).toEqual([]);
  await expectAllAnswered();
});

// The last, because it ends sessions and changes what it finds.
test('no number makes a call fail', { timeout: 300_000 }, async () => {
  const failed: string[] = [];
  for (const call of calls) {
    if (call === loginout || call.access === 'public') continue;
    for (const path of numbersIn(call.input as Schema)) {
      for (const value of extremesOf(schemaAt(call.input as Schema, path))) {
        const status = await ask(call, withNumber(call.input as Schema, path, value));
        if (status >= 500) failed.push(`${call.path} ${path.join('.')} ${value}: ${status}`);
      }
    }
  }
  expect(failed).toEqual([]);
  await expectAllAnswered();
  expect(await differences(server.sql)).toEqual([]);
});
