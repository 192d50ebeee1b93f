import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { hold, holdAdd, holdDetail, holdPreview, holdRelease, holdUpdate } from '@suyuan/contract/inspect/hold.ts';
import { informationEpcis, informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { recallAdd, recallBegin, recallRelease } from '@suyuan/contract/inspect/recall/recall.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { inspectReturn, receiveReturn, refund, refundDetail } from '@suyuan/contract/physical/refund.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { suggestions } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import {
  load,
  ship,
  sign,
  unload,
  type WaybillKind,
  waybill,
  waybillCodes,
} from '@suyuan/contract/physical/waybill/waybill.ts';
import { materialFlow } from '@suyuan/contract/plant/material/material-query.ts';
import { orderCodes } from '@suyuan/contract/plant/order/order-codes.ts';
import { workOrderDetail } from '@suyuan/contract/plant/order/work-order.ts';
import { type PackageNode, packageTree, packSet, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { collect } from '@suyuan/contract/report/production.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Goods } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

let server: TestServer;
let goods: Goods;
let from: number;
let dealer: number;
let quarantine: number;
/** A second person, who may release what the administrator holds. */
let other: string;

beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  from = await goods.warehouse();
  dealer = await goods.dealer();
  const place = { warehouse_code: 'Q', warehouse_name: 'Quarantine', warehouse_type: 'quarantine' } as const;
  quarantine = (await server.data(warehouse.add, { ...place, status: 'enabled' })).id;
  other = await server.as(['hold', 'hold:release', 'recall', 'recall:release']);
});
afterAll(() => server.stop());

interface Box {
  readonly code: string;
  readonly bottles: string[];
}

const due_at = '2030-01-01T00:00:00.000Z';
const held = async (scope: InputOf<typeof holdAdd>['scope'], reason = 'waits for the laboratory') =>
  (await server.data(holdAdd, { scope, reason, owner_id: 1, due_at })).id;
const release = (id: number, codes?: string[], token = other) =>
  server.call(holdRelease, { id, reason: 'passed', ...(codes ? { codes } : {}) }, { token });
const verdict = async (code: string) => (await server.data(scan, { code }, { token: '' })).verdict;

/** Loads a code of a product on a new waybill; resolves to the waybill and the refusals. */
async function loaded(code: string, product_id: number, kind: WaybillKind = 'sale', to = quarantine, quantity = 6) {
  const goes =
    kind === 'sale'
      ? { to_dealer_id: dealer }
      : kind === 'transfer' || kind === 'recall'
        ? { to_warehouse_id: to }
        : { receiver: 'a laboratory' };
  const lines = [{ product_id, quantity }];
  const { id } = await server.data(waybill.add, { kind, from_warehouse_id: from, ...goes, lines });
  const { refusals } = await server.data(load, { id, codes: [code] }, { language: 'en' });
  return { id, refusals };
}
const reasons = async (code: string, product_id: number, kind?: WaybillKind, to?: number) =>
  (await loaded(code, product_id, kind, to)).refusals.map(({ reason }) => reason);

