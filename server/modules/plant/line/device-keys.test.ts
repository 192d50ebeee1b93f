import { createHash } from 'node:crypto';
import { auditChanges, auditLog } from '@suyuan/contract/organ/audit-log.ts';
import {
  deviceKeyAdd,
  deviceKeyList,
  deviceKeyRevoke,
  deviceKeyRotate,
} from '@suyuan/contract/plant/device/device-key.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { lineOfKey } from './line-of-key.ts';

let server: TestServer;
let factory: number;
let workshop_id: number;
let line_id: number;
let lines = 0;
beforeAll(async () => {
  server = await testServer();
  factory = await server.party('factory');
  const hall = { workshop_code: 'W', workshop_name: 'w', factory_id: factory };
  workshop_id = (await server.data(workshop.add, hall)).id;
});
beforeEach(async () => {
  const line = { line_code: `L${++lines}`, line_name: 'l', workshop_id };
  line_id = (await server.data(productionLine.add, line)).id;
});
afterAll(() => server.stop());

const keysOf = (id: number) => server.data(deviceKeyList, { line_id: id });

test('a key is shown once, and is not what is stored and shown later', async () => {
  const { id, key } = await server.data(deviceKeyAdd, { line_id, name: ' 一号相机 ' });
  expect(key).toMatch(/^sk_[\w-]{43}$/);
  const listed = await keysOf(line_id);
  expect(listed).toMatchObject([{ id, name: '一号相机', last_seen_at: null, revoked_at: null }]);
  expect(JSON.stringify(listed)).not.toContain(key.slice(3));
  const [row] = await server.sql<{ whole: string; secret_hash: Buffer }[]>`
    select to_jsonb(k)::text as whole, secret_hash from device_key k where id = ${id}`;
  expect(row?.secret_hash).toEqual(createHash('sha256').update(key).digest());
  const [leaked] = await server.sql`
    select 1 from audit_log where input::text like ${`%${key.slice(3)}%`}
    union all select 1 from audit_change where after::text like ${`%${key.slice(3)}%`}`;
  expect(leaked).toBeUndefined();
});

test('a device is identified by its key, and its last use is recorded', async () => {
  const { id, key } = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  expect(await lineOfKey(server.sql, key)).toEqual({ keyId: id, firstKeyId: id, lineId: line_id });
  expect((await keysOf(line_id))[0]?.last_seen_at).not.toBeNull();
  const { rows } = await server.data(productionLine.page, { keyword: `l${lines}` });
  expect(rows.find((row) => row.id === line_id)).toMatchObject({ device_keys: 1, last_seen_at: expect.any(String) });
  for (const wrong of ['', 'sk_', key.slice(3), `${key}x`, key.toUpperCase()]) {
    expect(await lineOfKey(server.sql, wrong), wrong).toBeUndefined();
  }
});

test('a revoked key is unknown, permanently', async () => {
  const { id, key } = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  const used = await server.call(productionLine.remove, { id: line_id }, { language: 'en' });
  expect([used.status, used.envelope.message]).toEqual([409, expect.stringContaining('revoke them first')]);
  await server.data(deviceKeyRevoke, { id });
  expect(await lineOfKey(server.sql, key)).toBeUndefined();
  expect((await server.call(deviceKeyRevoke, { id })).status).toBe(409);
  expect((await server.call(deviceKeyRotate, { id })).status).toBe(409);
  expect((await keysOf(line_id))[0]?.revoked_at).not.toBeNull();
  await server.data(productionLine.remove, { id: line_id });
});

test('a replacement key has the name of the old one, which is unknown at once', async () => {
  const old = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  const taken = await server.call(deviceKeyAdd, { line_id, name: 'A' });
  expect(reasonsOf(taken.envelope)).toEqual(['name taken']);
  const made = await server.data(deviceKeyRotate, { id: old.id });
  expect(await lineOfKey(server.sql, old.key)).toBeUndefined();
  expect(await lineOfKey(server.sql, made.key)).toEqual({ keyId: made.id, firstKeyId: old.id, lineId: line_id });
  expect((await keysOf(line_id)).map(({ id, name }) => [id, name])).toEqual([
    [made.id, 'a'],
    [old.id, 'a'],
  ]);
});

