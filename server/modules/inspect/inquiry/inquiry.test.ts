import type { InputOf } from '@suyuan/contract/call/call.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { forensicAdd, forensicSeal } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { declareWrong, informationEpcis, informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { recallAdd, recallBegin, recallClose, recallRelease } from '@suyuan/contract/inspect/recall/recall.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { load, ship } from '@suyuan/contract/physical/waybill/waybill.ts';
import { workOrderFinish, workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { pack, packSet, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { codesClose, reopenApprove, reopenAsk } from '@suyuan/contract/tagging/code-closure.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photo, sendPhoto } from '#test/goods/evidence.ts';
import { Goods } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { rowOfEventId } from '#trace/epcis/event-ids.ts';
import { codeInTag } from '#trace/epcis/own-uri.ts';
import { differences } from '#trace/figures/verify.ts';

let server: TestServer;
let goods: Goods;
beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
});
afterAll(() => server.stop());

test('one bottle shows where its pallet went, its packages, queries and findings', async () => {
  const from = await goods.warehouse();
  const dealer = await goods.dealer();
  const made = await goods.made(from);
  const pallet = await goods.pallet(made);
  const [box] = pallet.cases;
  const bottle = box?.bottles[0] as string;
  const waybill_id = await goods.sale(from, dealer, [{ product_id: made.productId, quantity: 6 }]);
  await server.data(load, { id: waybill_id, codes: [pallet.code] });
  await server.data(ship, { id: waybill_id, short_reason: 'all there is' });
  await server.data(scan, { code: bottle });
  await server.data(inspectAdd, { code: bottle });

  const found = await server.data(informationInquiry, { code: bottle });
  expect(found).toMatchObject({
    code: bottle,
    verdict: 'repeated',
    life: 'active',
    lot: made.lot,
    where: { stock: 'in_transit', kind: 'waybill' },
    sold: { dealer_name: 'D2' },
    scans: { count: 1 },
    inspections: [{ verdict: 'normal' }],
    holds: [],
  });
  expect(found.parents.map(({ code }) => code)).toEqual([box?.code, pallet.code]);
  expect(found.waybills).toHaveLength(1);
  expect(found.acts.map(({ act: eventType }) => eventType)).toEqual(expect.arrayContaining(['pack', 'load', 'ship']));
  expect((await server.data(informationInquiry, { code: pallet.code })).children).toHaveLength(2);
});

test('a bottle of a confirmed set shows the same, without rows of its own', async () => {
  const [from, dealer] = [await goods.warehouse(), await goods.dealer()];
  const made = await goods.made(from, { expiry: '2031-05-01' });
  const { pallets, cases, bottles } = await goods.sets(2);
  const [pallet, other] = pallets as [string, string];
  const [bottle, second] = bottles as [string, string];
  await server.data(packSet, { work_order_id: made.workOrderId, code: pallet });
  await server.data(packSet, { work_order_id: made.workOrderId, code: other });
  expect(await server.data(scan, { code: bottle })).toMatchObject({
    verdict: 'genuine',
    product: { lot: made.lot, expiry_date: '2031-05-01' },
  });
  const waybill_id = await goods.sale(from, dealer, [{ product_id: made.productId, quantity: 12 }]);
  await server.data(load, { id: waybill_id, codes: [pallet, bottles[6] as string] });
  await server.data(ship, { id: waybill_id, short_reason: 'all there is' });
  const found = await server.data(informationInquiry, { code: bottle });
  expect(found).toMatchObject({ life: 'active', lot: made.lot, where: { stock: 'in_transit', kind: 'waybill' } });
  expect(found.parents.map(({ code }) => code)).toEqual([cases[0], pallet]);
  expect(found.acts.map(({ act: eventType }) => eventType).toSorted()).toEqual(['load', 'pack', 'ship']);
  expect((await server.data(informationInquiry, { code: pallet })).children).toMatchObject([
    { code: cases[0], units: 3, children: bottles.slice(0, 3).map((code) => ({ code })) },
    { code: cases[1], units: 3 },
  ]);
  expect((await server.data(informationInquiry, { code: bottles[7] as string })).parents).toMatchObject([
    { code: cases[2], units: 2 },
    { code: other, units: 5 },
  ]);
  const alone = await server.data(informationInquiry, { code: bottles[6] as string });
  expect([alone.parents, alone.where.stock]).toEqual([[], 'in_transit']);
  const file = await server.fetch(`${informationEpcis.path}?code=${second}`, { headers: { token: server.admin } });
  const { epcisBody } = (await file.json()) as { epcisBody: { eventList: { eventID: string; parentID: string }[] } };
  const packed = epcisBody.eventList.filter((event) => 'parentID' in event);
  expect(packed).toMatchObject([
    { type: 'AggregationEvent', action: 'ADD', bizStep: 'packing', childEPCs: { length: 2 } },
    { type: 'AggregationEvent', action: 'ADD', bizStep: 'packing', childEPCs: { length: 3 } },
  ]);
  expect(packed.map(({ parentID }) => codeInTag(parentID))).toEqual([pallet, cases[0]]);
  expect(new Set(packed.map(({ eventID }) => eventID)).size).toBe(2);
  expect(await differences(server.sql)).toEqual([]);
});