describe('a hold of a lot', () => {
  test('blocks sale and transfer for sale, but not quarantine, sampling and scrapping', async () => {
    const made = await goods.made(from);
    const boxes = (await goods.cases(made, 5)).map(({ code }) => code) as [string, string, string, string, string];
    const { balance, places } = await server.data(holdPreview, { scope: { lot: made.lot } });
    expect([balance.made, places]).toMatchObject([15, [{ kind: 'warehouse', units: 15 }]]);
    const id = await held({ lot: made.lot });
    const { refusals } = await loaded(boxes[0], made.productId);
    const conflictText = expect.stringMatching(new RegExp(`${made.lot} · DJ\\d+ waits for the laboratory · .+`));
    expect(refusals).toMatchObject([
      { reason: 'on_hold', conflict: conflictText, message: expect.stringContaining('laboratory') },
    ]);
    expect(await reasons(boxes[0], made.productId, 'transfer', await goods.warehouse())).toEqual(['on_hold']);
    expect(await reasons(boxes[0], made.productId, 'transfer', quarantine)).toEqual([]);
    expect(await reasons(boxes[1], made.productId, 'supplier_return')).toEqual([]);
    expect(await reasons(boxes[2], made.productId, 'sample')).toEqual([]);
    expect(await reasons(boxes[3], made.productId, 'scrap')).toEqual([]);
    expect(await verdict(boxes[4])).toBe('genuine');
    expect((await server.data(boxCodes, { codes: [boxes[4]] }))[0]?.hold).toMatchObject({
      reason: 'waits for the laboratory',
      due_at,
    });
    expect((await release(id)).status).toBe(200);
    expect(await reasons(boxes[4], made.productId)).toEqual([]);
  });

  test('is released once, by another person than the one who held', async () => {
    const made = await goods.made(from);
    await goods.cases(made, 1);
    const id = await held({ lot: made.lot });
    expect((await release(id, undefined, server.admin)).status).toBe(409);
    expect((await release(id)).envelope.data).toEqual({ id, status: 'released' });
    expect((await release(id)).status).toBe(409);
    const { rows } = await server.data(hold.page, { status: 'released' });
    expect(rows.find((row) => row.id === id)).toMatchObject({ release_reason: 'passed', overdue: false });
  });

  test('releases a case by its code, and what is taken out of it; the rest stays', async () => {
    const made = await goods.made(from);
    const [freed, kept] = (await goods.cases(made, 2)) as [Box, Box];
    const id = await held({ lot: made.lot });
    expect((await release(id, [freed.code])).envelope.data).toEqual({ id, status: 'held' });
    // The bottle comes out of its case as it is loaded.
    expect(await reasons(freed.bottles[0] as string, made.productId)).toEqual([]);
    expect(await reasons(kept.code, made.productId)).toEqual(['on_hold']);
    expect((await release(id, [freed.code])).status).toBe(409);
    const { released, status } = await server.data(holdDetail, { id });
    expect([released.map(({ code }) => code), status]).toEqual([[freed.code], 'held']);
    expect((await release(id)).status).toBe(200);
    expect(await reasons(kept.code, made.productId)).toEqual([]);
  });

  test('is independent of a recall of the same goods: each blocks them until released', async () => {
    const made = await goods.made(from);
    const [box] = (await goods.cases(made, 1)) as [Box];
    const quiet = await held({ lot: made.lot });
    const { id } = await server.data(recallAdd, { scope: { lot: made.lot }, drill: false, reason: 'glass' });
    await server.data(recallBegin, { id });
    await release(quiet);
    expect(await reasons(box.code, made.productId)).toEqual(['on_hold']);
    const again = await held({ lot: made.lot });
    await server.data(recallRelease, { id, reason: 'no glass' }, { token: other });
    expect(await verdict(box.bottles[0] as string)).toBe('genuine');
    expect(await reasons(box.code, made.productId)).toEqual(['on_hold']);
    await release(again);
    expect(await reasons(box.code, made.productId)).toEqual([]);
  });
});

test('a hold of a case follows what is taken out of it, until released', async () => {
  const made = await goods.made(from);
  const [box, free] = (await goods.cases(made, 2)) as [Box, Box];
  const id = await held({ codes: [box.code] });
  const [bottle] = box.bottles as [string];
  const away = await loaded(bottle, made.productId, 'transfer', quarantine, 1);
  expect(away.refusals).toEqual([]);
  await server.data(ship, { id: away.id });
  await server.data(sign, { id: away.id, received: 'all' });
  const [at] = await server.data(boxCodes, { codes: [bottle] });
  expect(at).toMatchObject({ lies_in: null, held: true, where: { name: 'Quarantine' } });
  expect(await reasons(free.code, made.productId)).toEqual([]);
  const { balance } = await server.data(holdDetail, { id });
  expect([balance.made, balance.in_stock, balance.unaccounted]).toEqual([3, 3, 0]);
  await release(id);
  expect((await server.data(boxCodes, { codes: [bottle] }))[0]?.held).toBe(false);
  expect(await differences(server.sql)).toEqual([]);
});

test('a hold of a warehouse covers what is in it or arrives, and what was moved from there to quarantine', async () => {
  const store = await goods.warehouse();
  const made = await goods.made(store);
  const [box, stays] = (await goods.cases(made, 2)) as [Box, Box];
  const id = await held({ warehouse_id: store }, 'it was flooded');
  const [later] = (await goods.cases(made, 1)) as [Box];
  const heldNow = async (code: string) => (await server.data(boxCodes, { codes: [code] }))[0]?.held;
  expect([await heldNow(box.code), await heldNow(later.code)]).toEqual([true, true]);
  const lines = [{ product_id: made.productId, quantity: 3 }];
  const away = { kind: 'transfer', from_warehouse_id: store, to_warehouse_id: quarantine, lines } as const;
  const { id: moving } = await server.data(waybill.add, away);
  expect((await server.data(load, { id: moving, codes: [box.code] })).refusals).toEqual([]);
  await server.data(ship, { id: moving });
  await server.data(sign, { id: moving, received: 'all' });
  expect([await heldNow(box.code), await heldNow(stays.code)]).toEqual([true, true]);
  expect((await server.data(holdDetail, { id })).balance).toMatchObject({ made: 9, in_stock: 9 });
  await release(id, [box.code]);
  expect([await heldNow(box.code), await heldNow(stays.code)]).toEqual([false, true]);
  await release(id);
  expect(await heldNow(stays.code)).toBe(false);
});

