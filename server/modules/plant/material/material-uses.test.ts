import { dealer } from '@suyuan/contract/base/dealer.ts';
import { material } from '@suyuan/contract/base/material.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { load, ship, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { deviceBatch, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { materialFlow, materialFlowExport } from '@suyuan/contract/plant/material/material-query.ts';
import {
  materialLabelRead,
  materialUse,
  materialUseAdd,
  materialUseCorrect,
  materialUseImport,
} from '@suyuan/contract/plant/material/material-use.ts';
import { workOrder, workOrderFinish } from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { bringFile, csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let line_id: number;
let orders: { id: number; order_no: string }[];
let wheat: number;
let glass: number;
const gtin = '06901234000016';

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const line = await plant.line();
  device = line.device;
  line_id = line.line_id;
  orders = [await plant.workOrder(line.line_id), await plant.workOrder(line.line_id)];
  const added = async (material_code: string, more: Partial<InputOf<typeof material.add>>) =>
    (await server.data(material.add, { material_code, material_name: material_code, kind: 'raw', ...more })).id;
  wheat = await added('wheat', { unit: 'kg', gtin: '6901234000016', shelf_life_days: 10 });
  glass = await added('bottle glass', { kind: 'packaging', unit: 'pcs' });
  await plant.codes(1, 100);
  await plant.codes(3, 100);
});
afterAll(() => server.stop());

type Use = InputOf<typeof materialUseAdd>;
const use = (order: number, more: Partial<Use> = {}): Use => ({
  work_order_id: orders[order]?.id as number,
  material_id: wheat,
  material_lot: 'W-1',
  amount: 100,
  ...more,
});
const usesOf = async (material_lot: string) => (await server.data(materialUse.page, { material_lot })).rows;

test("a lot is recorded on a work order, with person and time, in the material's unit", async () => {
  const person = await server.as(['orderlist', 'orderlist:materials'], { name: 'zhou' });
  const { id } = await server.data(materialUseAdd, use(0, { material_lot: 'W-0', amount: 12.5 }), { token: person });
  expect(await usesOf('w-0')).toMatchObject([
    { id, amount: 12.5, unit: 'kg', used_by: 'zhou', source: 'form', order_no: orders[0]?.order_no, corrected: false },
  ]);
  const nothing = await server.call(materialUseAdd, use(0, { amount: 0 }));
  expect(reasonsOf(nothing.envelope)).toEqual(['amount too_small']);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(reasonsOf((await server.call(materialUseAdd, use(0, { used_at: tomorrow }))).envelope)).toEqual([
    'used_at in_future',
  ]);
});

test("a supplier's label gives material, lot and expiry; a plain lot what is known of it", async () => {
  const label = `(01)${gtin}(10)G-77(17)990630(3102)012550`;
  expect(await server.data(materialLabelRead, { label })).toMatchObject({
    material_id: wheat,
    material_lot: 'G-77',
    expiry_date: '1999-06-30',
    expired: true,
    amount: 125.5,
    unit: 'kg',
  });
  expect(await server.data(materialLabelRead, { label: `(01)${gtin}(10)G-78(11)260105` })).toMatchObject({
    expiry_date: '2026-01-15',
  });
  expect(await server.data(materialLabelRead, { label: '(01)04012345678901(10)X' })).toMatchObject({
    gtin: '04012345678901',
    material_id: null,
  });
  expect(await server.data(materialLabelRead, { label: 'B-9' })).toMatchObject({
    material_id: null,
    material_lot: 'B-9',
  });
  await server.data(
    materialUseAdd,
    use(0, { material_id: glass, material_lot: 'B-9', supplier: 'Glassworks', label: 'B-9' }),
  );
  expect(await server.data(materialLabelRead, { label: 'b-9' })).toMatchObject({
    material_id: glass,
    supplier: 'Glassworks',
    unit: 'pcs',
  });
  expect((await usesOf('B-9'))[0]).toMatchObject({ source: 'scan' });
});

test('an expired lot is refused without a reason', async () => {
  const old = use(0, { material_lot: 'OLD', expiry_date: '2020-01-31' });
  const refused = await server.call(materialUseAdd, old, { language: 'en' });
  expect(reasonsOf(refused.envelope)).toEqual(['expiry_date material_expired']);
  expect(JSON.stringify(refused.envelope.data)).toContain('2020-01-31');
  await server.data(materialUseAdd, { ...old, expired_reason: 'released by the laboratory' });
  expect(await usesOf('OLD')).toMatchObject([{ expired_reason: 'released by the laboratory' }]);
});

