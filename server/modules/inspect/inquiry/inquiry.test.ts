import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan } from '../../../../contract/consumer/scan.ts';
import { informationEpcis, informationInquiry } from '../../../../contract/inspect/information-inquiry.ts';
import { inspectAdd } from '../../../../contract/inspect/inspect-record.ts';
import { load, ship } from '../../../../contract/physical/waybill.ts';
import { unpack } from '../../../../contract/plant/packing.ts';
import { Goods } from '../../../test/harness/goods.ts';
import { type TestServer, testServer } from '../../../test/harness/server.ts';

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

test('a code that was never issued is refused with its reason', async () => {
  const { status, envelope } = await server.call(informationInquiry, { code: 'NOSUCHCODE' });
  expect([status, JSON.stringify(envelope.data)]).toEqual([409, expect.stringContaining('unknown_code')]);
});
