import { noticesSummary } from '@suyuan/contract/access/notice.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { lotRelease, lotTakeBack } from '@suyuan/contract/plant/lot/lot-release.ts';
import {
  workOrder,
  workOrderDetail,
  workOrderFinish,
  workOrderHold,
  workOrderReconciliation,
  workOrderRelease,
  workOrderSplit,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { eventHistory, pack, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { clockIn } from '#trace/figures/shift.ts';

let server: TestServer;
let wine: number;
let factories: [number, number];
let lines: [number, number];
const rules = new Map<number, number>();

const everything: Permission[] = [
  'orderlist',
  ...(
    ['add', 'update', 'delete', 'release', 'start', 'hold', 'finish', 'close', 'split', 'export', 'import'] as const
  ).map((verb) => `orderlist:${verb}` as const),
];

beforeAll(async () => {
  server = await testServer();
  factories = [await server.party('factory'), await server.party('factory')];
  lines = [await lineOf(factories[0], 'L1'), await lineOf(factories[1], 'L2')];
  // Orders of many tests run on them.
  for (const id of lines) await server.data(productionLine.update, { id, orders_at_once: 'several' });
  const unit = async (unit_code: string, level: 1 | 3) => {
    const rule = { rule_name: unit_code, level, prefix: `${level}`, alphabet: 'digits', body_length: 12 } as const;
    rules.set(level, (await server.data(codeRule.add, { ...rule, check: 'none', carrier: 'plain' })).id);
    return (await server.data(packagingUnit.add, { unit_code, level, symbol_zh: unit_code })).id;
  };
  const levels = [
    { unit_id: await unit('bottle', 1), quantity: 1 },
    { unit_id: await unit('case', 3), quantity: 3 },
  ];
  const { id: hierarchy_id } = await server.data(hierarchy.add, {
    hierarchy_code: 'H',
    hierarchy_name: '1=3',
    levels,
  });
  const facts = { product_code: 'W', product_name: '云泉 53°', hierarchy_id, shelf_life_days: 365 };
  wine = (await server.data(product.add, facts)).id;
});
afterAll(() => server.stop());

async function lineOf(factory_id: number, code: string): Promise<number> {
  const at = { workshop_code: 'W', workshop_name: '灌装', factory_id };
  const { id: workshop_id } = await server.data(workshop.add, at);
  return (await server.data(productionLine.add, { line_code: code, line_name: code, workshop_id })).id;
}

/** Codes that nobody has used, as they are printed. */
async function freshCodes(level: 1 | 3, quantity: number): Promise<string[]> {
  const { id } = await server.data(orderAdd, { rule_id: rules.get(level) as number, quantity });
  const file = await server.fetch(`${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`, {
    headers: { token: server.admin },
  });
  return (await file.text()).trimEnd().split('\n');
}

type Added = Partial<Parameters<typeof server.data<typeof workOrder.add>>[1]>;
const added = async (more: Added = {}) =>
  (await server.data(workOrder.add, { product_id: wine, quantity: 6, ...more })).id;
const running = async (more: Added = {}) => {
  const id = await added(more);
  await server.data(workOrderRelease, { id });
  await server.data(workOrderStart, { id });
  return id;
};
const rowOf = async (id: number) => {
  const { rows } = await server.data(workOrder.page, { size: 200 });
  return rows.find((row) => row.id === id);
};

test('an order goes from draft to closed, and shows who took each step', async () => {
  const person = await server.as(everything, { name: 'zhang' });
  const id = await added({ lot: 'A1', line_id: lines[0] });
  expect(await rowOf(id)).toMatchObject({ status: 'draft', mix: 'one_lot', remainder: 'allowed', line_name: 'L1' });
  const steps = [
    [workOrderRelease, 'released'],
    [workOrderStart, 'running'],
    [workOrderHold, 'held'],
    [workOrderStart, 'running'],
    [workOrderFinish, 'finished'],
  ] as const;
  for (const [step, status] of steps)
    expect(await server.data(step, { id }, { token: person })).toMatchObject({ status });
  expect(await rowOf(id)).toMatchObject({ started_at: expect.any(String), finished_at: expect.any(String) });
  expect(await server.data(workOrderClose, { id })).toEqual({ id, status: 'closed' });
  expect(await server.data(workOrderDetail, { id })).toMatchObject({
    released_at: expect.any(String),
    finished_by: 'zhang',
    closed_at: expect.any(String),
    close_reason: null,
  });
});

test('a step is refused with the required status', async () => {
  const id = await added();
  const early = [workOrderStart, workOrderHold, workOrderFinish, workOrderClose];
  for (const step of early) expect((await server.call(step, { id })).status).toBe(409);
  await server.data(workOrderRelease, { id });
  const again = await server.call(workOrderRelease, { id }, { language: 'en' });
  expect([again.status, again.envelope.message]).toEqual([409, 'Only a draft is released']);
  expect((await server.call(workOrderRelease, { id: 999_999 })).status).toBe(404);
});

test('a draft is changed and deleted; a released order is not', async () => {
  const id = await added({ line_id: lines[0], production_date: '2027-02-01' });
  await server.data(workOrder.update, { id, quantity: 12 });
  expect(await rowOf(id)).toMatchObject({ quantity: 12, line_name: 'L1', production_date: '2027-02-01' });
  await server.data(workOrderRelease, { id });
  expect((await server.call(workOrder.update, { id, quantity: 7 })).status).toBe(409);
  expect((await server.call(workOrder.remove, { id })).status).toBe(409);
  const other = await added();
  await server.data(workOrder.remove, { id: other });
  expect(await rowOf(other)).toBeUndefined();
});

test('the expiry date follows from the shelf life on release, unless given', async () => {
  const id = await added({ lot: 'E1', production_date: '2027-12-31' });
  const given = await added({ lot: 'E2', production_date: '2027-12-31', expiry_date: '2028-01-31' });
  for (const order of [id, given]) await server.data(workOrderRelease, { id: order });
  expect(await rowOf(id)).toMatchObject({ expiry_date: '2028-12-30' });
  expect(await rowOf(given)).toMatchObject({ expiry_date: '2028-01-31' });
  const before = { lot: 'E3', production_date: '2027-12-31', expiry_date: '2027-12-30' };
  const refused = await server.call(workOrder.add, { product_id: wine, quantity: 1, ...before });
  expect(reasonsOf(refused.envelope)).toEqual(['expiry_date before_production_date']);
});

test('open data of the lot is filled in on release, so that its goods can be released', async () => {
  const today = clockIn('Asia/Shanghai')(Date.now()).day;
  const id = await added();
  await server.data(workOrderRelease, { id });
  const lot = `${today.replaceAll('-', '')}-${id}`;
  expect(await rowOf(id)).toMatchObject({ lot, production_date: today, expiry_date: expect.any(String) });
  await server.data(workOrderStart, { id });
  await server.data(workOrderFinish, { id });
  expect(await server.data(lotRelease, { id, release: 'quality' })).toMatchObject({
    quality_released_at: expect.any(String),
  });
  const dated = await added({ production_date: '2026-03-01' });
  await server.data(workOrderRelease, { id: dated });
  expect(await rowOf(dated)).toMatchObject({ lot: `20260301-${dated}`, expiry_date: '2027-03-01' });
  const known = await added({ lot: `20260301-${dated}` });
  await server.data(workOrderRelease, { id: known });
  expect(await rowOf(known)).toMatchObject({ production_date: '2026-03-01', expiry_date: '2027-03-01' });
});

test('an order that would expire before its release needs a production date', async () => {
  const id = await added({ lot: 'X1', expiry_date: '2020-01-31' });
  const refused = await server.call(workOrderRelease, { id }, { language: 'en' });
  expect([refused.status, refused.envelope.message]).toEqual([409, expect.stringContaining('production date')]);
  await server.data(workOrder.update, { id, lot: 'X1', production_date: '2019-01-31', expiry_date: '2020-01-31' });
  await server.data(workOrderRelease, { id });
});

test('an order released before lots were required gets one when it resumes', async () => {
  const id = await added();
  await server.data(workOrderRelease, { id });
  await server.sql`update work_order set lot = null, lot_id = null where id = ${id}`;
  await server.data(workOrderStart, { id });
  expect(await rowOf(id)).toMatchObject({ lot: expect.stringContaining(`-${id}`) });
});

test('two orders make one lot on the same dates, and none on others', async () => {
  const dates = { lot: 'D1', production_date: '2027-03-01' };
  for (const id of [await added(dates), await added(dates)]) await server.data(workOrderRelease, { id });
  const id = await added({ ...dates, production_date: '2027-03-02' });
  const refused = await server.call(workOrderRelease, { id }, { language: 'en' });
  expect([refused.status, refused.envelope.message]).toEqual([409, expect.stringContaining('D1')]);
  expect(await rowOf(id)).toMatchObject({ status: 'draft' });
});

test('a lot that is made waits for its release, and then for another person to release it for the market', async () => {
  const [lab, head] = [
    await server.as(['orderlist', 'orderlist:quality'], { name: 'lab' }),
    await server.as(['orderlist', 'orderlist:quality'], { name: 'head of lab' }),
  ];
  const waitFor = async (token: string) =>
    (await server.data(noticesSummary, {}, { token })).waiting.find(({ name }) => name === 'lots_to_release')?.count ??
    0;
  const bothWait = async () => [await waitFor(lab), await waitFor(head)];
  const isListed = async () =>
    (await server.data(workOrder.page, { waits: 'lot_release' })).rows.some(({ lot }) => lot === 'W1');
  const before = await waitFor(lab);
  const id = await running({ lot: 'W1', order_no: 'WO-W1' });
  const more = await running({ lot: 'W1', order_no: 'WO-W1-2' });
  await server.data(workOrderFinish, { id });
  expect([await bothWait(), await isListed()]).toEqual([[before, before], false]);
  await server.data(workOrderFinish, { id: more });
  expect([await bothWait(), await isListed()]).toEqual([[before + 1, before + 1], true]);
  await server.data(lotRelease, { id, release: 'quality' }, { token: lab });
  expect([await bothWait(), await isListed()]).toEqual([[before, before + 1], true]);
  await server.data(lotRelease, { id, release: 'market' }, { token: head });
  expect([await bothWait(), await isListed()]).toEqual([[before, before], false]);
});

test('the lot is released for quality once all is made, and for the market by another person, once each', async () => {
  const none = await added();
  expect((await server.call(lotRelease, { id: none, release: 'quality' })).status).toBe(409);
  const id = await running({ lot: 'Q1', order_no: 'WO-Q1' });
  const more = await running({ lot: 'Q1', order_no: 'WO-Q1-2' });
  const early = await server.call(lotRelease, { id, release: 'market' }, { language: 'en' });
  expect([early.status, early.envelope.message]).toEqual([409, 'Quality is released before the market']);
  const maker = await server.as(everything);
  expect((await server.call(lotRelease, { id, release: 'quality' }, { token: maker })).status).toBe(401);
  const inspector = await server.as(['orderlist', 'orderlist:quality'], { name: 'qa' });
  await server.data(workOrderFinish, { id });
  const unmade = await server.call(lotRelease, { id, release: 'quality' }, { language: 'en', token: inspector });
  expect([unmade.status, unmade.envelope.message]).toEqual([409, expect.stringContaining('WO-Q1-2')]);
  await server.data(workOrderFinish, { id: more });
  await server.data(lotRelease, { id, release: 'quality' }, { token: inspector });
  expect((await server.call(lotRelease, { id, release: 'market' }, { token: inspector })).status).toBe(409);
  const keeper = await server.as(['orderlist', 'orderlist:quality'], { name: 'head of qa' });
  await server.data(lotRelease, { id, release: 'market' }, { token: keeper });
  expect((await server.call(lotRelease, { id, release: 'market' }, { token: keeper })).status).toBe(409);
  expect((await server.data(workOrderDetail, { id }, { token: inspector })).lot).toMatchObject({
    quality_released_by: 'qa',
    quality_released_by_id: (await server.sql`select id from account where account_name = 'qa'`)[0]?.id,
    market_released_at: expect.any(String),
    taken_back: [],
  });

  // Nothing more is made of it now, unless its releases are taken back: by another person, the later one first.
  const resumed = await server.call(workOrderStart, { id }, { language: 'en' });
  expect([resumed.status, resumed.envelope.message]).toEqual([409, expect.stringContaining('Q1')]);
  const sameLot = await added({ lot: 'Q1' });
  expect((await server.call(workOrderRelease, { id: sameLot })).status).toBe(409);
  const back = (release: 'quality' | 'market', token: string) =>
    server.call(lotTakeBack, { id, release, reason: 'a sample failed' }, { token, language: 'en' });
  expect((await back('quality', keeper)).status).toBe(409);
  expect((await back('market', keeper)).envelope.message).toContain('two people');
  expect((await back('market', inspector)).status).toBe(200);
  expect((await back('quality', keeper)).envelope.data).toMatchObject({
    quality_released_at: null,
    market_released_at: null,
    taken_back: [
      { release: 'quality', by: 'head of qa', reason: 'a sample failed' },
      { release: 'market', by: 'qa', reason: 'a sample failed' },
    ],
  });
  expect((await back('quality', keeper)).status).toBe(409);
  await server.data(workOrderStart, { id });
});

test('a line runs one order at a time: starting another holds the first, or gives a reason why both run', async () => {
  const line_id = await lineOf(await server.party('factory'), 'L-one');
  const [one, two, three] = [
    await running({ line_id, order_no: 'ONE-1' }),
    await added({ line_id, order_no: 'ONE-2' }),
    await added({ line_id, order_no: 'ONE-3' }),
  ];
  for (const id of [two, three]) await server.data(workOrderRelease, { id });
  const busy = await server.call(workOrderStart, { id: two }, { language: 'en' });
  expect([busy.status, busy.envelope.message]).toEqual([409, expect.stringContaining('ONE-1')]);
  const starter = await server.as(['orderlist', 'orderlist:start']);
  expect((await server.call(workOrderStart, { id: two, others: 'hold' }, { token: starter })).status).toBe(401);
  expect(await server.data(workOrderStart, { id: two, others: 'hold' })).toMatchObject({
    status: 'running',
    held: ['ONE-1'],
  });
  expect(await rowOf(one)).toMatchObject({ status: 'held' });
  const unsaid = await server.call(workOrderStart, { id: three, others: 'go_on' });
  expect(reasonsOf(unsaid.envelope)).toEqual(['reason required']);
  await server.data(workOrderStart, { id: three, others: 'go_on', reason: 'two lanes' });
  expect(await rowOf(two)).toMatchObject({ status: 'running' });
  expect(await server.data(workOrderDetail, { id: three })).toMatchObject({ beside_reason: 'two lanes' });
  await server.data(productionLine.update, { id: line_id, orders_at_once: 'several' });
  expect(await server.data(workOrderStart, { id: one })).toMatchObject({ status: 'running', held: [] });
});

test('an order has planned days, filled in on release', async () => {
  const turned = await server.call(workOrder.add, {
    ...{ product_id: wine, quantity: 1, planned_from: '2027-02-02', planned_to: '2027-02-01' },
  });
  expect(reasonsOf(turned.envelope)).toEqual(['planned_to before_planned_from']);
  const [given, dated, open] = [
    await added({ lot: 'PD1', planned_from: '2027-02-02' }),
    await added({ lot: 'PD2', production_date: '2027-02-03' }),
    await added({ lot: 'PD3' }),
  ];
  for (const id of [given, dated, open]) await server.data(workOrderRelease, { id });
  const today = clockIn('Asia/Shanghai')(Date.now()).day;
  const days = async (id: number) => {
    const row = await rowOf(id);
    return [row?.planned_from, row?.planned_to];
  };
  expect([await days(given), await days(dated), await days(open)]).toEqual([
    ['2027-02-02', '2027-02-02'],
    ['2027-02-03', '2027-02-03'],
    [today, today],
  ]);
  const { rows } = await server.data(workOrder.page, { keyword: 'PD', sort: 'planned_from' });
  expect(rows.map(({ lot }) => lot)).toEqual(['PD3', 'PD1', 'PD2']);
});

test('packed codes are counted and reconcile once their labels are bound to the order, as events of the order', async () => {
  const id = await running({ lot: 'P1' });
  const idle = await running();
  const [units, boxes] = [await freshCodes(1, 6), await freshCodes(3, 2)];
  const [first, second] = boxes as [string, string];
  const packing = { work_order_id: id };
  await server.data(pack, { ...packing, parent: first, children: units.slice(0, 3) });
  await server.data(pack, { ...packing, parent: second, children: units.slice(3, 5), remainder: true });
  await server.data(unpack, { children: units.slice(0, 1), reason: '漏液' });
  const figures = { bound: 5, packed: 4, loose: 1, packages: 2, remainders: 2, broken: [] };
  const unchecked = { issued: 0, used_beside: 5, verdict: 'unchecked', holds: false };
  expect(await server.data(workOrderReconciliation, { id })).toMatchObject({ ...figures, ...unchecked });
  await server.data(codesBind, { codes: units, work_order_id: id });
  const checked = { issued: 6, unused: 1, printed_unused: 1, used_beside: 0, verdict: 'holds', holds: true };
  expect(await server.data(workOrderReconciliation, { id })).toMatchObject({ ...figures, ...checked });
  const other = await server.call(codesBind, { codes: units, work_order_id: idle }, { language: 'en' });
  expect([other.status, other.envelope.message]).toEqual([
    409,
    'Some of these codes are bound to another work order: unbind them first',
  ]);
  expect(await rowOf(id)).toMatchObject({ bound: 5, packed: 4 });
  const reader = await server.as(['orderlist']);
  const events = await server.data(eventHistory, { work_order_id: id }, { token: reader });
  expect(events.map(({ act: eventType, reason }) => [eventType, reason])).toEqual([
    ['unpack', '漏液'],
    ['pack', null],
    ['pack', null],
  ]);
  expect(await server.data(eventHistory, { work_order_id: idle })).toEqual([]);
});

test('nothing is packed for a held order', async () => {
  const id = await running();
  await server.data(workOrderHold, { id });
  const [units, boxes] = [await freshCodes(1, 3), await freshCodes(3, 1)];
  const refused = await server.call(pack, { work_order_id: id, parent: boxes[0], children: units });
  expect(refused.envelope.data).toMatchObject({ refusals: [{ reason: 'order_not_running' }] });
});

test('an order that does not reconcile is closed with a reason, by another person than the one who finished it', async () => {
  const id = await running();
  const [units, boxes] = [await freshCodes(1, 3), await freshCodes(3, 1)];
  await server.data(pack, { work_order_id: id, parent: boxes[0] as string, children: units });
  // A device took two codes for it, and three are on products.
  await server.sql`
    insert into code_lease (work_order_id, code_order_id, level, first_id, last_id)
    select ${id}, id, 1, first_id, first_id + 1 from code_order order by id limit 1`;
  expect(await server.data(workOrderReconciliation, { id })).toMatchObject({
    holds: false,
    broken: [{ equation: 'issued', difference: 1 }],
  });
  await server.data(workOrderFinish, { id });
  expect(reasonsOf((await server.call(workOrderClose, { id })).envelope)).toEqual(['reason required']);
  const own = await server.call(workOrderClose, { id, reason: '一瓶破损' });
  expect(own.status).toBe(409);
  const other = await server.as(everything, { name: 'li' });
  await server.data(workOrderClose, { id, reason: ' 一瓶破损 ' }, { token: other });
  expect(await server.data(workOrderDetail, { id })).toMatchObject({ closed_by: 'li', close_reason: '一瓶破损' });
});

test('people of a factory see and edit its orders, and release none', async () => {
  const token = await server.as(everything, { factory: factories[1], name: 'wang' });
  const foreign = await running({ line_id: lines[0], lot: 'F0' });
  const { id: to_warehouse_id } = await server.data(warehouse.add, {
    warehouse_code: 'CK',
    warehouse_name: '成品库',
    warehouse_type: 'finished',
  });
  const id = await running({ line_id: lines[1], lot: 'F1', production_date: '2027-05-01', to_warehouse_id });
  const { rows } = await server.data(workOrder.page, {}, { token });
  expect(rows).toMatchObject([{ id, line_name: 'L2', production_date: '2027-05-01' }]);
  for (const call of [workOrderReconciliation, workOrderDetail])
    expect((await server.call(call, { id: foreign }, { token })).status).toBe(404);
  expect((await server.call(workOrderHold, { id: foreign }, { token })).status).toBe(404);
  expect(await server.data(eventHistory, { work_order_id: foreign }, { token })).toEqual([]);
  expect(await server.data(workOrderDetail, { id }, { token })).toMatchObject({ lot: { quality_released_at: null } });
  await server.data(workOrderHold, { id }, { token });

  const own = (await server.data(workOrder.add, { product_id: wine, quantity: 3 }, { token })).id;
  expect((await server.data(workOrder.page, {}, { token })).rows.map((row) => row.id)).toEqual([own, id]);
  const refused = await server.call(workOrder.add, { product_id: wine, quantity: 3, line_id: lines[0] }, { token });
  expect(reasonsOf(refused.envelope)).toEqual(['line_id no_such']);
  expect((await server.call(workOrderRelease, { id: own }, { token })).status).toBe(401);
});

test("the team of an order is of its line's factory", async () => {
  const shift = { team_name: '甲班', shift_start: '08:00', shift_end: '16:00' };
  const { id: team_id } = await server.data(team.add, { ...shift, team_code: 'T1', factory_id: factories[0] });
  expect(await rowOf(await added({ line_id: lines[0], team_id }))).toMatchObject({ team_name: '甲班' });
  const refused = await server.call(workOrder.add, { product_id: wine, quantity: 1, line_id: lines[1], team_id });
  expect(reasonsOf(refused.envelope)).toEqual(['team_id of_other_factory']);
});

test('drafts are imported, with the next number by default; orders under way are kept', async () => {
  const file = `order_no,product_code,quantity,line_code,lot,production_date
G1,W,100,L1,G1,2027-06-01
,W,200,l2,G2,
G3,nothing,5,,,
G4,W,0,,,`;
  const report = await bringFile(server, workOrder.import, file, { mode: 'good' });
  expect(report.refused).toMatchObject([
    { line: 4, problems: [{ path: 'product_id', reason: 'no_such' }] },
    { line: 5, problems: [{ path: 'quantity' }] },
  ]);
  const { rows } = await server.data(workOrder.page, { lot: 'G2' });
  expect(rows).toMatchObject([{ order_no: expect.stringMatching(/^WO\d+$/), status: 'draft', line_code: 'L2' }]);
  const [first] = (await server.data(workOrder.page, { keyword: 'G1' })).rows;
  await server.data(workOrderRelease, { id: first?.id as number });
  const again = await bringFile(server, workOrder.import, 'order_no,product_code,quantity\ng1,W,7', {
    mode: 'good',
    existing: 'update',
  });
  expect(again).toMatchObject({ total: 1, good: 0 });
  expect(await rowOf(first?.id as number)).toMatchObject({ quantity: 100 });
});

test('orders are exported with what was made', async () => {
  const file = await csvOf(server, workOrder.export, { lot: 'P1' });
  const [titles, ...orders] = file.trimEnd().split('\r\n');
  expect(titles).toContain('工单号,状态,产品编码');
  expect(orders).toEqual([expect.stringMatching(/,生产中,W,.*,5,4,/)]);
});

test('a part of an order becomes a draft, on another line if requested, and output stays', async () => {
  const shift = { team_name: '乙班', shift_start: '20:00', shift_end: '08:00' };
  const { id: team_id } = await server.data(team.add, { ...shift, team_code: 'TS', factory_id: factories[0] });
  const dates = { production_date: '2027-07-01', expiry_date: '2028-07-01' };
  const id = await running({ quantity: 10, lot: 'S1', line_id: lines[0], team_id, remark: '急', ...dates });
  await server.data(pack, {
    work_order_id: id,
    parent: (await freshCodes(3, 1))[0] as string,
    children: await freshCodes(1, 3),
  });
  const person = await server.as(everything, { name: 'sun' });
  const part = await server.data(workOrderSplit, { id, quantity: 4 }, { token: person });
  expect(await rowOf(id)).toMatchObject({ quantity: 6, status: 'running', packed: 3 });
  const same = { status: 'draft', quantity: 4, lot: 'S1', line_name: 'L1', team_name: '乙班', remark: '急', ...dates };
  expect(await rowOf(part.id)).toMatchObject({ ...same, order_no: part.order_no, packed: 0, hierarchy_name: '1=3' });
  expect(await server.data(workOrderDetail, { id: part.id })).toMatchObject({ created_by: 'sun' });
  await server.data(workOrderRelease, { id: part.id });

  const other = await server.data(workOrderSplit, { id, quantity: 1, line_id: lines[1] });
  expect(await rowOf(other.id)).toMatchObject({ line_name: 'L2', team_name: null, lot: 'S1' });
  expect((await server.data(workOrder.page, { keyword: '急' })).total).toBe(3);
  const more = await server.call(workOrderSplit, { id, quantity: 3 }, { language: 'en' });
  expect(reasonsOf(more.envelope)).toEqual(['quantity stays_with_order']);
  expect(more.envelope.message).toContain('at most 2');
  const nowhere = await server.call(workOrderSplit, { id, quantity: 1, line_id: 999_999 });
  expect(reasonsOf(nowhere.envelope)).toEqual(['line_id no_such']);
});

test('an order of one unit, a finished one and one of another factory are not split', async () => {
  const single = await server.call(workOrderSplit, { id: await added({ quantity: 1 }), quantity: 1 });
  expect(reasonsOf(single.envelope)).toEqual(['quantity stays_with_order']);
  const id = await running({ line_id: lines[0] });
  const token = await server.as(everything, { factory: factories[1] });
  expect((await server.call(workOrderSplit, { id, quantity: 1 }, { token })).status).toBe(404);
  await server.data(workOrderFinish, { id });
  expect((await server.call(workOrderSplit, { id, quantity: 1 })).status).toBe(409);
});
