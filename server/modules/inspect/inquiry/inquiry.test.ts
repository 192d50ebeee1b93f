import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '../../../../contract/call/call.ts';
import { scan } from '../../../../contract/consumer/scan.ts';
import {
  declareWrong,
  informationEpcis,
  informationInquiry,
} from '../../../../contract/inspect/information-inquiry.ts';
import { inspectAdd } from '../../../../contract/inspect/inspect-record.ts';
import { load, ship } from '../../../../contract/physical/waybill.ts';
import { pack, unpack } from '../../../../contract/plant/packing.ts';
import { workOrderClose, workOrderFinish, workOrderReconciliation } from '../../../../contract/plant/work-order.ts';
import { Goods } from '../../../test/harness/goods.ts';
import { type TestServer, testServer } from '../../../test/harness/server.ts';
import { differences } from '../../../trace/figures/verify.ts';

let server: TestServer;
let goods: Goods;
beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
});
afterAll(() => server.stop());

test('one bottle tells where its pallet went, what it lies in, who asked for it and what was found', async () => {
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
  expect(found.acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['pack', 'load', 'ship']));
  expect((await server.data(informationInquiry, { code: pallet.code })).children).toHaveLength(2);
});

test('what was taken out of a case did not go where the case went afterwards', async () => {
  const from = await goods.warehouse();
  const made = await goods.made(from);
  const [box] = await goods.cases(made, 1);
  const bottle = box?.bottles[0] as string;
  await server.data(unpack, { children: [bottle], reason: 'sampled' });
  const dealer = await goods.dealer();
  const waybill_id = await goods.sale(from, dealer, [{ product_id: made.productId, quantity: 2 }]);
  await server.data(load, { id: waybill_id, codes: [box?.code as string] });
  const acts = (await server.data(informationInquiry, { code: bottle })).acts.map(({ act }) => act);
  expect(acts).toEqual(expect.arrayContaining(['pack', 'unpack']));
  expect(acts).not.toContain('load');
});

test('its acts are an EPCIS 2.0 document in which the case is the parent of the bottle', async () => {
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

test('that it was inspected stands among its acts, with the place where it was', async () => {
  const made = await goods.made(await goods.warehouse());
  const [box] = await goods.cases(made, 1);
  const code = box?.bottles[0] as string;
  await server.data(inspectAdd, { code, position: { latitude: 30.66, longitude: 104.07 } });
  const file = await server.fetch(`${informationEpcis.path}?code=${code}`, { headers: { token: server.admin } });
  const document = (await file.json()) as { epcisBody: { eventList: object[] } };
  expect(document.epcisBody.eventList.at(-1)).toMatchObject({
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'inspecting',
    epcList: [expect.stringContaining(code)],
    readPoint: { id: 'geo:30.66,104.07' },
  });
});

describe('an act that is declared wrong', () => {
  const packingOf = async (code: string) => {
    const { acts } = await server.data(informationInquiry, { code });
    return acts.findLast(({ act, corrects }) => act === 'pack' && corrects === null)?.id as number;
  };
  const declared = async (code: string, more: object = {}, token = server.admin) => {
    const event_id = await packingOf(code);
    const input = { code, event_id, error: 'incorrect_data', reason: '箱码贴错', ...more };
    return server.call(declareWrong, input as InputOf<typeof declareWrong>, { token });
  };
  const reasonOf = ({ envelope }: { envelope: { data: unknown } }) =>
    (envelope.data as { refusals: { reason: string }[] }).refusals.map(({ reason }) => reason);

  test('leaves its goods as they were, for consumers and in the figures; both acts stay in the history', async () => {
    const made = await goods.made(await goods.warehouse());
    const [box] = await goods.cases(made, 1);
    const bottle = box?.bottles[0] as string;
    const event_id = await packingOf(bottle);
    expect((await declared(bottle)).status).toBe(200);
    const found = await server.data(informationInquiry, { code: bottle });
    expect([found.life, found.lot, found.parents]).toEqual(['issued', null, []]);
    expect(found.acts).toMatchObject([
      { act: 'unpack', corrects: event_id, error_reason: 'incorrect_data', reason: '箱码贴错' },
      { id: event_id, act: 'pack', corrected: true },
    ]);
    expect(await server.data(scan, { code: bottle })).toMatchObject({ verdict: 'unbound', product: null });
    expect(await server.data(workOrderReconciliation, { id: made.workOrderId })).toMatchObject({ bound: 0, packed: 0 });
    expect(await differences(server.sql)).toEqual([]);
  });

  test('is exported with its declaration and the act that took its place', async () => {
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
        eventID: expect.stringMatching(new RegExp(`/event/${wrong}$`)),
        childEPCs: expect.arrayContaining([expect.stringContaining(bottle)]),
        errorDeclaration: {
          declarationTime: expect.any(String),
          reason: 'incorrect_data',
          correctiveEventIDs: [expect.stringMatching(new RegExp(`/event/${event_id}$`))],
        },
      }),
      expect.not.objectContaining({ errorDeclaration: expect.anything() }),
    ]);
  });

  test('is refused while something builds on it, and where another act undoes it', async () => {
    const from = await goods.warehouse();
    const made = await goods.made(from);
    const pallet = await goods.pallet(made);
    const [box] = pallet.cases as [{ code: string; bottles: [string] }];
    const [bottle] = box.bottles;
    expect(reasonOf(await declared(bottle))).toContain('packed_elsewhere');
    await server.data(unpack, { parent: pallet.code, reason: 'opened' });
    const { acts } = await server.data(informationInquiry, { code: box.code });
    const opened = acts.find(({ act }) => act === 'unpack')?.id as number;
    expect(reasonOf(await declared(box.code, { event_id: opened }))).toEqual(['not_declared']);
  });

  test('is none of a work order that is closed: its reconciliation stays as it was signed', async () => {
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

  test('is an act of that code, by somebody who may', async () => {
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