test('the confirmation of a set is declared wrong by any of its codes, and stays in the history of all', async () => {
  const made = await goods.made(await goods.warehouse());
  const { pallets, bottles } = await goods.sets(1);
  const [bottle] = bottles as [string];
  const { event_id } = await server.data(packSet, { work_order_id: made.workOrderId, code: pallets[0] as string });
  const declaring = { code: bottle, event_id, error: 'did_not_occur', reason: '扫错' } as const;
  await server.data(declareWrong, declaring);
  const found = await server.data(informationInquiry, { code: bottle });
  expect([found.life, found.parents]).toEqual(['issued', []]);
  expect(found.acts).toMatchObject([
    { act: 'unpack', corrects: event_id, error_reason: 'did_not_occur' },
    { id: event_id, act: 'pack', corrected: true },
  ]);
  expect(await server.data(workOrderReconciliation, { id: made.workOrderId })).toMatchObject({ bound: 0, packed: 0 });
});

test('goods taken out of a case did not go where the case went afterwards', async () => {
  const from = await goods.warehouse();
  const made = await goods.made(from);
  const [box] = await goods.cases(made, 1);
  const bottle = box?.bottles[0] as string;
  await server.data(unpack, { children: [bottle], reason: 'sampled' });
  const dealer = await goods.dealer();
  const waybill_id = await goods.sale(from, dealer, [{ product_id: made.productId, quantity: 2 }]);
  await server.data(load, { id: waybill_id, codes: [box?.code as string] });
  const eventTypes = (await server.data(informationInquiry, { code: bottle })).acts.map(
    ({ act: eventType }) => eventType,
  );
  expect(eventTypes).toEqual(expect.arrayContaining(['pack', 'unpack']));
  expect(eventTypes).not.toContain('load');
});

test('its events are an EPCIS 2.0 document in which the case is the parent of the bottle', async () => {
  const made = await goods.made(await goods.warehouse());
  const [box] = await goods.cases(made, 1);
  const bottle = box?.bottles[0] as string;
  const file = await server.fetch(`${informationEpcis.path}?code=${bottle}`, { headers: { token: server.admin } });
  expect(file.headers.get('content-type')).toContain('application/ld+json');
  const document = (await file.json()) as { type: string; schemaVersion: string; epcisBody: { eventList: object[] } };
  expect([document.type, document.schemaVersion]).toEqual(['EPCISDocument', '2.0']);
  expect(document.epcisBody.eventList).toEqual([
    expect.objectContaining({
      type: 'AggregationEvent',
      action: 'ADD',
      bizStep: 'packing',
      parentID: expect.stringContaining(box?.code as string),
      childEPCs: expect.arrayContaining([expect.stringContaining(bottle)]),
    }),
  ]);
});

interface Declared {
  readonly eventID: string;
  readonly errorDeclaration?: { readonly correctiveEventIDs: readonly string[] };
}

const eventsOf = async (code: string) => {
  const file = await server.fetch(`${informationEpcis.path}?code=${code}`, { headers: { token: server.admin } });
  return ((await file.json()) as { epcisBody: { eventList: { eventID: string; bizStep: string }[] } }).epcisBody
    .eventList;
};