test('repeating a replacement leaves one new key, until a device uses it', async () => {
  const old = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  const lost = await server.data(deviceKeyRotate, { id: old.id });
  const made = await server.data(deviceKeyRotate, { id: old.id });
  expect(await lineOfKey(server.sql, lost.key)).toBeUndefined();
  const inUse = (await keysOf(line_id)).filter(({ revoked_at }) => revoked_at === null);
  expect(inUse.map(({ id }) => id)).toEqual([made.id]);
  expect(await lineOfKey(server.sql, made.key)).toMatchObject({ firstKeyId: old.id });
  expect((await server.call(deviceKeyRotate, { id: old.id })).status).toBe(409);
});

test('keys are refused for a disabled line, workshop or factory', async () => {
  const { key } = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  await server.data(workshop.update, { id: workshop_id, status: 'disabled' });
  expect(await lineOfKey(server.sql, key)).toBeUndefined();
  await server.data(workshop.update, { id: workshop_id, status: 'enabled' });
  await server.sql`update factory set status = 'disabled' where id = ${factory}`;
  expect(await lineOfKey(server.sql, key)).toBeUndefined();
  await server.sql`update factory set status = 'enabled' where id = ${factory}`;
  expect(await lineOfKey(server.sql, key)).toMatchObject({ lineId: line_id });
  const [line] = (await server.data(productionLine.page, { keyword: `l${lines}` })).rows.filter(
    ({ id }) => id === line_id,
  );
  const { line_code, line_name } = line as NonNullable<typeof line>;
  await server.data(productionLine.update, { id: line_id, line_code, line_name, workshop_id, status: 'disabled' });
  expect(await lineOfKey(server.sql, key)).toBeUndefined();
});

test('keys of a line that moves to another factory are revoked', async () => {
  const hall = async (code: string, factory_id: number) =>
    (await server.data(workshop.add, { workshop_code: code, workshop_name: code, factory_id })).id;
  const other = await server.party('factory');
  const { key } = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  const second = await hall('W2', factory);
  await server.data(productionLine.update, { id: line_id, workshop_id: second });
  expect(await lineOfKey(server.sql, key)).toMatchObject({ lineId: line_id });
  await server.data(productionLine.update, { id: line_id, workshop_id: await hall('W3', other) });
  expect(await lineOfKey(server.sql, key)).toBeUndefined();
  const theirs = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  expect(await lineOfKey(server.sql, theirs.key)).toMatchObject({ lineId: line_id });
});

test('keys are created with permission, for own lines', async () => {
  const { id } = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  const looking = await server.as(['workline', 'workline:update']);
  expect((await server.call(deviceKeyList, { line_id }, { token: looking })).status).toBe(401);
  const outsider = await server.as(['workline', 'workline:keys'], { factory: await server.party('factory') });
  expect(await server.data(deviceKeyList, { line_id }, { token: outsider })).toEqual([]);
  expect((await server.call(deviceKeyAdd, { line_id, name: 'b' }, { token: outsider })).status).toBe(404);
  expect((await server.call(deviceKeyRevoke, { id }, { token: outsider })).status).toBe(404);
  const own = await server.as(['workline', 'workline:keys'], { factory });
  expect(await server.data(deviceKeyList, { line_id }, { token: own })).toMatchObject([{ created_by_name: null }]);
  const { key } = await server.data(deviceKeyRotate, { id }, { token: own });
  expect(await lineOfKey(server.sql, key)).toMatchObject({ lineId: line_id });
});

test('creation and revocation of a key are recorded', async () => {
  const { id } = await server.data(deviceKeyAdd, { line_id, name: 'a' });
  await server.data(deviceKeyRevoke, { id });
  const { rows } = await server.data(auditLog.page, { thing: 'device_key', thing_id: String(id) });
  expect(rows.map(({ call }) => call)).toEqual([deviceKeyRevoke.path, deviceKeyAdd.path]);
  const [made] = (await server.data(auditChanges, { id: rows[1]?.id as number })).rows;
  expect(made?.after).toMatchObject({ name: 'a', secret_hash: expect.stringMatching(/^••• /) });
});
