import type { InputOf } from '@suyuan/contract/call/call.ts';
import { auditLog } from '@suyuan/contract/organ/audit-log.ts';
import { productionData, wmsLog } from '@suyuan/contract/physical/exceptions.ts';
import { deviceBatch, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { eventHistory, pack, packageTree, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { packingUpload, taskDetail } from '@suyuan/contract/plant/task.ts';
import { type ExceptionRow, ownExceptions } from '@suyuan/contract/trace/exception.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deviceAt, type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

const maxUnknown = 30;

interface Line {
  readonly line_id: number;
  readonly device: TestDevice;
  readonly order: { id: number; order_no: string };
}

let server: TestServer;
let plant: Plant;
let first: Line;
let second: Line;

beforeAll(async () => {
  server = await testServer({ SUYUAN_UNKNOWN_CODES_PER_ACCOUNT: `${maxUnknown}` });
  plant = await plantOf(server);
  await plant.codes(1, 10_000);
  await plant.codes(3, 1000);
  const newLine = async (): Promise<Line> => {
    const { device, line_id } = await plant.line();
    return { line_id, device, order: await plant.workOrder(line_id) };
  };
  [first, second] = [await newLine(), await newLine()];
});
afterAll(() => server.stop());

type SentEvent = InputOf<typeof deviceBatch>['acts'][number];

let count = 0;
const begun = Date.now() - 3_600_000;

async function codes({ device, order }: Line, level: number, quantity: number): Promise<string[]> {
  const given = await device.data(deviceLease, { order_no: order.order_no, level, quantity });
  const response = await server.fetch(`${deviceLeaseCodes.path}?lease=${given.lease}`, {
    headers: { 'device-key': device.key },
  });
  return (await response.text()).trimEnd().split('\n');
}

/** What became of an event that a line tells, a second after the one before. */
async function report(
  { device, order }: Line,
  kind: SentEvent['act'],
  of: readonly string[],
  more: Partial<SentEvent> = {},
) {
  const event = {
    id: `a${++count}`,
    act: kind,
    event_time: new Date(begun + count * 1000).toISOString(),
    order_no: order.order_no,
    codes: [...of],
    ...more,
  };
  const { results } = await device.data(deviceBatch, { batch_key: `b${count}`, acts: [event] });
  return results[0]?.result;
}

async function packedByFile(work_order_id: number, name: string, lines: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([lines]), name);
  const path = `${packingUpload.path}?work_order_id=${work_order_id}`;
  const token = await server.as(['relevance:upload']);
  const response = await server.fetch(path, { method: 'POST', headers: { token }, body: form });
  const { data } = (await response.json()) as { data: { job: string } };
  await vi.waitUntil(async () => (await server.data(taskDetail, data)).state === 'done', { timeout: 30_000 });
}

type Screen = typeof repeatedCode | typeof productionData | typeof wmsLog;

const listed = async (screen: Screen, filters: object = {}): Promise<ExceptionRow[]> =>
  (await server.data(screen.page, filters as InputOf<typeof screen.page>)).rows;
const about = async (screen: Screen, code: string | undefined): Promise<ExceptionRow> => {
  const [row, ...more] = await listed(screen, { keyword: code });
  expect(more).toEqual([]);
  return row as ExceptionRow;
};
const detailOf = (screen: Screen, { id }: ExceptionRow, token?: string) =>
  server.data(screen.detail, { id }, token === undefined ? {} : { token });

/** A case that the first line packed, and the second line tells again with a package of its own. */
async function repeated(): Promise<{ units: string[]; boxes: [string, string] }> {
  const units = await codes(first, 1, 3);
  const [box] = (await codes(first, 3, 1)) as [string];
  const [other] = (await codes(second, 3, 1)) as [string];
  expect(await report(first, 'packed', units, { parent: box })).toBe('taken');
  expect(await report(second, 'packed', units, { parent: other })).toBe('refused');
  return { units, boxes: [box, other] };
}

describe('a code captured twice', () => {
  test('on two lines is one exception with both sides, however often reported', async () => {
    const { units, boxes } = await repeated();
    const row = await about(repeatedCode, units[1]);
    expect(row).toMatchObject({
      kind: 'two_orders',
      status: 'open',
      code: units[0],
      codes: 3,
      work_order_no: second.order.order_no,
      source: 'device',
      source_name: 'line controller',
      times: 1,
      // Who made the work order.
      owner: 'Administrator',
      due_at: expect.any(String),
      overdue: false,
      retriable: true,
    });
    expect(row.cause).toMatch(/\w/);
    const { sides, refusals, codes: all } = await detailOf(repeatedCode, row);
    expect(all).toEqual(units);
    expect(sides).toMatchObject([
      { role: 'now', act: 'pack', order_no: second.order.order_no, line: 'L2', package: boxes[1] },
      { role: 'before', act: 'pack', order_no: first.order.order_no, line: 'L1', package: boxes[0] },
    ]);
    // Both lead to their work orders.
    expect(sides).toMatchObject([{ work_order_id: second.order.id }, { work_order_id: first.order.id }]);
    expect(refusals[0]).toMatchObject({ code: units[0] });
    await report(second, 'packed', units, { parent: boxes[1] });
    expect(await about(repeatedCode, units[1])).toMatchObject({ id: row.id, times: 2 });
    // Of two work orders, it is an exception of production data as well: the same one.
    expect((await about(productionData, units[0])).id).toBe(row.id);
  });

  test('by one device is reported to that device, without an exception', async () => {
    const units = await codes(first, 1, 3);
    const [box, other] = (await codes(first, 3, 2)) as [string, string];
    await report(first, 'packed', units, { parent: box });
    expect(await report(first, 'packed', units, { parent: other })).toBe('refused');
    expect(await listed(repeatedCode, { keyword: units[0] })).toEqual([]);
  });

  test('and put on products on two lines, or printed by two printers, is found as well', async () => {
    const [unit, ...labels] = (await codes(first, 1, 5)) as [string, ...string[]];
    await report(first, 'bound', [unit]);
    await report(second, 'bound', [unit]);
    expect(await about(repeatedCode, unit)).toMatchObject({ kind: 'two_orders' });
    expect(await report(first, 'printed', labels)).toBe('taken');
    expect(await report(first, 'printed', labels)).toBe('taken');
    expect(await listed(repeatedCode, { keyword: labels[0] })).toEqual([]);
    // The codes were leased to the first line.
    expect(await report(second, 'printed', labels.slice(1, 3))).toBe('refused');
    const row = await about(repeatedCode, labels[1]);
    expect(row).toMatchObject({ kind: 'printed_twice', codes: 2, retriable: false });
    expect(await detailOf(repeatedCode, row)).toMatchObject({ sides: [{}, { act: 'print' }] });
  });

  test('by a file is one exception for the file, and by a person at a desk none', async () => {
    const units = await codes(first, 1, 6);
    const [a, b, c, d] = (await codes(first, 3, 4)) as [string, string, string, string];
    await report(first, 'packed', units.slice(0, 3), { parent: a });
    await report(first, 'packed', units.slice(3), { parent: b });
    const work_order_id = first.order.id;
    const children = units.slice(0, 3);
    expect((await server.call(pack, { work_order_id, parent: c, children })).status).toBe(409);
    expect(await listed(repeatedCode, { keyword: units[0] })).toEqual([]);
    const lines = units.map((unit, at) => `${at < 3 ? c : d},${unit}`).join('\n');
    await packedByFile(work_order_id, 'shift-2.csv', lines);
    const row = await about(repeatedCode, units[5]);
    expect(row).toMatchObject({ source: 'file', source_name: 'shift-2.csv', times: 2, codes: 6, retriable: false });
    const { sides } = await detailOf(repeatedCode, row);
    expect(sides).toMatchObject([
      { role: 'now', file: 'shift-2.csv', package: c },
      { role: 'before', device: 'line controller', package: a },
    ]);
  });

  test('that a line scrapped before becomes an exception of production data', async () => {
    const [unit] = (await codes(first, 1, 1)) as [string];
    await report(first, 'scrapped', [unit]);
    await report(first, 'bound', [unit]);
    expect(await about(productionData, unit)).toMatchObject({ kind: 'seen_after_destroyed' });
    expect(await listed(repeatedCode, { keyword: unit })).toEqual([]);
  });
});

describe('an exception', () => {
  test('is assigned, noted, settled with a reason, and reopened when received again', async () => {
    const { units, boxes } = await repeated();
    const { id } = await about(repeatedCode, units[0]);
    const owner_id = (await server.sql<{ id: number }[]>`select min(id) as id from account`)[0]?.id as number;
    // What was raised before is nobody's here.
    await server.sql`update exception set owner_id = null`;
    const due_at = new Date(Date.now() - 60_000).toISOString();
    await server.data(repeatedCode.assign, { ids: [id], owner_id, due_at });
    await server.data(repeatedCode.note, { ids: [id], text: 'asked the shift' });
    expect(await listed(repeatedCode, { owner_id, overdue: 'yes' })).toMatchObject([{ id, overdue: true }]);
    expect(await server.data(ownExceptions, {})).toEqual({
      owner_id,
      total: 1,
      overdue: 1,
      screens: [
        { screen: 'repeatedquery', open: 1 },
        { screen: 'deliveryorder', open: 1 },
      ],
    });
    const none = await server.call(repeatedCode.settle, { ids: [id], reason: ' ' });
    expect(reasonsOf(none.envelope)).toEqual(['reason required']);
    await server.data(repeatedCode.settle, { ids: [id], reason: 'labels mixed up' });
    const [row] = await listed(repeatedCode, { keyword: units[0], status: 'settled' });
    expect(row).toMatchObject({ settlement: 'labels mixed up', overdue: false, retriable: false });
    const { notes } = await detailOf(repeatedCode, row as ExceptionRow);
    expect(notes.map(({ step, text }) => [step, text])).toEqual([
      ['assigned', expect.stringContaining(due_at)],
      ['note', 'asked the shift'],
      ['settled', 'labels mixed up'],
    ]);
    expect((await server.data(ownExceptions, {})).total).toBe(0);
    const again = await server.call(repeatedCode.discard, { ids: [id], reason: 'x' });
    expect([again.status, again.envelope.message]).toEqual([409, expect.stringMatching(/settled/)]);
    const changes = await server.data(auditLog.page, { thing: 'exception' });
    expect(changes.rows.map(({ call }) => call)).toEqual(
      [repeatedCode.settle, repeatedCode.note, repeatedCode.assign].map(({ path }) => path),
    );
    await report(second, 'packed', units, { parent: boxes[1] });
    expect(await listed(repeatedCode, { keyword: units[0], status: 'open' })).toMatchObject([{ times: 1 }]);
  });

  test('is retried once its obstacle is gone, one time', async () => {
    const key = await server.data(deviceKeyAdd, { line_id: first.line_id, name: 'second packer' });
    const beside = { ...first, device: deviceAt(server, key) };
    const units = await codes(first, 1, 3);
    const [box, other] = (await codes(first, 3, 2)) as [string, string];
    await report(first, 'packed', units, { parent: box });
    expect(await report(beside, 'packed', units, { parent: other })).toBe('refused');
    const row = await about(repeatedCode, units[0]);
    const { id } = row;
    expect(row).toMatchObject({ kind: 'repeated_code', source_name: 'second packer' });
    const refused = await server.data(repeatedCode.retry, { ids: [id] });
    expect(refused.results).toMatchObject([
      { id, taken: false, refusals: [{ code: units[0], conflict: box }, {}, {}] },
    ]);
    expect(await about(repeatedCode, units[0])).toMatchObject({ status: 'open', times: 1 });
    await server.data(unpack, { parent: box, reason: 'never packed so' });
    const taken = await server.data(repeatedCode.retry, { ids: [id] });
    expect(taken.results).toEqual([{ id, taken: true, refusals: [] }]);
    expect(await about(repeatedCode, units[0])).toMatchObject({ status: 'settled' });
    expect((await server.data(packageTree, { code: other })).units).toBe(3);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('can only be corrected by those who may only retry, and the history names them for the device', async () => {
    const key = await server.data(deviceKeyAdd, { line_id: first.line_id, name: 'third packer' });
    const units = await codes(first, 1, 3);
    const [box, other] = (await codes(first, 3, 2)) as [string, string];
    await report(first, 'packed', units, { parent: box });
    await report({ ...first, device: deviceAt(server, key) }, 'packed', units, { parent: other });
    const { id } = await about(repeatedCode, units[0]);
    const token = await server.as(['repeatedquery', 'repeatedquery:retry'], { name: 'mender' });
    const { content } = await server.data(repeatedCode.detail, { id }, { token });
    const event = JSON.parse(content as string);
    const retry = (more: object) =>
      server.call(repeatedCode.retry, { ids: [id], content: JSON.stringify({ ...event, ...more }) }, { token });
    const elsewhere = (await codes(first, 1, 1)) as [string];
    const pathsOf = async (more: object) =>
      reasonsOf((await retry(more)).envelope).map((reason) => reason.split(' ')[0]);
    expect(await pathsOf({ act: 'unpacked', parent: undefined })).toEqual(['content.act', 'content.codes']);
    expect(await pathsOf({ act: 'scrapped', parent: undefined })).toEqual(['content.act', 'content.codes']);
    expect(await pathsOf({ codes: [...units.slice(1), elsewhere[0]] })).toEqual(['content.codes']);
    expect(await pathsOf({ parent: elsewhere[0] })).toEqual(['content.codes']);
    expect(await pathsOf({ order_no: second.order.order_no })).toEqual(['content.order_no']);
    expect(await pathsOf({ remainder: true })).toEqual(['content.remainder']);
    await server.data(unpack, { parent: box, reason: 'never packed so' });
    const { results } = await server.data(
      repeatedCode.retry,
      { ids: [id], content: JSON.stringify({ ...event, codes: units.slice(1), remainder: true }) },
      { token },
    );
    expect(results).toEqual([{ id, taken: true, refusals: [] }]);
    const [packed] = await server.data(eventHistory, { code: other, size: 1 });
    expect(packed).toMatchObject({ act: 'pack', by: 'mender', for_device: 'third packer' });
    expect(await differences(server.sql)).toEqual([]);
  });

  test("that waited in vain is retried after a person's correction", async () => {
    const units = await codes(first, 1, 4);
    const [box] = (await codes(first, 3, 1)) as [string];
    expect(await report(first, 'unpacked', units.slice(0, 1))).toBe('waiting');
    await server.sql`update waiting_act set waits_since = now() - interval '25 hours'`;
    await report(first, 'bound', units.slice(3));
    const row = await about(productionData, units[0]);
    expect(row).toMatchObject({ kind: 'late_act', work_order_no: first.order.order_no });
    expect((await server.data(productionData.retry, { ids: [row.id] })).results[0]?.taken).toBe(false);
    const attempt = (content: string) => server.call(productionData.retry, { ids: [row.id], content });
    expect(reasonsOf((await attempt('{')).envelope)).toEqual(['content not_json']);
    expect(reasonsOf((await attempt('{}')).envelope)).toContain('content.act required');
    const guessed = Array.from({ length: maxUnknown + 1 }, (_, n) => `guess-${n}`);
    const event = JSON.parse((await detailOf(productionData, row)).raw as string);
    const token = await server.as(['deliveryorder:retry', 'unrelevance1:add']);
    const guess = { ids: [row.id], content: JSON.stringify({ ...event, codes: guessed }) };
    expect((await server.call(productionData.retry, guess, { token })).status).toBe(429);
    await report(first, 'packed', units.slice(0, 3), { parent: box });
    const late = { ...event, event_time: new Date().toISOString() };
    const answers = await Promise.all([attempt(JSON.stringify(late)), attempt(JSON.stringify(late))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await about(productionData, units[0])).status).toBe('settled');
    expect((await server.data(packageTree, { code: box })).units).toBe(2);
    const { notes } = await detailOf(productionData, row);
    expect(notes.map(({ step }) => step)).toEqual(['retried', 'retried', 'settled']);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('without need for action is discarded with a reason, several at once or none', async () => {
    const ids = (await listed(repeatedCode, { status: 'open' })).map(({ id }) => id);
    const missing = await server.call(repeatedCode.discard, { ids: [...ids, 999_999], reason: 'trial run' });
    expect(missing.status).toBe(404);
    expect((await listed(repeatedCode, { status: 'open' })).length).toBe(ids.length);
    const [printed, ...others] = (await listed(repeatedCode, { kind: 'printed_twice' })).map(({ id }) => id);
    expect(others).toEqual([]);
    const discarded = ids.filter((id) => id !== printed);
    await server.data(repeatedCode.discard, { ids: discarded, reason: 'trial run' });
    const rows = await listed(repeatedCode, { status: 'discarded' });
    expect(rows.map(({ id }) => id).toSorted()).toEqual(discarded.toSorted());
  });

  test('of one screen is not on another', async () => {
    const [row] = await listed(repeatedCode, { kind: 'printed_twice' });
    const { id } = row as ExceptionRow;
    expect((await server.call(wmsLog.detail, { id })).status).toBe(404);
    expect((await server.call(productionData.settle, { ids: [id], reason: 'x' })).status).toBe(404);
    expect((await server.call(repeatedCode.retry, { ids: [id] })).status).toBe(409);
    expect(await listed(wmsLog)).toEqual([]);
  });
});

describe('people of a factory', () => {
  test('see exceptions of their lines, and nothing of other factories', async () => {
    const { units } = await repeated();
    const { id } = await about(repeatedCode, units[0]);
    const mine = await server.party('factory');
    const token = await server.as(['repeatedquery:settle', 'repeatedquery:assign', 'deliveryorder'], { factory: mine });
    expect((await server.data(repeatedCode.page, {}, { token })).rows).toEqual([]);
    expect((await server.call(repeatedCode.detail, { id }, { token })).status).toBe(404);
    const settle = { ids: [id], reason: 'x' };
    expect((await server.call(repeatedCode.settle, settle, { token })).status).toBe(404);
    await server.sql`update work_order set factory_id = ${mine} where id = ${second.order.id}`;
    await server.sql`update workshop set factory_id = ${mine}`;
    expect((await server.data(repeatedCode.page, { keyword: units[0] as string }, { token })).rows).toMatchObject([
      { id },
    ]);
    const { sides } = await server.data(repeatedCode.detail, { id }, { token });
    expect(sides).toMatchObject([
      { role: 'now', line: 'L2' },
      { role: 'before', hidden: true },
    ]);
    expect((await server.data(ownExceptions, {}, { token })).total).toBe(0);
    expect((await server.call(repeatedCode.settle, settle, { token })).status).toBe(200);
  });
});
