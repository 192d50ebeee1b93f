import { isDeepStrictEqual } from 'node:util';
import type { Call, InputOf } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { deviceBatch, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { codeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import type Type from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceAt, type Plant, plantOf, type TestDevice } from '../goods/line.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { everyPermission } from './attack.ts';

// Texts that look like what the server writes itself, and ids that no column holds: what is read from outside is never taken
// for something of ours.

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let line_id: number;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  ({ device, line_id } = await plant.line());
  await plant.codes(1, 1000);
  await plant.codes(3, 100);
});
afterAll(() => server.stop());

type Schema = Type.TSchema & {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

const armOf = (schema: Schema): Schema => schema.anyOf?.[0] ?? schema;

/** An input with every field, of which some values are given by `of`. */
function whole(schema: Schema, of: (arm: Schema, key: string) => unknown, key = ''): unknown {
  const arm = armOf(schema);
  const given = of(arm, key);
  if (given !== undefined) return given;
  if (arm.enum) return arm.enum[0];
  if (arm.format) return arm.format === 'date' ? '2026-01-31' : '2026-01-31T00:00:00Z';
  if (arm.type === 'object') {
    const properties = Object.entries(arm.properties ?? {});
    return Object.fromEntries(properties.map(([name, one]) => [name, whole(one, of, name)]));
  }
  if (arm.type === 'array') return [whole(arm.items as Schema, of, key)];
  if (arm.type === 'integer' || arm.type === 'number') return arm.minimum ?? 1;
  return arm.type === 'boolean' ? true : '1'.repeat(arm.minLength ?? 1);
}

let token: string | undefined;
/** Some calls end the session of whoever makes them: then somebody else goes on. */
async function send(call: Call, input: unknown) {
  const headers = { 'device-key': device.key };
  const ask = () => server.call(call, input, { headers, language: 'en', ...(token ? { token } : {}) });
  const answer = await ask();
  if (answer.status !== 403) return answer;
  token = await server.as([...everyPermission]);
  return ask();
}
const testedCalls = calls.filter((call) => call !== loginout && !call.upload);

/** Fields that take ids, by their names. */
const hasLargeIds = (schema: Schema): boolean => {
  const arm = armOf(schema);
  return (
    Object.entries(arm.properties ?? {}).some(([key, one]) => isLarge(armOf(one), key) || hasLargeIds(one)) ||
    (arm.items !== undefined && (isLarge(armOf(arm.items), 'id') || hasLargeIds(arm.items)))
  );
};
const isLarge = ({ type, maximum = 0 }: Schema, key: string): boolean =>
  type === 'integer' && maximum >= 2 ** 31 - 1 && /(^|_)ids?$|^(job|lease|of)$/.test(key);

const propertiesOf = (call: Call): Record<string, Schema> => (call.input as Schema).properties ?? {};
const withIds = testedCalls.filter((call) => hasLargeIds(call.input as Schema) || 'ids' in propertiesOf(call));

test.each(withIds.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s: an id without a row is unknown, however large',
  async (_, call) => {
    for (const id of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const large = (arm: Schema, key: string) => {
        if (isLarge(arm, key)) return Math.min(id, arm.maximum ?? id);
        return key === 'ids' && arm.type === 'string' ? `${id}` : undefined;
      };
      const every = whole(call.input as Schema, large) as Record<string, unknown>;
      const usual = whole(call.input as Schema, () => undefined);
      const { required = [] } = call.input as Schema;
      // Each field by itself as well: another one may be refused before.
      const few = Object.entries(every)
        .filter(([key, value]) => !isDeepStrictEqual(value, (usual as Record<string, unknown>)[key]))
        .map(([key, value]) => ({ ...Object.fromEntries(required.map((name) => [name, every[name]])), [key]: value }));
      for (const input of [every, ...few]) {
        const { status } = await send(call, input);
        expect(status, JSON.stringify(input)).toBeLessThan(500);
      }
    }
  },
);

test("the id of a code rule is limited to its column's range", async () => {
  const [column] = await server.sql<{ type: string }[]>`
    select data_type as type from information_schema.columns where table_name = 'code_rule' and column_name = 'id'`;
  expect(column?.type).toBe('integer');
  for (const [call, input] of [
    [codeRule.users, { id: 2 ** 31 }],
    [codeRule.remove, { id: 2 ** 31 }],
    [codeRule.update, { id: 2 ** 31, rule_name: 'x' }],
    [codeRule.export, { ids: `${2 ** 31}`, format: 'csv' }],
    [codeOrder.export, { rule_id: 2 ** 31, format: 'csv' }],
  ] as const)
    expect((await send(call, input)).status, call.path).toBe(400);
});

test('every id column smaller than an id is covered here', async () => {
  const columns = await server.sql<{ name: string }[]>`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('integer', 'smallint')
      and (c.column_name = 'id' or c.column_name like '%\_id')
    order by 1`;
  // Those of one row, which nobody requests by its id, and those of rules.
  const singletons = await server.sql<{ name: string }[]>`
    select conrelid::regclass || '.id' as name from pg_constraint
    where contype = 'c' and pg_get_constraintdef(oid) = 'CHECK ((id = 1))'`;
  const idColumns = columns.map(({ name }) => name).filter((name) => !singletons.some((one) => one.name === name));
  expect(idColumns.filter((name) => !/^code_rule\.(id|previous_id)$|\.rule_id$/.test(name))).toEqual([]);
});

const hyphens = '-'.repeat(36);
const notations = [
  `job:${hyphens}`,
  'handover:x',
  'account:1',
  'exception 1 x',
  'file job: repeated_code',
  '00000000-0000-0000-0000-000000000000',
  '99999999999999999999',
  '-1',
  '1e400',
  '0000-00-00',
  '+999999-01-01T00:00:00Z',
  '::1/129',
  '{"a":',
  '{1,2',
  '\\x0',
  "'; select 1; --",
  '%',
  '\\',
];

test.each(notations)('a batch key %s does not block others from reporting the same codes', async (batch_key) => {
  const order = await plant.workOrder(line_id);
  const { lease } = await device.data(deviceLease, { order_no: order.order_no, level: 1, quantity: 2 });
  const codes = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, {
    headers: { 'device-key': device.key },
  });
  const units = (await codes.text()).trimEnd().split('\n');
  const [box, another] = await given(order.order_no, 3);
  const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const bound = { id: '1', act: 'bound' as const, event_time: after(-60), order_no: order.order_no, codes: units };
  const again = { ...bound, event_time: after(-30) };
  const packed = { ...bound, act: 'packed' as const, event_time: after(60), remainder: true };
  const second = await secondDevice();
  const resultOf = async (by: TestDevice, event: InputOf<typeof deviceBatch>['acts'][number], key = batch_key) => {
    const { status, envelope } = await by.call(deviceBatch, { batch_key: key, acts: [event] });
    return [status, envelope.data?.results[0]?.result];
  };
  expect(await resultOf(device, bound)).toEqual([200, 'taken']);
  expect(await resultOf(second, again)).toEqual([200, 'refused']);
  // A person packs them under the same key, and the second device comes again.
  const packing = { work_order_id: order.id, parent: box, children: units, remainder: true, batch_key };
  expect((await server.call(pack, packing, token ? { token } : {})).status).toBe(200);
  expect(await resultOf(second, { ...packed, parent: another as string }, `${batch_key}2`)).toEqual([200, 'refused']);
  expect((await exceptionsOf(order.id)).map(({ kind }) => kind)).toEqual(['repeated_code', 'repeated_code']);
});