test('its inspection is listed once among its events, with its place', async () => {
  const made = await goods.made(await goods.warehouse());
  const [box] = await goods.cases(made, 1);
  const code = box?.bottles[0] as string;
  await server.data(inspectAdd, { code, position: { latitude: 30.66, longitude: 104.07 } });
  const { acts: events, inspections } = await server.data(informationInquiry, { code });
  expect(events.map(({ act: eventType }) => eventType)).toEqual(['inspect', 'pack']);
  expect(inspections.map(({ event_id }) => event_id)).toEqual([events[0]?.id]);
  expect((await eventsOf(code)).slice(1)).toEqual([
    expect.objectContaining({
      type: 'ObjectEvent',
      action: 'OBSERVE',
      bizStep: 'inspecting',
      epcList: [expect.stringContaining(code)],
      readPoint: { id: 'geo:30.66,104.07' },
    }),
  ]);
});

test("an inspection at a dealer has the dealer's place, also of a case for its bottles", async () => {
  const made = await goods.made(await goods.warehouse());
  const [box] = await goods.cases(made, 1);
  await server.data(inspectAdd, { code: box?.code as string, dealer_id: await goods.dealer() });
  expect((await eventsOf(box?.bottles[0] as string)).at(-1)).toMatchObject({
    bizStep: 'inspecting',
    epcList: [expect.stringContaining(box?.code as string)],
    readPoint: { id: expect.stringContaining(':place/dealer/') },
  });
});

test('an issued code that is on no product is inspected like any other, without changing it', async () => {
  const [code] = (await goods.codes(1, 1)) as [string];
  await server.data(inspectAdd, { code });
  const { acts: events, life, where } = await server.data(informationInquiry, { code });
  expect([events.map(({ act: eventType }) => eventType), life, where.stock]).toEqual([['inspect'], 'issued', 'none']);
  expect(await server.data(scan, { code })).toMatchObject({ verdict: 'unbound' });
});

test('evidence is an event of its code once sealed', async () => {
  const [code] = (await goods.codes(1, 1)) as [string];
  const { id } = await server.data(forensicAdd, { code });
  await sendPhoto(server, id, await photo());
  expect((await server.data(informationInquiry, { code })).acts).toEqual([]);
  await server.data(forensicSeal, { id });
  const { acts: events, evidence } = await server.data(informationInquiry, { code });
  expect([events.map(({ act: eventType }) => eventType), evidence.map(({ event_id }) => event_id)]).toEqual([
    ['inspect'],
    [events[0]?.id],
  ]);
});

describe('recalled goods', () => {
  const begun = async (scope: InputOf<typeof recallAdd>['scope']) => {
    const { id } = await server.data(recallAdd, { scope, drill: false, reason: 'glass' });
    await server.data(recallBegin, { id });
    return id;
  };

  test('by lot have the recall in history and document, as one event of the lot', async () => {
    const made = await goods.made(await goods.warehouse());
    const [box, other] = await goods.cases(made, 2);
    const code = box?.bottles[0] as string;
    const id = await begun({ lot: made.lot });
    await server.data(recallClose, { id, note: 'all found' });
    const token = await server.as(['recall', 'recall:release']);
    await server.data(recallRelease, { id, reason: 'a false alarm' }, { token });
    const { acts: events, holds } = await server.data(informationInquiry, { code });
    expect(events).toMatchObject([
      { act: 'release', reason: 'a false alarm', lot: made.lot, codes: [] },
      { act: 'hold', reason: expect.stringContaining('glass'), lot: made.lot, codes: [] },
      { act: 'pack' },
    ]);
    expect(holds).toMatchObject([{ by: 'lot', released_at: events[0]?.event_time }]);
    const held = (await eventsOf(other?.code as string)).slice(1);
    const quantityList = [{ epcClass: expect.stringMatching(new RegExp(`:lot/\\d+/${made.lot}$`)) }];
    expect(held).toMatchObject([
      { action: 'OBSERVE', bizStep: 'holding', disposition: 'recalled', quantityList },
      { action: 'OBSERVE', bizStep: 'other', disposition: 'available', quantityList },
    ]);
    expect(held[0]).not.toHaveProperty('epcList');
  });

  test("by a code have it within the code's contents, unlike others of their lot", async () => {
    const made = await goods.made(await goods.warehouse());
    const [box, other] = await goods.cases(made, 2);
    await begun({ codes: [box?.code as string] });
    const listedOf = async (code: string) =>
      (await server.data(informationInquiry, { code })).acts.map(({ act: eventType, codes }) => [eventType, codes]);
    expect(await listedOf(box?.bottles[0] as string)).toEqual([
      ['hold', [box?.code]],
      ['pack', expect.anything()],
    ]);
    expect(await listedOf(other?.bottles[0] as string)).toEqual([['pack', expect.anything()]]);
    expect((await eventsOf(box?.code as string)).at(-1)).toMatchObject({
      bizStep: 'holding',
      epcList: [expect.stringContaining(box?.code as string)],
    });
  });
});