test('a corrected record is kept beside its replacement, and corrected once', async () => {
  const { id } = await server.data(materialUseAdd, use(0, { material_lot: 'C-1', amount: 10 }));
  const next = await server.data(materialUseCorrect, { id, amount: 8, reason: 'weighed again' });
  expect((await usesOf('C-1')).map((row) => [row.amount, row.corrected, row.correction_reason])).toEqual([
    [8, false, 'weighed again'],
    [10, true, null],
  ]);
  expect((await server.call(materialUseCorrect, { id, amount: 7, reason: 'x' })).status).toBe(409);
  await server.data(materialUseCorrect, { id: next.id, amount: 0, reason: 'another order’s' });
  expect((await server.data(materialFlow, { material_lot: 'C-1' })).steps).toEqual([]);
});

test('a draft and a closed order accept no materials', async () => {
  const { id, order_no } = await server.data(workOrder.add, { product_id: plant.product_id, quantity: 1 });
  const early = await server.call(materialUseAdd, use(0, { work_order_id: id }), { language: 'en' });
  expect([early.status, early.envelope.message]).toEqual([409, expect.stringContaining('release it first')]);
  const draft = `order_no,material_code,material_lot,amount\n${order_no},wheat,D-1,1`;
  const { refused } = await bringFile(server, materialUseImport, draft, { mode: 'dry' });
  expect(refused[0]?.problems).toEqual([{ path: '', reason: 'material_of_draft', message: early.envelope.message }]);
  const line = await plant.line();
  const done = await plant.workOrder(line.line_id);
  await server.data(workOrderFinish, { id: done.id });
  await server.data(materialUseAdd, use(0, { work_order_id: done.id, material_lot: 'L-1' }));
  await server.data(workOrderClose, { id: done.id });
  const late = await server.call(materialUseAdd, use(0, { work_order_id: done.id }), { language: 'en' });
  expect([late.status, late.envelope.message]).toEqual([409, expect.stringContaining('closed')]);
});

test('lots are imported, with orders by number and materials by code', async () => {
  const file = `order_no,material_code,material_lot,amount,expiry_date
${orders[0]?.order_no},wheat,F-1,3.25,2099-01-31
nothing,wheat,F-2,1,
${orders[0]?.order_no},wheat,F-3,1,2020-01-31`;
  const report = await bringFile(server, materialUseImport, file, { mode: 'good' });
  expect(report.refused).toMatchObject([
    { line: 3, problems: [{ path: 'work_order_id', reason: 'no_such' }] },
    { line: 4, problems: [{ path: 'expiry_date', reason: 'material_expired' }] },
  ]);
  expect(await usesOf('F-1')).toMatchObject([{ amount: 3.25, source: 'import', expiry_date: '2099-01-31' }]);
});

test('dates and times in a file are read as people, spreadsheets and exports write them', async () => {
  const line = (lot: string, day: string, at: string) => `${orders[0]?.order_no},wheat,${lot},1,${day},${at}`;
  const file = ['order_no,material_code,material_lot,amount,expiry_date,used_at']
    .concat(line('Z-1', '2099/1/5', '2026-01-31 08:00:00'), line('Z-2', '2099年1月5日', '2026/1/31 8:00'))
    .concat(line('Z-3', '2099-01-05', '2026-01-31T00:00:00Z'), line('Z-4', '05/01/2099', 'yesterday'))
    .concat(line('Z-5', '2099-02-30', '2026-01-31 25:00'));
  const report = await bringFile(server, materialUseImport, file.join('\n'), { mode: 'good' });
  for (const lot of ['Z-1', 'Z-2', 'Z-3']) {
    expect(await usesOf(lot)).toMatchObject([{ expiry_date: '2099-01-05', used_at: '2026-01-31T00:00:00.000Z' }]);
  }
  const moment = { path: 'used_at', reason: 'written_moment' };
  expect(report.refused).toMatchObject([
    { line: 5, problems: [{ path: 'expiry_date', reason: 'ambiguous_day' }, moment] },
    { line: 6, problems: [{ path: 'expiry_date', reason: 'format_date' }, moment] },
  ]);
  expect(report.refused[0]?.problems[0]?.message).toMatch(/2099-01-05.*2099-05-01/);

  const again = await bringFile(server, materialUseImport, file.join('\n'), { mode: 'good' });
  expect(again).toMatchObject({ added: 0, unchanged: 3, written: 0 });
  expect(await usesOf('Z-1')).toHaveLength(1);
});