const given = async (order_no: string, level: number) => {
  const { lease } = await device.data(deviceLease, { order_no, level, quantity: 2 });
  const response = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, {
    headers: { 'device-key': device.key },
  });
  return (await response.text()).trimEnd().split('\n');
};

let second: TestDevice | undefined;
async function secondDevice(): Promise<TestDevice> {
  second ??= deviceAt(server, await server.data(deviceKeyAdd, { line_id, name: 'second reader' }));
  return second;
}

const exceptionsOf = (order: number) =>
  server.sql<{ kind: string }[]>`select kind from exception where work_order_id = ${order}`;

test('texts in internal notations are plain texts in every field', {
  timeout: 240_000,
}, async () => {
  const isFree = ({ type, pattern, format, enum: choices }: Schema) =>
    type === 'string' && !choices && !format && pattern !== '^\\d+$';
  for (const call of testedCalls) {
    for (const [at, text] of notations.entries()) {
      const hostile = (arm: Schema) => (isFree(arm) ? text.slice(0, arm.maxLength ?? text.length) : undefined);
      // Each call with a few of them: all of them come in all kinds of fields.
      if ((at + call.path.length) % 6 !== 0) continue;
      const { required = [] } = call.input as Schema;
      const every = whole(call.input as Schema, hostile) as Record<string, unknown>;
      const needed = Object.fromEntries(required.map((name) => [name, every[name]]));
      for (const input of [every, needed]) {
        const { status } = await send(call, input);
        expect(status, `${call.path} ${JSON.stringify(input)}`).toBeLessThan(500);
      }
    }
  }
  // And what was kept of them is read.
  for (const call of testedCalls.filter(({ method, effect }) => method === 'GET' && effect !== 'change')) {
    const { status } = await send(
      call,
      whole(call.input as Schema, (arm, key) => (key === 'size' ? 100 : arm.enum?.[0])),
    );
    expect(status, call.path).toBeLessThan(500);
    expect((await send(call, {})).status, call.path).toBeLessThan(500);
  }
});
