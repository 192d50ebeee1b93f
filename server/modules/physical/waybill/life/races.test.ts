import type { Call, InputOf } from '@suyuan/contract/call/call.ts';
import { recallAdd, recallBegin } from '@suyuan/contract/inspect/recall/recall.ts';
import { barter, minderlieferung, rdcDissociated } from '@suyuan/contract/physical/amendment.ts';
import {
  dissociated,
  inspectionResults,
  inspectReturn,
  receiveReturn,
  refund,
} from '@suyuan/contract/physical/refund.ts';
import { boxCodes, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { loadingRulesUpdate } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import {
  load,
  ship,
  sign,
  unload,
  waybill,
  waybillCodes,
  waybillDetail,
} from '@suyuan/contract/physical/waybill/waybill.ts';
import { unpack } from '@suyuan/contract/plant/packing/packing.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { testServer } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

// What people do to the same goods at the same moment, each on another server: one of them wins, the other is told.

const { server: one, goods, from, dealerId } = await goodsServer();
const other = await testServer({}, one);
afterAll(() => other.stop());

async function casesAndSales(cases: number, sales: number) {
  const made = await goods.made(from);
  const codes = (await goods.cases(made, cases)).map(({ code }) => code);
  const ids: number[] = [];
  for (let n = 0; n < sales; n++)
    ids.push(await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: cases * 3 }]));
  return { made, codes, ids };
}

const loadedOn = async (id: number) => (await one.data(waybillDetail, { id })).loaded;
const unitsAt = async (warehouse_id: number, product_id: number) =>
  (await one.data(stock, { warehouse_id, product_id })).reduce((sum, { units }) => sum + units, 0);

test('cases loaded on two waybills concurrently are each on one of them', async () => {
  const { codes, ids } = await casesAndSales(6, 2);
  const [here, there] = ids as [number, number];
  const answers = await Promise.all(
    codes.flatMap((code) => [
      one.data(load, { id: here, codes: [code] }),
      other.data(load, { id: there, codes: [code] }),
    ]),
  );
  expect(answers.flatMap(({ loaded }) => loaded)).toHaveLength(6);
  expect(answers.flatMap(({ refusals }) => refusals.map(({ reason }) => reason))).toEqual(
    Array.from({ length: 6 }, () => 'loaded_already'),
  );
  expect((await loadedOn(here)) + (await loadedOn(there))).toBe(18);
});

test('goods loaded during shipping leave with it, or are refused', async () => {
  const { made, codes, ids } = await casesAndSales(2, 1);
  const [id = 0] = ids;
  const [first, second] = codes as [string, string];
  await one.data(load, { id, codes: [first] });
  const [shipped, loading] = await Promise.all([
    one.data(ship, { id, short_reason: 'the lorry leaves' }),
    other.data(load, { id, codes: [second] }),
  ]);
  const isOn = loading.loaded.length === 1;
  expect(shipped.units).toBe(isOn ? 6 : 3);
  if (!isOn) expect(loading.refusals).toMatchObject([{ reason: 'waybill_not_open' }]);
  expect(await loadedOn(id)).toBe(isOn ? 6 : 3);
  expect(await unitsAt(from, made.productId)).toBe(isOn ? 0 : 3);
});

test('a waybill leaves once and arrives once, with concurrent callers', async () => {
  const { codes, ids } = await casesAndSales(1, 1);
  const [id = 0] = ids;
  await one.data(load, { id, codes });
  const shipping = await Promise.all([one.call(ship, { id }), other.call(ship, { id })]);
  expect(shipping.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const signing = await Promise.all([one, other].map((server) => server.call(sign, { id, received: 'all' })));
  expect(signing.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await one.data(waybillDetail, { id })).received).toBe(3);
});

test('a case taken off a waybill during shipping does one or the other', async () => {
  const { made, codes, ids } = await casesAndSales(2, 1);
  const [id = 0] = ids;
  await one.data(load, { id, codes });
  const [shipped, off] = await Promise.all([
    one.data(ship, { id, short_reason: 'one is broken' }),
    other.data(unload, { id, codes: codes.slice(0, 1) }),
  ]);
  const isOff = off.unloaded.length === 1;
  expect(shipped.units).toBe(isOff ? 3 : 6);
  expect(await unitsAt(from, made.productId)).toBe(isOff ? 3 : 0);
});