test('numbers and dates in a file are read in the chosen language', async () => {
  const titles = 'order_no;material_code;material_lot;amount;expiry_date';
  const line = (lot: string, amount: string, day: string) => `${orders[0]?.order_no};wheat;${lot};${amount};${day}`;
  const file = [titles, line('Y-1', '12.000', '01/11/2099'), line('Y-2', '1,125', '25/12/2099')].join('\n');
  const bring = (writtenIn?: 'es' | 'en-US') =>
    bringFile(server, materialUseImport, `sep=;\n${file}`, { mode: 'good', ...(writtenIn ? { writtenIn } : {}) });
  const reasons = (report: Awaited<ReturnType<typeof bring>>) =>
    report.refused.map(({ line: at, problems }) => [at, ...problems.map(({ reason }) => reason)]);
  expect(reasons(await bring())).toEqual([
    [3, 'ambiguous_number', 'ambiguous_day'],
    [4, 'format_date', 'ambiguous_number'],
  ]);
  expect(reasons(await bring('en-US'))).toEqual([[4, 'not_written_so']]);
  expect(await usesOf('Y-1')).toMatchObject([{ amount: 12, expiry_date: '2099-01-11' }]);
  expect(reasons(await bring('es'))).toEqual([]);
  expect(await usesOf('Y-2')).toMatchObject([{ amount: 1.125, expiry_date: '2099-12-25' }]);
});

const packed = async ({ order_no }: { order_no: string }): Promise<{ box: string; units: string[] }> => {
  const codes = async (level: number, quantity: number) => {
    const { lease } = await device.data(deviceLease, { order_no, level, quantity });
    const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, {
      headers: { 'device-key': device.key },
    });
    return (await file.text()).trimEnd().split('\n');
  };
  const [units, [box]] = [await codes(1, 3), (await codes(3, 1)) as [string]];
  const event_time = new Date(Date.now() - 60_000).toISOString();
  const events = [{ id: '1', act: 'packed' as const, event_time, order_no, parent: box, codes: units }];
  await device.data(deviceBatch, { batch_key: `pack ${box}`, acts: events });
  return { box, units };
};

test('a material lot leads to orders, lots and packages; a code and a product lot lead back', async () => {
  await server.data(materialUseAdd, use(0, { material_lot: 'T-1', amount: 40 }));
  const { id: lower } = await server.data(materialUseAdd, use(0, { material_lot: 'T-1', amount: 2.5 }));
  // As it was written before twins were told of.
  await server.sql`update material_use set material_lot = 't-1' where id = ${lower}`;
  await server.data(materialUseAdd, use(1, { material_lot: 'T-1', amount: 60 }));
  await server.data(materialUseAdd, use(1, { material_id: glass, material_lot: 'T-1', amount: 7 }));
  const { box, units } = await packed(orders[1] as (typeof orders)[number]);
  const flow = await server.data(materialFlow, { material_lot: 'T-1', material_id: wheat });
  const [materials, made, lots, packages] = flow.steps;
  expect(materials?.nodes).toMatchObject([{ title: 'wheat', note: 'T-1', quantity: 102.5, unit: 'kg' }]);
  expect(made?.nodes.map(({ title }) => title)).toEqual([orders[1]?.order_no, orders[0]?.order_no]);
  expect(lots?.nodes).toContainEqual(expect.objectContaining({ title: 'LOT2', quantity: 3 }));
  expect(packages?.nodes).toMatchObject([{ quantity: 1, note: null }]);
  const into = (id: number | undefined) =>
    flow.links.filter(({ to }) => to === `orders:${id}`).map(({ quantity }) => quantity);
  expect([into(orders[0]?.id), into(orders[1]?.id)]).toEqual([[42.5], [60]]);

  for (const lookup of [{ code: units[0] as string }, { code: box }, { product_lot: 'LOT2' }]) {
    const back = await server.data(materialFlow, lookup);
    expect(back.steps[0]?.nodes.map(({ title, quantity }) => [title, quantity])).toEqual([
      ['wheat', 60],
      ['bottle glass', 7],
    ]);
    expect(back.steps[1]?.nodes).toMatchObject([{ title: orders[1]?.order_no }]);
  }
  expect(reasonsOf((await server.call(materialFlow, {})).envelope)).toEqual(['material_lot required']);
  expect((await server.data(materialFlow, { material_lot: 'nothing' })).steps).toEqual([]);
});

