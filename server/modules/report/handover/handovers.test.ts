import { noticesSummary } from '@suyuan/contract/access/notice.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { languages } from '@suyuan/contract/languages.ts';
import { deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { pack, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import {
  handover,
  handoverAdd,
  handoverDelete,
  handoverDetail,
  handoverHand,
  handoverPrint,
  handoverReady,
  handoverReceive,
  handovers,
  handoverWithdraw,
} from '@suyuan/contract/report/handover.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { wordsOf } from '#test/goods/scanner.ts';
import { csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let line_id: number;
let keeper: string;

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  ({ device, line_id } = await plant.line());
  await plant.codes(1, 1000);
  await plant.codes(3, 100);
  await plant.codes(4, 10);
  keeper = await server.as(['connect', 'connect:sign'], { name: 'keeper' });
});
afterAll(() => server.stop());

type Order = Awaited<ReturnType<Plant['workOrder']>>;
const lease = async ({ order_no }: Order, level: number, quantity: number): Promise<string[]> => {
  const { lease: id } = await device.data(deviceLease, { order_no, level, quantity });
  const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${id}`, { headers: { 'device-key': device.key } });
  return (await file.text()).trimEnd().split('\n');
};
/** A case of an order; of three units, or a remainder. */
async function caseOf(order: Order, units = 3): Promise<string> {
  const [parent = ''] = await lease(order, 3, 1);
  const children = await lease(order, 1, units);
  await server.data(pack, { work_order_id: order.id, parent, children, remainder: units < 3 });
  return parent;
}
const waitsForKeeper = async () =>
  (await server.data(noticesSummary, {}, { token: keeper })).waiting.find(({ name }) => name === 'handovers_to_sign');
const rowOf = async (id: number, token = server.admin) => {
  const { rows } = await server.data(handover.page, { size: 100 }, { token });
  return rows.find((row) => row.id === id);
};

test('access to handover notes includes the choices of their filters', async () => {
  for (const { page } of [product, warehouse, workOrder]) {
    expect((await server.call(page, {}, { token: keeper })).status).toBe(200);
  }
});

test('packed goods on no other note are counted, and signed for by two people', async () => {
  const order = await plant.workOrder(line_id);
  const work_order_id = order.id;
  const [a, b] = [await caseOf(order), await caseOf(order)];
  const [pallet = ''] = await lease(order, 4, 1);
  await server.data(pack, { work_order_id, parent: pallet, children: [a, b] });
  await caseOf(order, 2);
  const ready = { packages: 2, remainders: 1, units: 8 };
  expect(await server.data(handoverReady, { work_order_id })).toMatchObject({ ...ready, warehouse_name: 'Main' });
  const { id, handover_no } = await server.data(handoverAdd, { work_order_id, remark: 'first' });
  expect(handover_no).toMatch(/^JJ\d{6}$/);
  expect(await rowOf(id)).toMatchObject({ status: 'draft', ...ready, order_no: order.order_no, line_name: 'L1' });
  expect((await server.data(handoverDetail, { id })).levels).toEqual([
    { level: 4, packages: 1, remainders: 0, units: 6 },
    { level: 3, packages: 1, remainders: 1, units: 2 },
  ]);
  expect(await server.data(handoverReady, { work_order_id })).toMatchObject({ packages: 0 });
  expect((await server.call(handoverAdd, { work_order_id })).status).toBe(409);

  const early = await server.call(handoverReceive, { id, counted: 2 }, { token: keeper, language: 'en' });
  expect([early.status, early.envelope.message]).toEqual([409, 'The line signs first']);
  await server.data(handoverHand, { id });
  expect(await waitsForKeeper()).toMatchObject({ count: 1, overdue: 0, screen: 'connect' });
  expect((await server.call(handoverReceive, { id, counted: 2 })).status).toBe(409);
  const short = await server.call(handoverReceive, { id, counted: 1 }, { token: keeper });
  expect(reasonsOf(short.envelope)).toEqual(['difference_reason required']);
  await server.data(handoverReceive, { id, counted: 1, difference_reason: 'one broken' }, { token: keeper });
  expect(await waitsForKeeper()).toBeUndefined();
  expect(await rowOf(id, keeper)).toMatchObject({
    status: 'received',
    handed_by: expect.any(String),
    handed_at: expect.any(String),
    received_by: 'keeper',
    counted: 1,
    difference_reason: 'one broken',
  });
  for (const call of [handoverDelete, handoverHand]) expect((await server.call(call, { id })).status).toBe(409);
  expect(await csvOf(server, handover.export, {})).toContain(handover_no);
});

test('a note is printed as PDF, in any script', async () => {
  const order = await plant.workOrder(line_id);
  await caseOf(order);
  const { id } = await server.data(handoverAdd, { work_order_id: order.id, remark: '夜班，第一车间' });
  for (const language of languages) {
    const headers = { token: server.admin, 'accept-language': language };
    const file = await server.fetch(`${handoverPrint.path}?id=${id}`, { headers });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const paper = new Uint8Array(await file.arrayBuffer());
    expect(await wordsOf(paper)).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+8/);
  }
});

/** A printed paper in words. */
const printed = async (id: number) => {
  const headers = { token: server.admin, 'accept-language': 'en' };
  const file = await server.fetch(`${handoverPrint.path}?id=${id}`, { headers });
  const words = await wordsOf(new Uint8Array(await file.arrayBuffer()));
  return words
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('|');
};

test('opened packages are not handed over; an unsigned note is deleted, and its packages are free again', async () => {
  const order = await plant.workOrder(line_id);
  const box = await caseOf(order);
  await caseOf(order);
  const { id } = await server.data(handoverAdd, { work_order_id: order.id });
  await server.data(unpack, { parent: box, reason: 'x' });
  const refused = await server.call(handoverHand, { id }, { language: 'en' });
  expect([refused.status, refused.envelope.message]).toEqual([409, expect.stringContaining('1 packages were opened')]);
  await server.data(handoverDelete, { id });
  expect(await server.data(handoverReady, { work_order_id: order.id })).toMatchObject({ packages: 1 });
});

test('people of another factory see and sign nothing', async () => {
  const order = await plant.workOrder(line_id);
  await caseOf(order);
  const { id } = await server.data(handoverAdd, { work_order_id: order.id });
  const rights = ['connect', 'connect:add', 'connect:delete', 'connect:hand', 'connect:sign'] as const;
  const token = await server.as(rights, { factory: await server.party('factory') });
  expect((await server.data(handover.page, {}, { token })).total).toBe(0);
  for (const call of [handoverHand, handoverDelete, handoverDetail, handoverPrint]) {
    expect((await server.call(call, { id }, { token })).status).toBe(404);
  }
  for (const [call, more] of [
    [handoverReceive, { counted: 1 }],
    [handoverWithdraw, { reason: 'x' }],
  ] as const) {
    expect((await server.call(call, { id, ...more }, { token })).status).toBe(404);
  }
  for (const call of [handoverReady, handoverAdd]) {
    expect((await server.call(call, { work_order_id: order.id }, { token })).status).toBe(404);
  }
});

test('figures show what lines handed over and warehouses counted, on the day the line signed', async () => {
  const made = await plant.workOrder(line_id);
  const order_id = made.id;
  const query = { period: 'last7', order_id } as const;
  const handed = async (boxes: number) => {
    for (let box = 0; box < boxes; box++) await caseOf(made);
    const { id } = await server.data(handoverAdd, { work_order_id: made.id });
    await server.data(handoverHand, { id });
    return id;
  };
  const first = await handed(3);
  await server.data(handoverReceive, { id: first, counted: 2, difference_reason: 'x', missing: [] }, { token: keeper });
  await handed(2);
  const gone = await handed(1);
  await server.data(handoverWithdraw, { id: gone, reason: 'x' }, { token: keeper });
  // A paper that the line has not signed counts for nothing.
  await caseOf(made);
  await server.data(handoverAdd, { work_order_id: made.id });
  const total = {
    notes: 3,
    handed_packages: 5,
    handed_units: 15,
    waiting_notes: 1,
    received_notes: 1,
    counted_packages: 2,
    missing_packages: 1,
    withdrawn_notes: 1,
  };
  expect((await server.data(handovers.figures, query)).total).toEqual(total);
  for (const group of handovers.groups) {
    const { rows } = await server.data(handovers.figures, { ...query, group });
    expect(rows.filter(({ figures }) => figures.notes)).toMatchObject([{ figures: total }]);
  }
  // What was signed late in the evening counts on the day of the enterprise's clocks.
  await server.sql`update handover set handed_at = '2026-01-31T17:00:00Z' where id = ${first}`;
  const night = await server.data(handovers.figures, { from: '2026-02-01', to: '2026-02-01', order_id });
  expect(night.total).toMatchObject({ notes: 1, counted_packages: 2 });
  // The list has the papers that a figure is of.
  const { begins_at: from, ends_at: to } = night;
  expect(await server.data(handover.page, { from, to, status: 'received', work_order_id: order_id })).toMatchObject({
    total: 1,
    rows: [{ id: first }],
  });
  const others = await server.as(['connect'], { factory: await server.party('factory') });
  expect((await server.data(handovers.figures, query, { token: others })).total).toMatchObject({ notes: 0 });
});

describe('if goods are in stock on handover', () => {
  beforeAll(
    () => server.sql`
    insert into enterprise (id, enterprise_code, enterprise_name, stock_by_handover) values (1, 'E', 'E', true)
    on conflict (id) do update set stock_by_handover = true`,
  );

  /** Units of the lot of an order, by the kind of place that they are at. */
  const stockOf = async ({ id }: Order) => {
    const rows = await server.sql<{ kind: string; units: number }[]>`
      select p.kind, sum(s.units)::int as units
      from (
        select place_id, lot_id, units from stock union all select place_id, lot_id, units from stock_delta
      ) s
      join place p on p.id = s.place_id
      where s.lot_id = (select lot_id from work_order where id = ${id})
      group by 1 having sum(s.units) <> 0 order by 1`;
    return Object.fromEntries(rows.map(({ kind, units }) => [kind, units]));
  };
  const handed = async (order: Order) => {
    const { id } = await server.data(handoverAdd, { work_order_id: order.id });
    await server.data(handoverHand, { id });
    return id;
  };

  test('packed goods stay at their line until the warehouse signs', async () => {
    const order = await plant.workOrder(line_id);
    await caseOf(order);
    await caseOf(order);
    expect(await stockOf(order)).toEqual({ line: 6 });
    const id = await handed(order);
    expect(await stockOf(order)).toEqual({ line: 6 });
    await server.data(handoverReceive, { id, counted: 2 }, { token: keeper });
    expect(await stockOf(order)).toEqual({ warehouse: 6 });
    expect(await differences(server.sql)).toEqual([]);
  });

  test('missing goods are named, stay at their line, and are on the next note', async () => {
    const order = await plant.workOrder(line_id);
    const lost = await caseOf(order);
    await caseOf(order);
    const id = await handed(order);
    const receive = (more: { counted: number; missing?: string[] }) => {
      const input = { id, difference_reason: 'not on the truck', ...more };
      return server.call(handoverReceive, input, { token: keeper, language: 'en' });
    };
    const unnamed = await receive({ counted: 1 });
    expect([unnamed.status, unnamed.envelope.message]).toEqual([
      409,
      expect.stringContaining('1 packages are missing'),
    ]);
    expect((await receive({ counted: 3 })).envelope.message).toContain('make another note');
    const other = await caseOf(await plant.workOrder(line_id));
    expect((await receive({ counted: 1, missing: [other] })).envelope.message).toContain('not on this note');
    expect(await stockOf(order)).toEqual({ line: 6 });
    expect((await receive({ counted: 1, missing: [lost] })).status).toBe(200);
    expect(await stockOf(order)).toEqual({ line: 3, warehouse: 3 });
    // It is on the paper no more, neither on the screen nor in print.
    expect((await server.data(handoverDetail, { id })).levels).toMatchObject([{ packages: 1, units: 3 }]);
    expect(await printed(id)).toContain('|Total|1|0|3|Did not arrive, taken off the note|1|');
    expect(await server.data(handoverReady, { work_order_id: order.id })).toMatchObject({ packages: 1, units: 3 });
    const next = await handed(order);
    await server.data(handoverReceive, { id: next, counted: 1 }, { token: keeper });
    expect(await stockOf(order)).toEqual({ warehouse: 6 });
  });

  test('a withdrawn note takes its goods out of stock, unless some have left', async () => {
    const order = await plant.workOrder(line_id);
    const box = await caseOf(order);
    await caseOf(order);
    const id = await handed(order);
    await server.data(handoverReceive, { id, counted: 2 }, { token: keeper });
    const withdraw = (of: number) =>
      server.call(handoverWithdraw, { id: of, reason: 'wrong warehouse' }, { token: keeper, language: 'en' });
    expect((await withdraw(id)).status).toBe(200);
    expect(await stockOf(order)).toEqual({ line: 6 });
    const withdrawn = { withdrawn_by: 'keeper', withdrawal_reason: 'wrong warehouse' };
    expect(await rowOf(id)).toMatchObject({ status: 'withdrawn', ...withdrawn, units: 6 });
    expect((await withdraw(id)).envelope.message).toContain('withdrawn already');
    const paper = await printed(id);
    expect(paper).toMatch(/\|Withdrawn\|Withdrawn by\|keeper\|.*\|wrong warehouse\|.*\|Total\|2\|0\|6\|/);
    expect(paper).not.toContain('Did not arrive');
    const again = await handed(order);
    await server.data(handoverReceive, { id: again, counted: 2 }, { token: keeper });
    expect(await stockOf(order)).toEqual({ warehouse: 6 });
    await server.data(unpack, { parent: box, reason: 'x' });
    const late = await withdraw(again);
    expect(late.status).toBe(409);
    expect(await stockOf(order)).toEqual({ warehouse: 6 });
    expect(await differences(server.sql)).toEqual([]);
  });
});