test('a case is returned once, and inspected once', async () => {
  const { made, codes, ids } = await casesAndSales(1, 1);
  const [id = 0] = ids;
  await one.data(load, { id, codes });
  await one.data(ship, { id });
  await one.data(sign, { id, received: 'all' });
  const warehouse_id = await goods.warehouse();
  const request = { dealer_id: dealerId, warehouse_id, reason: 'too many', lines: [] };
  const [here, there] = [(await one.data(refund.add, request)).id, (await one.data(refund.add, request)).id];
  const back = await Promise.all([
    one.data(receiveReturn, { id: here, codes }),
    other.data(receiveReturn, { id: there, codes }),
  ]);
  expect(back.flatMap(({ received }) => received)).toHaveLength(1);
  expect(back.flatMap(({ refusals }) => refusals.map(({ reason }) => reason))).toEqual(['returned_already']);
  const won = back[0]?.received.length === 1 ? here : there;
  const inspections = await Promise.all([
    one.call(inspectReturn, { id: won, codes, result: 'restock', reason: 'as new' }),
    other.call(inspectReturn, { id: won, codes, result: 'scrap', reason: 'wet' }),
  ]);
  expect(inspections.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const isGood = inspections[0]?.status === 200;
  expect(await unitsAt(warehouse_id, made.productId)).toBe(isGood ? 3 : 0);
  expect((await one.data(boxCodes, { codes }))[0]?.life).toBe(isGood ? 'active' : 'destroyed');
});

test('a return concurrent with a hold is received once, and blocked from then on', async () => {
  const { made, codes, ids } = await casesAndSales(2, 1);
  const [id = 0] = ids;
  await one.data(load, { id, codes });
  await one.data(ship, { id });
  const warehouse_id = await goods.warehouse();
  const back = (await one.data(refund.add, { dealer_id: dealerId, warehouse_id, reason: 'too many', lines: [] })).id;
  const called = (await one.data(recallAdd, { scope: { codes }, drill: false, reason: 'glass in it' })).id;
  const [first, second] = codes as [string, string];
  await one.data(receiveReturn, { id: back, codes: [first] });
  const inspecting = { id: back, codes: [first], result: 'restock', reason: 'as new' } as const;
  const [taken, inspected, begun] = await Promise.all([
    one.data(receiveReturn, { id: back, codes: [second] }),
    one.call(inspectReturn, inspecting),
    other.call(recallBegin, { id: called }),
  ]);
  expect(begun.status).toBe(200);
  // Goods that are called back come back all the same; whether they were in stock again before is for the order of both.
  expect([...taken.received, ...taken.refusals]).toHaveLength(1);
  const isBack = taken.received.length === 1;
  const isStocked = inspected.status === 200;
  if (!isStocked)
    expect(inspected).toMatchObject({ status: 409, envelope: { data: { refusals: [{ reason: 'on_hold' }] } } });
  const stocks = await one.data(stock, { warehouse_id, product_id: made.productId });
  const sum = (of: 'units' | 'quarantined') => stocks.reduce((all, row) => all + row[of], 0);
  expect([sum('units'), sum('quarantined')]).toEqual([isStocked ? 3 : 0, (isStocked ? 0 : 3) + (isBack ? 3 : 0)]);
  const again = await other.call(inspectReturn, inspecting);
  expect(again.status).toBe(409);
  const sale = await goods.sale(warehouse_id, dealerId, [{ product_id: made.productId, quantity: 3 }]);
  const { loaded, refusals } = await other.data(load, { id: sale, codes: [first] });
  expect(loaded).toEqual([]);
  expect(refusals.map(({ reason }) => reason)).toContain(isStocked ? 'on_hold' : 'not_here');
});

/** A step that somebody takes: what of it makes no sense is refused. */
type Step = (by: typeof one) => Promise<{ readonly status: number }>;
const step =
  <C extends Call>(call: C, input: InputOf<C>): Step =>
  (by) =>
    by.call(call, input);

/** Goods that a sale, a transfer and a return may be about. */
async function anyGoods() {
  const warehouse = await goods.warehouse();
  const rules = (['not_ordered', 'over_quantity', 'incomplete', 'older_first'] as const).map((reason) => ({
    ...{ reason, policy: 'allow' as const },
  }));
  await one.data(loadingRulesUpdate, { warehouse_id: warehouse, rules });
  const made = await goods.made(warehouse);
  const [pallet, loose] = [await goods.pallet(made), await goods.cases(made, 3)];
  const codes = [
    ...[pallet.code, ...pallet.cases.map(({ code }) => code), ...loose.map(({ code }) => code)],
    ...[pallet.cases[0]?.bottles[0], loose[0]?.bottles[0]].map((code) => code as string),
  ];
  const lines = [{ product_id: made.productId, quantity: 6 }];
  const to_warehouse_id = await goods.warehouse();
  const transfer = { kind: 'transfer', from_warehouse_id: warehouse, to_warehouse_id, lines } as const;
  const waybills = [await goods.sale(warehouse, dealerId, lines), (await one.data(waybill.add, transfer)).id];
  // The sale has left with the pallet and a case of it, so that there is something to put right.
  await one.data(load, { id: waybills[0] as number, codes: [pallet.code, codes[3] as string] });
  await one.data(ship, { id: waybills[0] as number });
  const request = { dealer_id: dealerId, warehouse_id: to_warehouse_id, reason: 'too many', lines: [] };
  return { codes, waybills, warehouse, back: (await one.data(refund.add, request)).id };
}

type AnyGoods = Awaited<ReturnType<typeof anyGoods>>;

interface Chosen {
  readonly nth: number;
  readonly codes: readonly number[];
  readonly on: number;
}

/** Any step about any of them, by their places; those more often that others build on. */
const anyStep: fc.Arbitrary<Chosen> = fc.record({
  nth: fc.constantFrom(0, 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 7, 8, 8, 8, 9, 10, 11, 12),
  codes: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 2 }),
  on: fc.nat(1),
});

