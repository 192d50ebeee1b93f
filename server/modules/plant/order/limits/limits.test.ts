import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import {
  deviceBatch,
  deviceHeartbeat,
  deviceLease,
  deviceLeaseCodes,
  deviceLeaseReturn,
} from '@suyuan/contract/plant/device/device.ts';
import {
  workOrder,
  workOrderAllow,
  workOrderDetail,
  workOrderFinish,
  workOrderRelease,
  workOrderSplit,
} from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { pack, packable, packSet, replace } from '@suyuan/contract/plant/packing/packing.ts';
import { packingUpload, taskDetail, taskRefusals } from '@suyuan/contract/plant/task.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

let server: TestServer;
let plant: Plant;

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  await plant.codes(1, 5000);
  await plant.codes(3, 500);
});
afterAll(() => server.stop());

interface Running {
  readonly line_id: number;
  readonly device: TestDevice;
  readonly id: number;
  readonly order_no: string;
}

/** An order of ten units that runs on a line of its own; a tenth more may be made. */
async function running(more: Partial<InputOf<typeof workOrder.add>> = {}): Promise<Running> {
  const line = await plant.line();
  return { ...line, ...(await plant.workOrder(line.line_id, { quantity: 10, tolerance: 10, ...more })) };
}

async function lease({ device, order_no }: Running, level: number, quantity: number): Promise<string[]> {
  const given = await device.data(deviceLease, { order_no, level, quantity });
  const path = `${deviceLeaseCodes.path}?lease=${given.lease}`;
  const text = await (await server.fetch(path, { headers: { 'device-key': device.key } })).text();
  return text.trimEnd().split('\n');
}

type SentEvent = InputOf<typeof deviceBatch>['acts'][number];
let count = 0;
const begun = Date.now() - 3_600_000;
async function report(
  { device, order_no }: Running,
  eventType: SentEvent['act'],
  codes: readonly string[],
  parent?: string,
) {
  const event_time = new Date(begun + ++count * 1000).toISOString();
  const events = [
    {
      id: '1',
      act: eventType,
      event_time,
      order_no,
      codes: [...codes],
      ...(parent ? { parent } : {}),
      remainder: true,
    },
  ];
  const { results } = await device.data(deviceBatch, { batch_key: `b${count}`, acts: events });
  return results[0];
}
const fresh = (level: 1 | 3, quantity: number) => plant.codes(level, quantity).then((id) => codesOfOrder(server, id));
const madeOf = async ({ id }: Running) => (await server.data(workOrderDetail, { id })).made;
const exceptionsOf = ({ id }: Running) =>
  server.sql<{ kind: string; cause: string; times: number }[]>`
    select kind, cause, times from exception where work_order_id = ${id} order by id`;

describe('leases', () => {
  test('end at plan plus tolerance, however often and with however many keys requested', async () => {
    const order = await running();
    const leases = await Promise.all(
      Array.from({ length: 6 }, () =>
        order.device.call(deviceLease, { order_no: order.order_no, level: 1, quantity: 4 }),
      ),
    );
    const counts = leases.map(({ envelope }) => (envelope.data as { count?: number } | null)?.count ?? 0);
    expect(counts.toSorted()).toEqual([0, 0, 0, 3, 4, 4]);
    const none = await order.device.call(deviceLease, { order_no: order.order_no, level: 1, quantity: 1 });
    expect([none.status, none.envelope.message]).toEqual([409, expect.stringMatching(/11 codes.*allow more/)]);
    // Labels of packages are as many as the units fill, and some to spare.
    expect(await lease(order, 3, 500)).toHaveLength(4 + 10);
    expect((await order.device.call(deviceLease, { order_no: order.order_no, level: 3, quantity: 1 })).status).toBe(
      409,
    );
  });

  test('resume with returned and scrapped codes', async () => {
    const order = await running();
    const { lease: id } = await order.device.data(deviceLease, { order_no: order.order_no, level: 1, quantity: 11 });
    await order.device.data(deviceLeaseReturn, { lease: id, unused: 5 });
    const codes = await lease(order, 1, 11);
    expect(codes).toHaveLength(5);
    expect((await report(order, 'bound', codes.slice(0, 2)))?.result).toBe('taken');
    expect((await order.device.call(deviceLease, { order_no: order.order_no, level: 1, quantity: 1 })).status).toBe(
      409,
    );
    expect((await report(order, 'scrapped', codes.slice(2, 4)))?.result).toBe('taken');
    expect(await lease(order, 1, 11)).toHaveLength(2);
  });

  test('count output with other codes', async () => {
    const order = await running();
    expect((await report(order, 'bound', await fresh(1, 8)))?.result).toBe('taken');
    expect(await lease(order, 1, 11)).toHaveLength(3);
  });
});