test("the trace continues to waybills and dealers, with amounts, within one's access", async () => {
  const { id, order_no } = await plant.workOrder(line_id);
  await server.data(materialUseAdd, { ...use(0, { material_lot: 'S-1' }), work_order_id: id });
  await server.sql`
    update lot set quality_released_at = now(), quality_released_by = 1, market_released_at = now(), market_released_by = 1
    where lot_no = ${order_no.replace('WO-', 'LOT')}`;
  const [whole, opened] = [await packed({ order_no }), await packed({ order_no })];
  const [bottle] = opened.units as [string];
  const to_dealer_id = (await server.data(dealer.add, { dealer_code: 'D', dealer_name: 'Dealer', dealer_level: 1 })).id;
  const [from] = await server.sql<{ id: number }[]>`select id from warehouse`;
  const sale = { kind: 'sale', from_warehouse_id: from?.id as number, to_dealer_id } as const;
  const lines = [{ product_id: plant.product_id, quantity: 4 }];
  const sent = await server.data(waybill.add, { ...sale, waybill_no: 'WB-FLOW', lines });
  await server.data(load, { id: sent.id, codes: [whole.box, bottle] });
  const stepsOf = async (lookup: InputOf<typeof materialFlow>, token = server.admin) => {
    const { steps, links } = await server.data(materialFlow, lookup, { token });
    const titles = steps.map(({ key, nodes }) => [key, nodes.map(({ title, quantity }) => [title, quantity])]);
    return { steps: Object.fromEntries(titles), links };
  };
  expect((await stepsOf({ material_lot: 'S-1' })).steps).not.toHaveProperty('waybills');
  await server.data(ship, { id: sent.id });
  const { steps, links } = await stepsOf({ material_lot: 'S-1' });
  expect(Object.keys(steps)).toEqual(['materials', 'orders', 'lots', 'packages', 'waybills', 'dealers']);
  expect(steps).toMatchObject({ waybills: [['WB-FLOW', 4]], dealers: [['Dealer', 4]] });
  const into = links.filter(({ to }) => to === `waybills:${sent.id}`);
  expect(into.map(({ from: source, quantity }) => [source.split(':')[0], quantity]).toSorted()).toEqual([
    ['lots', 1],
    ['packages', 3],
  ]);
  expect((await stepsOf({ code: bottle })).steps).toMatchObject({ dealers: [['Dealer', 4]] });
  const [factory] = await server.sql<{ id: number }[]>`select id from factory`;
  const token = await server.as(['materialquery'], { factory: factory?.id as number });
  expect((await stepsOf({ product_lot: order_no.replace('WO-', 'LOT') }, token)).steps).not.toHaveProperty('waybills');
});

test('packages in a confirmed set are counted without rows of their own', async () => {
  const [pallets, cases, bottles] = await Promise.all((await plant.sets(1)).map((id) => codesOfOrder(server, id)));
  const event_time = new Date(Date.now() - 30_000).toISOString();
  const { order_no, id } = orders[0] as { order_no: string; id: number };
  const parent = pallets?.[0] as string;
  const events = [{ id: '1', act: 'packed' as const, event_time, order_no, parent, codes: [] }];
  await device.data(deviceBatch, { batch_key: 'set', acts: events });
  const { steps } = await server.data(materialFlow, { code: bottles?.[0] as string });
  expect(steps.find(({ key }) => key === 'orders')?.nodes).toMatchObject([{ id }]);
  const counted = async () =>
    (await server.data(materialFlow, { product_lot: 'LOT1' })).steps
      .find(({ key }) => key === 'packages')
      ?.nodes.map(({ quantity, note }) => [quantity, note]);
  expect(await counted()).toEqual([
    [2, null],
    [1, null],
  ]);
  await server.data(unpack, { children: [bottles?.[5] as string], reason: 'leaks' });
  expect(await counted()).toEqual([
    [2, expect.stringMatching(/1/)],
    [1, expect.stringMatching(/1/)],
  ]);
  await server.data(unpack, { parent: cases?.[0] as string, reason: 'leaks' });
  expect(await counted()).toEqual([
    [1, expect.stringMatching(/1/)],
    [1, expect.stringMatching(/1/)],
  ]);
});

test('the trace is exported, a line for each amount', async () => {
  const file = await csvOf(server, materialFlowExport, { material_lot: 'T-1', material_id: `${wheat}` });
  const [titles, ...lines] = file.trimEnd().split('\r\n');
  expect(titles).toContain('环节,名称,说明,来自,数量,单位,已冻结');
  expect(lines).toContainEqual(expect.stringMatching(/^工单,WO-2,Wine,wheat · T-1,60,kg,$/));
});

test('people of a factory see what its own orders used', async () => {
  const token = await server.as(['orderlist', 'orderlist:materials', 'materialquery'], {
    factory: await server.party('factory'),
  });
  expect((await server.data(materialUse.page, {}, { token })).total).toBe(0);
  expect((await server.data(materialFlow, { material_lot: 'T-1' }, { token })).steps).toEqual([]);
  expect((await server.data(materialFlow, { product_lot: 'LOT2' }, { token })).steps).toEqual([]);
  const foreign = await server.call(materialUseAdd, use(0), { token });
  expect(reasonsOf(foreign.envelope)).toEqual(['work_order_id no_such']);
});