test('closing and reopening are in the history of codes on products, not of labels', async () => {
  const made = await goods.made(await goods.warehouse());
  const [box] = await goods.cases(made, 1);
  const bottle = box?.bottles[0] as string;
  const [label] = (await goods.codes(1, 1)) as [string];
  const { id } = await server.data(codesClose, { codes: [bottle, label], reason: 'stolen' });
  await server.data(
    reopenAsk,
    { id: id as number, reason: 'found' },
    { token: await server.as(['queryclose:reopen']) },
  );
  await server.data(reopenApprove, { id: id as number });
  const listedOf = async (code: string) =>
    (await server.data(informationInquiry, { code })).acts.map(({ act: eventType, reason }) => [eventType, reason]);
  expect(await listedOf(bottle)).toEqual([
    ['reopen', 'found'],
    ['close', 'stolen'],
    ['pack', null],
  ]);
  expect([await listedOf(label), await listedOf(box?.code as string)]).toEqual([[], [['pack', null]]]);
  const epcList = [expect.stringContaining(bottle)];
  expect((await eventsOf(bottle)).slice(1)).toMatchObject([
    { action: 'DELETE', bizStep: 'decommissioning', disposition: 'inactive', epcList },
    { action: 'ADD', bizStep: 'commissioning', disposition: 'active', epcList },
  ]);
  const labels = await server.data(codesClose, { codes: [label], reason: 'misprint' });
  const closings = await server.sql`select 1 from trace_event where reason = 'misprint'`;
  expect([labels.changed, closings]).toEqual([1, []]);
});

