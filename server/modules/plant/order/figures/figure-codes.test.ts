import type { InputOf } from '@suyuan/contract/call/call.ts';
import { declareWrong } from '@suyuan/contract/inspect/information-inquiry.ts';
import { deviceBatch, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import {
  type OrderFigure,
  orderCodes,
  orderCodesExport,
  orderFigures,
} from '@suyuan/contract/plant/order/order-codes.ts';
import { workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import { eventHistory, replace, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { csvOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let order: { id: number; order_no: string };
let units: string[];
let boxes: string[];

type SentEvent = InputOf<typeof deviceBatch>['acts'][number];
let count = 0;
const event = (kind: SentEvent['act'], codes: readonly string[], more: Partial<SentEvent> = {}): SentEvent => ({
  id: `a${++count}`,
  act: kind,
  event_time: new Date(Date.now() - 3_600_000 + count * 1000).toISOString(),
  order_no: order.order_no,
  codes: [...codes],
  ...more,
});

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const line = await plant.line();
  device = line.device;
  order = await plant.workOrder(line.line_id);
  await plant.codes(1, 1000);
  await plant.codes(3, 100);
  const lease = async (level: number, quantity: number) => {
    const given = await device.data(deviceLease, { order_no: order.order_no, level, quantity });
    const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${given.lease}`, {
      headers: { 'device-key': device.key },
    });
    return (await file.text()).trimEnd().split('\n');
  };
  units = await lease(1, 20);
  boxes = await lease(3, 3);
  const [a, b] = boxes as [string, string];
  const events = [
    event('printed', units.slice(0, 15)),
    event('scrapped', units.slice(0, 1)),
    event('sampled', units.slice(1, 2)),
    event('bound', units.slice(2, 12)),
    event('packed', units.slice(2, 5), { parent: a }),
    event('packed', units.slice(5, 7), { parent: b, remainder: true }),
    event('rejected', units.slice(7, 8)),
    event('sampled', units.slice(8, 9)),
    event('scrapped', units.slice(9, 10)),
  ];
  const { results } = await device.data(deviceBatch, { batch_key: 'day', acts: events });
  expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['taken']));
  await server.data(unpack, { children: units.slice(2, 3), reason: 'leaks' });
  await server.data(codesClose, { codes: units.slice(14, 17), reason: 'lost' });
});
afterAll(() => server.stop());

const codesBehind = async (figure: OrderFigure, size = 500, id = order.id) => {
  const found: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await server.data(orderCodes, { id, figure, size, ...(after ? { after } : {}) });
    found.push(...page.rows.map(({ code }) => code));
    after = page.next;
  }
  return found;
};

test('issued codes are split into unprinted, printed and unused, closed, and used', async () => {
  expect(await server.data(workOrderReconciliation, { id: order.id })).toMatchObject({
    issued: 20,
    unused: 8,
    unprinted: 3,
    printed_unused: 2,
    voided: 3,
    label_scrapped: 1,
    label_sampled: 1,
    bound: 10,
    packed: 4,
    loose: 3,
    rejected: 1,
    sampled: 1,
    destroyed: 1,
    packages: 2,
    remainders: 2,
    holds: true,
  });
});

test('each figure opens as many codes as it shows', async () => {
  const figures = await server.data(workOrderReconciliation, { id: order.id });
  for (const figure of orderFigures) {
    const codes = await codesBehind(figure);
    expect([figure, codes.length], figure).toEqual([figure, figures[figure]]);
    expect(new Set(codes).size).toBe(codes.length);
  }
  expect((await codesBehind('voided')).sort()).toEqual(units.slice(14, 17).sort());
  expect(await codesBehind('loose')).toContain(units[2]);
  const [row] = (await server.data(orderCodes, { id: order.id, figure: 'packed', size: 1 })).rows;
  expect(row).toMatchObject({ level: 1, life: 'active', units: 1, lies_in: expect.stringMatching(/\d/) });
});

test('a page continues after the previous one, and all are exported', async () => {
  expect((await codesBehind('issued', 1)).sort()).toEqual([...units].sort());
  const file = await csvOf(server, orderCodesExport, { id: `${order.id}`, figure: 'bound' });
  expect(file.trimEnd().split('\r\n').length - 1).toBe(10);
});

test('an order without leases has the codes it used, with replaced ones', async () => {
  const { line_id } = await plant.line();
  const idle = await plant.workOrder(line_id);
  expect(await codesBehind('issued', 10, idle.id)).toEqual([]);
  const spare = units.at(-1) as string;
  await server.data(replace, { old: units[3] as string, new: spare, reason: 'smeared' });
  expect(await codesBehind('replaced')).toEqual([units[3]]);
  expect(await codesBehind('packed')).toContain(spare);
});

test('a confirmed set is in every figure with all its codes', async () => {
  const { line_id, device: there } = await plant.line();
  const sold = await plant.workOrder(line_id);
  const orders = await plant.sets(2);
  const [pallets = [], cases = [], bottles = []] = await Promise.all(orders.map((id) => codesOfOrder(server, id)));
  const events = [
    event('packed', [], { parent: pallets[0] as string, order_no: sold.order_no }),
    event('printed', bottles, { order_no: sold.order_no }),
    event('unpacked', [bottles[4] as string], { order_no: sold.order_no }),
    event('packed', [], { parent: cases[2] as string, order_no: sold.order_no }),
  ];
  const { results } = await there.data(deviceBatch, { batch_key: 'sets', acts: events });
  expect(results.map(({ result, refusals }) => refusals?.[0]?.reason ?? result)).toEqual([
    ...['taken', 'taken', 'taken', 'not_a_set'],
  ]);
  const figures = await server.data(workOrderReconciliation, { id: sold.id });
  expect(figures).toMatchObject({ bound: 6, packed: 5, loose: 1, packages: 3, remainders: 2, printed_unused: 6 });
  for (const figure of orderFigures) {
    const codes = await codesBehind(figure, 500, sold.id);
    expect([figure, codes.length]).toEqual([figure, figures[figure]]);
    expect(new Set(codes).size).toBe(codes.length);
  }
  expect((await codesBehind('packages', 1, sold.id)).toSorted()).toEqual([pallets[0], cases[0], cases[1]].toSorted());
  expect((await codesBehind('packed', 1, sold.id)).toSorted()).toEqual(bottles.slice(0, 6).toSpliced(4, 1).toSorted());
});

test('codes strayed between orders unbalance the equation and are listed; corrected or replaced ones do not', async () => {
  const { line_id, device: there } = await plant.line();
  const [strays, other] = [await plant.workOrder(line_id), await plant.workOrder(line_id)];
  const { lease } = await there.data(deviceLease, { order_no: strays.order_no, level: 1, quantity: 12 });
  const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, { headers: { 'device-key': there.key } });
  const given = (await file.text()).trimEnd().split('\n');
  const spares = await codesOfOrder(server, await plant.codes(1, 6));
  const [a, b, c] = (await codesOfOrder(server, await plant.codes(3, 3))) as [string, string, string];
  const of = ({ order_no }: { order_no: string }) => ({ order_no });
  const { results } = await there.data(deviceBatch, {
    batch_key: 'strays',
    acts: [
      event('bound', given.slice(0, 1), of(strays)),
      event('packed', given.slice(1, 4), { parent: a, ...of(strays) }),
      event('packed', given.slice(4, 7), { parent: b, ...of(other) }),
      event('packed', spares.slice(0, 3), { parent: c, ...of(strays) }),
    ],
  });
  expect(results.map(({ result }) => result)).toEqual(['taken', 'taken', 'taken', 'taken']);
  await server.data(replace, { old: given[1] as string, new: given[11] as string, reason: 'smeared' });
  const [bound] = await server.data(eventHistory, { code: given[0] as string });
  const wrong = { code: given[0] as string, event_id: bound?.id as number, error: 'did_not_occur' } as const;
  await server.data(declareWrong, { ...wrong, reason: 'another line' });

  const figures = await server.data(workOrderReconciliation, { id: strays.id });
  expect(figures).toMatchObject({ issued: 12, unprinted: 5, voided: 1, bound: 6, packed: 6, replaced: 1 });
  expect(figures).toMatchObject({ used_beside: 3, used_elsewhere: 3, verdict: 'broken', holds: false });
  expect(figures.broken).toEqual([{ equation: 'issued', difference: 0 }]);
  for (const figure of orderFigures) {
    const codes = await codesBehind(figure, 500, strays.id);
    expect([figure, codes.length]).toEqual([figure, figures[figure]]);
    expect(new Set(codes).size).toBe(codes.length);
  }
  expect((await codesBehind('used_beside', 1, strays.id)).toSorted()).toEqual(spares.slice(0, 3).toSorted());
  expect((await codesBehind('used_elsewhere', 1, strays.id)).toSorted()).toEqual(given.slice(4, 7).toSorted());
  expect(await codesBehind('unprinted', 500, strays.id)).toContain(given[0]);
  expect(await server.data(workOrderReconciliation, { id: other.id })).toMatchObject({
    issued: 0,
    bound: 3,
    used_beside: 3,
    verdict: 'unchecked',
    holds: false,
    broken: [],
  });
});

test('codes that are on no product are shown to people who can download codes', async () => {
  const token = await server.as(['orderlist']);
  const ask = async (figure: OrderFigure) =>
    (await server.call(orderCodes, { id: order.id, figure }, { token })).status;
  expect([await ask('packed'), await ask('unprinted'), await ask('issued')]).toEqual([200, 401, 401]);
  const foreign = await server.as(['orderlist'], { factory: await server.party('factory') });
  const response = await server.call(orderCodes, { id: order.id, figure: 'packed' }, { token: foreign });
  expect(response.status).toBe(404);
});