describe('output', () => {
  test('by a device ends at plan plus tolerance, and the excess is one exception', async () => {
    const order = await running();
    const codes = await fresh(1, 20);
    expect((await report(order, 'bound', codes.slice(0, 11)))?.result).toBe('taken');
    for (const eventType of ['bound', 'rejected'] as const)
      expect((await report(order, eventType, codes.slice(11, 12)))?.refusals).toMatchObject([
        { code: codes[11], reason: 'beyond_plan', conflict: '12 > 11', message: expect.stringContaining('allow it') },
      ]);
    const [box = ''] = await fresh(3, 1);
    expect((await report(order, 'packed', codes.slice(12, 14), box))?.refusals).toMatchObject([
      { code: box, reason: 'beyond_plan', conflict: '13 > 11' },
    ]);
    expect(await exceptionsOf(order)).toEqual([{ kind: 'overproduction', cause: 'beyond_plan', times: 3 }]);
    const { rows } = await server.data(productionData.page, { kind: 'overproduction' });
    expect(rows[0]).toMatchObject({ work_order_no: order.order_no, times: 3, retriable: false });
    expect(rows[0]?.cause).toContain('12 > 11');
    // What is on products may still be packed; what is thrown away makes room.
    expect((await report(order, 'packed', codes.slice(0, 2), box))?.result).toBe('taken');
    expect((await report(order, 'scrapped', codes.slice(2, 3)))?.result).toBe('taken');
    expect((await report(order, 'bound', codes.slice(11, 12)))?.result).toBe('taken');
    expect(await madeOf(order)).toBe(11);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('within one batch counts together', async () => {
    const order = await running();
    const codes = await fresh(1, 12);
    const event_time = new Date(begun).toISOString();
    const events = codes.map(
      (code, n): SentEvent => ({ id: `${n}`, act: 'bound', event_time, order_no: order.order_no, codes: [code] }),
    );
    const { results } = await order.device.data(deviceBatch, { batch_key: 'together', acts: events });
    expect(results.filter(({ result }) => result === 'taken')).toHaveLength(11);
  });

  test('by people, at the desk and as a set, ends there as well', async () => {
    const order = await running({ quantity: 4, tolerance: 0 });
    const { id: work_order_id } = order;
    const units = await fresh(1, 6);
    const [a = '', b = ''] = await fresh(3, 2);
    await server.data(pack, { work_order_id, parent: a, children: units.slice(0, 3) });
    const scanned = await server.data(packable, { work_order_id, parent: b, codes: units.slice(3, 4) });
    expect(scanned[0]?.refusals).toEqual([]);
    const refusalsOf = (data: unknown) => (data as { refusals: EventRefusal[] }).refusals;
    const over = await server.call(pack, { work_order_id, parent: b, children: units.slice(3) });
    expect([over.status, refusalsOf(over.envelope.data)]).toMatchObject([
      409,
      [{ code: b, reason: 'beyond_plan', conflict: '6 > 4' }],
    ]);
    const [pallets = 0] = await plant.sets(1);
    const [pallet = ''] = await codesOfOrder(server, pallets);
    const set = await server.call(packSet, { work_order_id, code: pallet });
    expect(refusalsOf(set.envelope.data)).toMatchObject([{ code: pallet, reason: 'beyond_plan', conflict: '9 > 4' }]);
    await server.data(pack, { work_order_id, parent: b, children: units.slice(3, 4), remainder: true });
    const full = await server.data(packable, { work_order_id, parent: b, codes: units.slice(4, 5) });
    expect(full[0]?.refusals).toMatchObject([{ reason: 'beyond_plan' }]);
    expect(await exceptionsOf(order)).toEqual([]);
  });

  test('by a file ends midway: earlier packages are accepted, later ones refused', {
    timeout: 60_000,
  }, async () => {
    const order = await running({ quantity: 600, tolerance: 0 });
    const [units, boxes] = [await fresh(1, 900), await fresh(3, 300)];
    const form = new FormData();
    const lines = units.map((unit, at) => `${boxes[Math.floor(at / 3)]},${unit}`);
    form.append('file', new Blob([lines.join('\n')]), 'packing.txt');
    const path = `${packingUpload.path}?work_order_id=${order.id}`;
    const response = await server.fetch(path, { method: 'POST', headers: { token: server.admin }, body: form });
    const { data } = (await response.json()) as { data: { job: string } };
    await expect.poll(async () => (await server.data(taskDetail, data)).state, { timeout: 30_000 }).toBe('done');
    expect(await server.data(taskDetail, data)).toMatchObject({ accepted: 600, refused: 300 });
    const refused = await server.fetch(`${taskRefusals.path}?job=${data.job}`, { headers: { token: server.admin } });
    expect(await refused.text()).toContain('603 > 600');
    expect(await exceptionsOf(order)).toMatchObject([{ kind: 'overproduction', cause: 'beyond_plan' }]);
    expect(await madeOf(order)).toBe(600);
    expect(await differences(server.sql)).toEqual([]);
  });
});

describe('codes leased by another line', () => {
  test('cannot be put on products, packed, scrapped or used as replacements', async () => {
    const [order, other] = [await running(), await running()];
    const theirs = await lease(other, 1, 6);
    const [box = ''] = await lease(other, 3, 1);
    const [own = '', ...mine] = await fresh(1, 4);
    // The key of a line is told as of any code that it may not touch; people are told why.
    const elsewhere = [{ code: theirs[0], reason: 'foreign_code' }];
    for (const eventType of ['bound', 'rejected', 'scrapped'] as const)
      expect((await report(order, eventType, theirs.slice(0, 1)))?.refusals).toMatchObject(elsewhere);
    const [free = ''] = await fresh(3, 1);
    expect((await report(order, 'packed', theirs.slice(0, 1), free))?.refusals).toMatchObject(elsewhere);
    expect((await report(order, 'packed', mine, box))?.refusals).toMatchObject([{ code: box, reason: 'foreign_code' }]);
    const input = { work_order_id: order.id, parent: free, codes: theirs.slice(0, 1) };
    expect((await server.data(packable, input))[0]?.refusals).toMatchObject([{ reason: 'leased_elsewhere' }]);
    expect((await report(order, 'bound', [own]))?.result).toBe('taken');
    const replaced = await server.call(replace, { old: own, new: theirs[1] as string, reason: 'smeared' });
    expect(replaced.envelope.data).toMatchObject({ refusals: [{ code: theirs[1], reason: 'leased_elsewhere' }] });
    expect((await exceptionsOf(order)).map(({ kind }) => kind)).toContain('two_orders');
    expect((await report(other, 'packed', theirs.slice(0, 3), box))?.result).toBe('taken');
  });

  test('are free again once returned', async () => {
    const [order, other] = [await running(), await running()];
    const { lease: id } = await other.device.data(deviceLease, { order_no: other.order_no, level: 1, quantity: 2 });
    const path = `${deviceLeaseCodes.path}?lease=${id}`;
    const text = await (await server.fetch(path, { headers: { 'device-key': other.device.key } })).text();
    await other.device.data(deviceLeaseReturn, { lease: id, unused: 2 });
    expect((await report(order, 'bound', text.trimEnd().split('\n')))?.result).toBe('taken');
  });
});

describe('more than plan plus tolerance', () => {
  test('is allowed by people of the enterprise with permission, for a recorded reason', async () => {
    const order = await running();
    const [id, allow] = [order.id, { id: order.id, quantity: 5, reason: ' an order came in ' }];
    const [clerk, factory] = [await server.as(['orderlist']), await server.party('factory')];
    const party = await server.as(['orderlist', 'orderlist:allow'], { factory });
    await server.sql`update work_order set factory_id = ${factory} where id = ${id}`;
    expect((await server.call(workOrderAllow, allow, { token: clerk })).status).toBe(401);
    expect((await server.call(workOrderAllow, allow, { token: party })).status).toBe(401);
    expect(reasonsOf((await server.call(workOrderAllow, { ...allow, reason: ' ' })).envelope)).toEqual([
      'reason required',
    ]);
    await lease(order, 1, 11);
    expect(await server.data(workOrderAllow, allow)).toEqual({ id, limit: 16 });
    expect(await lease(order, 1, 11)).toHaveLength(5);
    const detail = await server.data(workOrderDetail, { id });
    expect(detail.allowances).toMatchObject([{ quantity: 5, reason: 'an order came in', by: expect.any(String) }]);
    const { rows } = await server.data(workOrder.page, { keyword: order.order_no });
    expect(rows[0]).toMatchObject({ quantity: 10, tolerance: 10, limit: 16 });
    const { orders } = await order.device.data(deviceHeartbeat, { state: 'idle', queue: 0 });
    expect(orders[0]).toMatchObject({ quantity: 10, limit: 16 });
    const kept = await server.sql`select 1 from audit_log where input::text like '%an order came in%'`;
    expect(kept).toHaveLength(1);
    await server.data(workOrderFinish, { id });
    await server.data(workOrderClose, { id, reason: 'labels are left' }).catch(() => undefined);
    await server.sql`update work_order set status = 'closed' where id = ${id}`;
    expect((await server.call(workOrderAllow, allow)).status).toBe(409);
  });

  test("cannot be allowed by people of a factory: the tolerance is the enterprise's", async () => {
    const factory = await server.party('factory');
    const token = await server.as(['orderlist', 'orderlist:add', 'orderlist:update'], { factory });
    const draft = { product_id: plant.product_id, quantity: 100 };
    const wished = await server.call(workOrder.add, { ...draft, tolerance: 100 }, { token });
    expect(reasonsOf(wished.envelope)).toEqual(['tolerance enterprise_decides']);
    const { id } = await server.data(workOrder.add, draft, { token });
    const changed = await server.call(workOrder.update, { ...draft, id, tolerance: 50 }, { token });
    expect(reasonsOf(changed.envelope)).toEqual(['tolerance enterprise_decides']);
    await server.data(workOrder.update, { ...draft, id, tolerance: 5, remark: 'soon' }, { token });
    await server.data(workOrder.update, { ...draft, id, tolerance: 0 });
    expect((await server.call(workOrderAllow, { id, quantity: 1, reason: 'a draft' })).status).toBe(409);
  });

  test('is not granted again to a part that is split off', async () => {
    const order = await running({ quantity: 100, tolerance: 0 });
    await server.data(workOrderAllow, { id: order.id, quantity: 10, reason: 'more' });
    const part = await server.data(workOrderSplit, { id: order.id, quantity: 60 });
    const limitOf = async (keyword: string) => (await server.data(workOrder.page, { keyword })).rows[0];
    expect(await limitOf(order.order_no)).toMatchObject({ quantity: 40, limit: 50 });
    expect(await limitOf(part.order_no)).toMatchObject({ quantity: 60, tolerance: 0, limit: 60 });
  });

  test('is set by default for new orders', async () => {
    const enterprise = { enterprise_code: 'E', enterprise_name: 'E' };
    await server.data(enterpriseUpdate, { ...enterprise, order_tolerance: 20 });
    const { id } = await server.data(workOrder.add, { product_id: plant.product_id, quantity: 9 });
    await server.data(workOrderRelease, { id });
    const [row] = (await server.data(workOrder.page, { status: 'released' })).rows;
    // 10.8 units are eleven: a tolerance lets at least one more be made.
    expect(row).toMatchObject({ id, tolerance: 20, limit: 11 });
    const beyond = await server.call(enterpriseUpdate, { ...enterprise, order_tolerance: 101 });
    expect(reasonsOf(beyond.envelope)).toEqual(['order_tolerance too_large']);
  });
});