function stepOf({ codes: all, waybills, warehouse, back }: AnyGoods, chosen: Chosen): Step {
  const codes = chosen.codes.map((at) => all[at] as string);
  const id = waybills[chosen.on] as number;
  const reason = 'as it came';
  const inspected = { id: back, codes, reason };
  const ofWaybill = { waybill_id: id, reason };
  const pairs = [{ old: codes[0] as string, new: all[5] as string }];
  const steps: readonly Step[] = [
    step(load, { id, codes, override_reason: reason }),
    step(load, { id, codes: all.slice(0, 5), override_reason: reason }),
    step(unload, { id, codes }),
    step(ship, { id, short_reason: reason }),
    step(sign, { id, received: 'all' }),
    step(sign, { id, received: codes, differences: [{ code: codes[0] as string, kind: 'short' }] }),
    step(minderlieferung, { ...ofWaybill, codes, to_warehouse_id: warehouse }),
    step(rdcDissociated, chosen.codes.includes(0) ? ofWaybill : { ...ofWaybill, codes }),
    step(barter, { ...ofWaybill, pairs }),
    step(receiveReturn, { id: back, codes }),
    step(inspectReturn, {
      ...inspected,
      result: inspectionResults[(chosen.codes[0] as number) % 3] ?? 'scrap',
    }),
    step(dissociated, { refund_id: back, codes, reason }),
    step(unpack, { children: codes, reason }),
  ];
  return steps[chosen.nth] as Step;
}

/** What is told of a waybill: its lines with what no line orders, and its codes. */
async function toldOf(id: number) {
  const { lines, unordered } = await one.data(waybillDetail, { id });
  const { rows } = await one.data(waybillCodes, { id, size: 500 });
  const sum = (of: (row: { loaded: number }) => number) => lines.reduce((all, line) => all + of(line), 0);
  const onCodes = rows.reduce((all, { units }) => all + units, 0);
  const odd = rows.filter(({ units, received, returned }) => Math.min(received, returned, units - returned) < 0);
  return { onLines: sum(({ loaded }) => loaded) + unordered, onCodes, odd };
}

test('after any concurrent work on waybills and returns, reports match what was done', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyStep, anyStep), { minLength: 6, maxLength: 12 }), async (pairs) => {
      const about = await anyGoods();
      for (const [first, second] of pairs) {
        const answers = await Promise.all([stepOf(about, first)(one), stepOf(about, second)(other)]);
        expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
        expect(await differences(one.sql)).toEqual([]);
        for (const id of about.waybills) {
          const { onLines, onCodes, odd } = await toldOf(id);
          expect([onLines, odd]).toEqual([onCodes, []]);
        }
      }
      const below = await one.data(stock, {});
      expect(below.filter(({ units, loaded, quarantined }) => Math.min(units - loaded, quarantined) < 0)).toEqual([]);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