describe('an event declared wrong', () => {
  const packingOf = async (code: string) => {
    const { acts: events } = await server.data(informationInquiry, { code });
    return events.findLast(({ act: eventType, corrects }) => eventType === 'pack' && corrects === null)?.id as number;
  };
  const declared = async (code: string, more: object = {}, token = server.admin) => {
    const event_id = await packingOf(code);
    const input = { code, event_id, error: 'incorrect_data', reason: '箱码贴错', ...more };
    return server.call(declareWrong, input as InputOf<typeof declareWrong>, { token });
  };
  const reasonOf = ({ envelope }: { envelope: { data: unknown } }) =>
    (envelope.data as { refusals: { reason: string }[] }).refusals.map(({ reason }) => reason);

  test('leaves its goods as they were, for consumers and in figures, with both events in the history', async () => {
    const made = await goods.made(await goods.warehouse());
    const [box] = await goods.cases(made, 1);
    const bottle = box?.bottles[0] as string;
    const event_id = await packingOf(bottle);
    await server.data(inspectAdd, { code: bottle });
    await server.data(inspectAdd, { code: box?.code as string });
    expect((await declared(bottle)).status).toBe(200);
    const found = await server.data(informationInquiry, { code: bottle });
    expect([found.life, found.lot, found.parents]).toEqual(['issued', null, []]);
    expect(found.acts.filter(({ act: eventType }) => eventType !== 'inspect')).toMatchObject([
      { act: 'unpack', corrects: event_id, error_reason: 'incorrect_data', reason: '箱码贴错' },
      { id: event_id, act: 'pack', corrected: true },
    ]);
    expect(await server.data(scan, { code: bottle })).toMatchObject({ verdict: 'unbound', product: null });
    expect(await server.data(workOrderReconciliation, { id: made.workOrderId })).toMatchObject({ bound: 0, packed: 0 });
    expect(await differences(server.sql)).toEqual([]);
  });

  test('is exported with its declaration and the event that replaces it', async () => {
    const made = await goods.made(await goods.warehouse());
    const [box] = await goods.cases(made, 1);
    const children = box?.bottles as string[];
    const [bottle] = children as [string];
    const wrong = await packingOf(bottle);
    await declared(bottle);
    const { event_id } = await server.data(pack, {
      work_order_id: made.workOrderId,
      parent: box?.code as string,
      children,
    });
    const file = await server.fetch(`${informationEpcis.path}?code=${bottle}`, { headers: { token: server.admin } });
    const { epcisBody } = (await file.json()) as { epcisBody: { eventList: object[] } };
    expect(epcisBody.eventList).toEqual([
      expect.objectContaining({
        eventID: expect.stringMatching(/^urn:uuid:/),
        childEPCs: expect.arrayContaining([expect.stringContaining(bottle)]),
        errorDeclaration: {
          declarationTime: expect.any(String),
          reason: 'incorrect_data',
          correctiveEventIDs: [expect.stringMatching(/^urn:uuid:/)],
        },
      }),
      expect.not.objectContaining({ errorDeclaration: expect.anything() }),
    ]);
    const [first, second] = epcisBody.eventList as Declared[];
    expect(first?.errorDeclaration?.correctiveEventIDs).toEqual([second?.eventID]);
    expect([first, second].map((one) => rowOfEventId(one?.eventID ?? ''))).toEqual([wrong, event_id]);
  });

  test('is refused while later events depend on it, and where another event reverses it', async () => {
    const from = await goods.warehouse();
    const made = await goods.made(from);
    const pallet = await goods.pallet(made);
    const [box] = pallet.cases as [{ code: string; bottles: [string] }];
    const [bottle] = box.bottles;
    expect(reasonOf(await declared(bottle))).toContain('packed_elsewhere');
    await server.data(unpack, { parent: pallet.code, reason: 'opened' });
    const { acts: events } = await server.data(informationInquiry, { code: box.code });
    const opened = events.find(({ act: eventType }) => eventType === 'unpack')?.id as number;
    expect(reasonOf(await declared(box.code, { event_id: opened }))).toEqual(['not_declared']);
  });

  test('cannot be one of a closed work order, whose reconciliation stays as signed', async () => {
    const made = await goods.made(await goods.warehouse());
    const [box] = await goods.cases(made, 1);
    const bottle = box?.bottles[0] as string;
    await server.data(workOrderFinish, { id: made.workOrderId });
    await server.data(
      workOrderClose,
      { id: made.workOrderId, reason: '尾数已核对' },
      { token: await server.as(['orderlist', 'orderlist:close']) },
    );
    const reconciled = await server.data(workOrderReconciliation, { id: made.workOrderId });
    const { status, envelope } = await declared(bottle);
    expect([status, reasonOf({ envelope })]).toEqual([409, ['order_closed']]);
    expect(await server.data(workOrderReconciliation, { id: made.workOrderId })).toEqual(reconciled);
    expect((await server.call(unpack, { parent: box?.code as string, reason: '箱码贴错' })).status).toBe(200);
  });

  test('must be an event of that code, and declared by a person with permission', async () => {
    const made = await goods.made(await goods.warehouse());
    const [box, other] = await goods.cases(made, 2);
    const bottle = box?.bottles[0] as string;
    const event_id = await packingOf(other?.bottles[0] as string);
    expect((await declared(bottle, { event_id })).status).toBe(404);
    expect((await declared(bottle, {}, await server.as(['informationinquiry']))).status).toBe(401);
  });
});

test('a code that was never issued is refused with its reason', async () => {
  const { status, envelope } = await server.call(informationInquiry, { code: 'NOSUCHCODE' });
  expect([status, JSON.stringify(envelope.data)]).toEqual([409, expect.stringContaining('unknown_code')]);
});