test('a hold is in the history and EPCIS document of its goods, and is not a recall', async () => {
  const made = await goods.made(from);
  const [box] = (await goods.cases(made, 1)) as [Box];
  await release(await held({ lot: made.lot }));
  const { acts: events, holds, verdict: verdictOfBox } = await server.data(informationInquiry, { code: box.code });
  expect(events.map(({ act: eventType }) => eventType)).toEqual(['release', 'hold', 'pack']);
  expect(holds).toMatchObject([{ by: 'lot', kind: 'quality_hold', no: expect.stringMatching(/^DJ/), due_at }]);
  expect(verdictOfBox).toBe('genuine');
  const headers = { token: server.admin };
  const file = await server.fetch(`${informationEpcis.path}?code=${box.code}`, { headers });
  const { epcisBody } = (await file.json()) as { epcisBody: { eventList: { bizStep: string; disposition: string }[] } };
  const holding = epcisBody.eventList.find(({ bizStep }) => bizStep === 'holding');
  expect(holding?.disposition).toBe('non_sellable_other');
});

test('owner, reason and due time can change during a hold; an overdue one is marked', async () => {
  const made = await goods.made(from);
  const id = await held({ lot: made.lot });
  const past = '2020-01-01T00:00:00.000Z';
  await server.data(holdUpdate, { id, reason: 'the laboratory is late', owner_id: 1, due_at: past });
  const { rows } = await server.data(hold.page, { overdue: true });
  expect(rows).toMatchObject([{ id, reason: 'the laboratory is late', overdue: true }]);
  expect((await server.call(holdUpdate, { id, reason: 'x', owner_id: 999, due_at })).status).toBe(400);
  expect((await server.call(holdAdd, { scope: { lot: 'NONE' }, reason: 'x', owner_id: 1, due_at })).status).toBe(409);
  expect((await server.call(holdPreview, { scope: { warehouse_id: 999 } })).status).toBe(400);
});

describe('a bottle held individually', () => {
  test('blocks the packages around it, by its own code; taken out, it frees them', async () => {
    const made = await goods.made(from);
    const pallet = await goods.pallet(made);
    const [first, second] = pallet.cases as [Box, Box];
    const [bottle] = first.bottles as [string];
    const id = await held({ codes: [bottle] });
    for (const code of [pallet.code, first.code]) {
      const { refusals } = await loaded(code, made.productId);
      expect(refusals).toMatchObject([
        { reason: 'on_hold', conflict: expect.stringMatching(new RegExp(`^${bottle} · DJ`)) },
      ]);
    }
    expect(await reasons(second.code, made.productId)).toEqual([]);
    expect(await reasons(first.code, made.productId, 'supplier_return')).toEqual([]);
    await release(id);
  });

  test('does not leave with a package that was loaded before the hold', async () => {
    const made = await goods.made(from);
    const [box] = (await goods.cases(made, 1)) as [Box];
    const [bottle] = box.bottles as [string];
    const { id } = await loaded(box.code, made.productId, 'sale', quarantine, 3);
    const holding = await held({ codes: [bottle] });
    const { status, envelope } = await server.call(ship, { id });
    expect([status, envelope.data]).toMatchObject([409, { refusals: [{ code: box.code, reason: 'on_hold' }] }]);
    await server.data(unload, { id, codes: [box.code] });
    // It comes out of its case, and stays held.
    await server.data(unpack, { children: [bottle], reason: 'it is held' });
    expect(await reasons(bottle, made.productId)).toEqual(['on_hold']);
    await release(holding);
  });

  test('is held within the package of a set, without a row of its own', async () => {
    const made = await goods.made(from);
    const { pallets, cases, bottles } = await goods.sets(1);
    const [pallet, box, bottle] = [pallets[0] as string, cases[0] as string, bottles[0] as string];
    await server.data(packSet, { work_order_id: made.workOrderId, code: pallet });
    const id = await held({ codes: [bottle] });
    expect(await reasons(pallet, made.productId)).toEqual(['on_hold']);
    expect(await reasons(box, made.productId)).toEqual(['on_hold']);
    await release(id);
    expect(await reasons(pallet, made.productId)).toEqual([]);
  });

  test('is sold with its case only once released', async () => {
    const made = await goods.made(from);
    const [box] = (await goods.cases(made, 1)) as [Box];
    const { id } = await loaded(box.code, made.productId, 'sale', quarantine, 3);
    await server.data(ship, { id });
    await server.data(sign, { id, received: 'all' });
    const holding = await held({ codes: [box.bottles[0] as string] });
    const back = await server.data(refund.add, {
      dealer_id: dealer,
      warehouse_id: from,
      reason: 'too many',
      lines: [],
    });
    expect((await server.data(receiveReturn, { id: back.id, codes: [box.code] })).refusals).toEqual([]);
    const restock = { id: back.id, codes: [box.code], result: 'restock', reason: 'as new' } as const;
    expect((await server.call(inspectReturn, restock)).status).toBe(409);
    await release(holding);
    expect((await server.call(inspectReturn, restock)).status).toBe(200);
  });
});

test('a hold of a range of codes is shown wherever goods are shown, also of the case around them', async () => {
  const made = await goods.made(from);
  const [box, free] = (await goods.cases(made, 2)) as [Box, Box];
  const [first_code, middle, last_code] = box.bottles as [string, string, string];
  const id = await held({ first_code, last_code });
  const { hold_no, scope_kind, total_codes } = await server.data(holdDetail, { id });
  expect([scope_kind, total_codes]).toEqual(['range', 3]);
  const shown = { held: true, hold: { kind: 'quality_hold', no: hold_no, owner: expect.any(String) } };
  const none = { held: false, hold: null };
  expect(await server.data(boxCodes, { codes: [middle, box.code, free.code] })).toMatchObject([shown, shown, none]);
  const tree = await server.data(packageTree, { code: box.code });
  expect(tree).toMatchObject({ ...shown, children: [{ held: true }, { held: true }, { held: true }] });
  const facts = await server.data(codesQuery, { codes: [middle, box.code, free.code] });
  expect(facts.map(({ on_hold }) => on_hold)).toEqual([true, true, false]);
  expect(await reasons(box.code, made.productId)).toEqual(['on_hold']);
  const sent = await loaded(box.code, made.productId, 'supplier_return', quarantine, 3);
  expect((await server.data(waybillCodes, { id: sent.id })).rows).toMatchObject([shown]);
  const sold = await loaded(free.code, made.productId, 'sale', quarantine, 3);
  await server.data(ship, { id: sold.id });
  await server.data(sign, { id: sold.id, received: 'all' });
  const back = await server.data(refund.add, { dealer_id: dealer, warehouse_id: from, reason: 'wet', lines: [] });
  await server.data(receiveReturn, { id: back.id, codes: [free.code] });
  expect((await server.data(refundDetail, { id: back.id })).codes).toMatchObject([none]);
  await held({ codes: [free.code] });
  expect((await server.data(refundDetail, { id: back.id })).codes).toMatchObject([{ held: true }]);
  const more = await goods.made(from, { productId: made.productId });
  await goods.cases(more, 1);
  await held({ lot: more.lot });
  expect(await server.data(workOrderDetail, { id: more.workOrderId })).toMatchObject({ lot_hold: { held: true } });
  const lines = [{ product_id: made.productId, lot: more.lot, quantity: 3 }];
  const moved = { kind: 'transfer', from_warehouse_id: from, to_warehouse_id: quarantine, lines } as const;
  const { id: next } = await server.data(waybill.add, moved);
  expect(await server.data(suggestions, { id: next })).toMatchObject([{ lot: more.lot, held: true }]);
});

test('what is held within a pallet is marked in its tree, in the flow of its lot and among the codes of its order', async () => {
  const made = await goods.made(from);
  const pallet = await goods.pallet(made);
  const [first, second] = pallet.cases as [Box, Box];
  const [bottle, beside] = first.bottles as [string, string];
  const id = await held({ codes: [bottle] });
  const { hold_no } = await server.data(holdDetail, { id });
  const shown = { held: true, hold: { kind: 'quality_hold', no: hold_no } };
  const facts = await server.data(informationInquiry, { code: pallet.code });
  expect(facts).toMatchObject({ ...shown, holds: [] });
  const marked = (nodes: readonly PackageNode[]): string[] =>
    nodes.flatMap((node) => [...(node.held ? [node.code] : []), ...marked(node.children ?? [])]);
  expect(marked(facts.children).toSorted()).toEqual([first.code, bottle].toSorted());
  const ofSibling = await server.data(informationInquiry, { code: beside });
  expect(ofSibling).toMatchObject({
    held: false,
    parents: [
      { code: first.code, ...shown },
      { code: pallet.code, ...shown },
    ],
  });
  expect(await server.data(inspectAdd, { code: bottle })).toMatchObject(shown);
  const { rows } = await server.data(orderCodes, { id: made.workOrderId, figure: 'packed', size: 500 });
  expect(rows.filter((row) => row.held).map(({ code }) => code)).toEqual([bottle]);

  const flow = async () => {
    const { steps } = await server.data(materialFlow, { product_lot: made.lot });
    return Object.fromEntries(steps.map(({ key, nodes }) => [key, nodes.map(({ on_hold }) => on_hold)]));
  };
  const partly = { ...shown, partly: true };
  expect(await flow()).toMatchObject({ orders: [undefined], lots: [partly], packages: [partly, partly] });
  await release(id);
  expect(await flow()).toMatchObject({ lots: [undefined], packages: [undefined, undefined] });
  const whole = await held({ lot: made.lot });
  expect((await flow()).lots).toMatchObject([{ held: true, partly: false }]);
  const ofSecond = await server.data(informationInquiry, { code: second.code });
  expect(ofSecond).toMatchObject({ held: true, holds: [{ by: 'lot', released_at: null }] });
  expect(marked(ofSecond.children)).toEqual([]);
  await release(whole);
  const kept = await held({ warehouse_id: from });
  expect((await flow()).lots).toMatchObject([{ held: true, partly: true }]);
  await release(kept);
});

test('holds are counted in the report by day, product and reason, with how long they last', async () => {
  const [made, other] = [await goods.made(from), await goods.made(from)];
  const reason = 'glass in a bottle';
  const first = await held({ lot: made.lot }, reason);
  await held({ lot: other.lot }, reason);
  await server.sql`update quality_hold set created_at = now() - interval '3 days' where id = ${first}`;
  await release(first);
  const rowsBy = async (group: 'reason' | 'product', more = {}) =>
    (await server.data(collect.figures, { period: 'last7', group, ...more })).rows;
  const row = (await rowsBy('reason')).find(({ key }) => key === reason);
  expect(row?.figures).toMatchObject({ holds: 2, holds_open: 1, hold_days: 3, packed: null });
  const ofProduct = await rowsBy('product', { product_id: made.productId });
  expect(ofProduct).toMatchObject([{ figures: { holds: 1, holds_open: 0, hold_days: 3 } }]);
});

test('a hold of a warehouse stands in the history of what lay there or came there, and of nothing else', async () => {
  const store = await goods.warehouse();
  const made = await goods.made(store);
  const [lay] = (await goods.cases(made, 1)) as [Box];
  const id = await held({ warehouse_id: store }, 'it was flooded');
  const [came] = (await goods.cases(made, 1)) as [Box];
  await release(id);
  const [later] = (await goods.cases(made, 1)) as [Box];
  const eventsOf = async (code: string) =>
    (await server.data(informationInquiry, { code })).acts
      .map(({ act: eventType }) => eventType)
      .filter((eventType) => eventType !== 'pack');
  expect(await eventsOf(lay.code)).toEqual(['release', 'hold']);
  expect(await eventsOf(lay.bottles[0] as string)).toEqual(['release', 'hold']);
  expect(await eventsOf(came.code)).toEqual(['release', 'hold']);
  expect(await eventsOf(later.code)).toEqual([]);
  const holdings = async (code: string) => {
    const headers = { token: server.admin };
    const file = await server.fetch(`${informationEpcis.path}?code=${code}`, { headers });
    const { epcisBody } = (await file.json()) as {
      epcisBody: { eventList: { bizStep: string; epcList?: string[] }[] };
    };
    return epcisBody.eventList.flatMap(({ bizStep, epcList }) => (bizStep === 'holding' ? [epcList?.length] : []));
  };
  // It was not there as the warehouse was held, though it was held from then on.
  expect([await holdings(lay.code), await holdings(came.code)]).toEqual([[1], []]);
});
