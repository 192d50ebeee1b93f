import { dealer } from '@suyuan/contract/base/dealer.ts';
import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { type EpcisFormat, informationEpcis } from '@suyuan/contract/inspect/information-inquiry.ts';
import { minderlieferung } from '@suyuan/contract/physical/amendment.ts';
import { inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { pack, packSet, replace } from '@suyuan/contract/plant/packing/packing.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOfJsonLd, eventsOfXml, type ReadEvent } from '#test/epcis/epcis-reading.ts';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { Goods, type Made } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { OwnUris } from '#trace/epcis/own-uri.ts';

// What partners need from the documents: who had the goods, where and by which documents, in GS1's keys.

const gs1 = 'https://id.gs1.org';
const glns = {
  enterprise: '6901234000009',
  warehouse: '6901234000016',
  dealer: '6901234000023',
  shipTo: '6901234000030',
};
const gtin = '06901234567892';

let server: TestServer;
let goods: Goods;
let from: number;
let dealerId: number;
let shipToId: number;
beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  await server.data(enterpriseUpdate, { enterprise_code: 'E', enterprise_name: 'Wine & <Sons>', gln: glns.enterprise });
  const house = { warehouse_code: 'WH', warehouse_name: 'Main', warehouse_type: 'finished' } as const;
  from = (await server.data(warehouse.add, { ...house, gln: glns.warehouse, gln_extension: '12/A' })).id;
  const dealt = { dealer_code: 'D', dealer_name: 'Dealer', dealer_level: 1, gln: glns.dealer } as const;
  dealerId = (await server.data(dealer.add, dealt)).id;
  const place = { dealer_id: dealerId, ship_to_code: 'S', ship_to_name: 'Ramp', gln: glns.shipTo } as const;
  shipToId = (await server.data(shipTo.add, place)).id;
});
afterAll(() => server.stop());

const documentOf = async (code: string, format?: EpcisFormat) => {
  const path = `${informationEpcis.path}?code=${code}${format ? `&format=${format}` : ''}`;
  const file = await server.fetch(path, { headers: { token: server.admin } });
  return {
    type: file.headers.get('content-type'),
    name: file.headers.get('content-disposition'),
    text: await file.text(),
  };
};

/** The events of a code; XML says the same. */
async function eventsOf(code: string): Promise<ReadEvent[]> {
  const [json, xml] = await Promise.all([documentOf(code), documentOf(code, 'xml')]);
  expect([json.type, xml.type]).toEqual(['application/ld+json', 'application/xml']);
  expect(xml.name).toContain(`epcis-${code}.xml`);
  const events = eventsOfJsonLd(json.text);
  expect(await eventsOfXml(xml.text)).toEqual(events);
  return events;
}

const stepsOf = (events: readonly ReadEvent[]) =>
  events.map(({ action, bizStep, disposition = '' }) => `${action} ${bizStep} ${disposition}`.trim());

/** Cases of goods with a GTIN, as many as asked for, packed onto pallets with an SSCC if they are to be. */
async function made(lot?: string): Promise<Made> {
  const [known] = await server.sql<{ id: number }[]>`select id from product where gtin = ${gtin}`;
  const productId = known?.id ?? (await server.data(product.add, { product_code: 'P', product_name: 'Wine', gtin })).id;
  return goods.made(from, { productId, ...(lot ? { order: { lot } } : {}), expiry: '2031-05-01' });
}

async function saleOf({ productId }: Made, quantity: number): Promise<{ id: number; no: string }> {
  const lines = [{ product_id: productId, quantity }];
  const to = { to_dealer_id: dealerId, ship_to_id: shipToId };
  const { id } = await server.data(waybill.add, { kind: 'sale', from_warehouse_id: from, ...to, lines });
  const [row] = await server.sql<{ waybill_no: string }[]>`select waybill_no from waybill where id = ${id}`;
  return { id, no: row?.waybill_no as string };
}

const main = `${gs1}/414/${glns.warehouse}/254/12%2FA`;
const ramp = `${gs1}/414/${glns.shipTo}`;
const own = { type: 'owning_party', source: `${gs1}/417/${glns.enterprise}` };
const sourceList = [own, { ...own, type: 'possessing_party' }, { type: 'location', source: main }];
const theirs = { type: 'owning_party', destination: `${gs1}/417/${glns.dealer}` };
const destinationList = [theirs, { ...theirs, type: 'possessing_party' }, { type: 'location', destination: ramp }];
const transaction = (type: string, no: string) => ({
  bizTransactionList: [{ type, bizTransaction: `urn:epcglobal:cbv:bt:${glns.enterprise}:${no}` }],
});

test('a shipment has owner, holder, read point and waybill, in GS1 keys', async () => {
  const of = await made();
  const [box] = await goods.cases(of, 1);
  const { id, no } = await saleOf(of, 3);
  await server.data(load, { id, codes: [box?.code as string] });
  await server.data(ship, { id });
  await server.data(sign, { id, received: 'all' });
  const [packing, loading, shipping, receiving] = await eventsOf(box?.bottles[0] as string);
  const epcs = box?.bottles.map((code) => `${gs1}/01/${gtin}/21/${code}`);
  expect(packing?.childEPCs?.toSorted()).toEqual(epcs?.toSorted());
  expect(packing).toMatchObject({
    persistentDisposition: { set: ['completeness_verified'] },
    bizLocation: { id: main },
    bizTransactionList: [{ type: 'prodorder' }],
  });
  expect(loading).toMatchObject({ bizStep: 'loading', readPoint: { id: main }, bizLocation: { id: main } });
  expect(loading).toMatchObject(transaction('desadv', no));
  expect(shipping).toMatchObject({ bizStep: 'shipping', disposition: 'in_transit', readPoint: { id: main } });
  expect(shipping).toMatchObject({ ...transaction('desadv', no), sourceList, destinationList });
  // Under way, goods are nowhere.
  expect(shipping).not.toHaveProperty('bizLocation');
  expect(receiving).toMatchObject({ bizStep: 'receiving', readPoint: { id: ramp }, bizLocation: { id: ramp } });
  expect(receiving).toMatchObject({ ...transaction('desadv', no), sourceList, destinationList });
});

test('goods taken off a waybill refer to the handover they reverse', async () => {
  const of = await made();
  const [box] = await goods.cases(of, 1);
  const { id, no } = await saleOf(of, 3);
  await server.data(load, { id, codes: [box?.code as string] });
  await server.data(ship, { id });
  const codes = [box?.code as string];
  await server.data(minderlieferung, { waybill_id: id, codes, to_warehouse_id: from, reason: 'fell <off> & broke' });
  expect((await eventsOf(codes[0] as string)).at(-1)).toMatchObject({
    bizStep: 'void_shipping',
    readPoint: { id: main },
    bizLocation: { id: main },
    ...transaction('desadv', no),
    sourceList,
    destinationList,
  });
});

test('a return has its own document, and is inspected before it is stored or destroyed', async () => {
  const of = await made();
  const [good, bad] = await goods.cases(of, 2);
  const codes = [good?.code as string, bad?.code as string];
  const { id } = await saleOf(of, 6);
  await server.data(load, { id, codes });
  await server.data(ship, { id });
  await server.data(sign, { id, received: 'all' });
  const back = { dealer_id: dealerId, warehouse_id: from, reason: 'wet', lines: [] };
  const { id: refund_id } = await server.data(refund.add, back);
  const [row] = await server.sql<{ refund_no: string }[]>`select refund_no from refund where id = ${refund_id}`;
  await server.data(receiveReturn, { id: refund_id, codes });
  await server.data(inspectReturn, { id: refund_id, codes, result: 'rework', reason: 'labels' });
  await server.data(inspectReturn, { id: refund_id, codes: codes.slice(0, 1), result: 'restock', reason: 'dry' });
  await server.data(inspectReturn, { id: refund_id, codes: codes.slice(1), result: 'scrap', reason: 'wet' });
  const rma = transaction('rma', row?.refund_no as string);
  const [stored, destroyed] = [await eventsOf(codes[0] as string), await eventsOf(codes[1] as string)];
  const returned = stored.slice(4);
  expect(stepsOf(returned)).toEqual([
    'OBSERVE receiving returned',
    'OBSERVE inspecting non_sellable_other',
    'OBSERVE inspecting',
    'OBSERVE storing sellable_not_accessible',
  ]);
  expect(returned[0]).toMatchObject({
    persistentDisposition: { unset: ['completeness_verified'], set: ['completeness_inferred'] },
    sourceList: [
      { type: 'owning_party', source: `${gs1}/417/${glns.dealer}` },
      { type: 'possessing_party', source: `${gs1}/417/${glns.dealer}` },
      { type: 'location', source: `${gs1}/414/${glns.dealer}` },
    ],
    destinationList: sourceList.map(({ type, source }) => ({ type, destination: source })),
  });
  for (const event of returned)
    expect(event).toMatchObject({ ...rma, readPoint: { id: main }, bizLocation: { id: main } });
  expect(stepsOf(destroyed.slice(6))).toEqual(['OBSERVE inspecting', 'DELETE destroying destroyed']);
  for (const event of destroyed.slice(6)) expect(event).toMatchObject({ ...rma, readPoint: { id: main } });
});

test('a confirmed set has only its outermost code observed; a replacement code is commissioned on its goods', async () => {
  const of = await made();
  const { pallets, cases } = await goods.sets(1);
  await server.data(packSet, { work_order_id: of.workOrderId, code: pallets[0] as string });
  const inferred = { persistentDisposition: { set: ['completeness_inferred'] } };
  expect(await eventsOf(cases[0] as string)).toMatchObject([inferred, inferred]);
  const [fresh] = (await goods.codes(3, 1)) as [string];
  await server.data(replace, { old: cases[0] as string, new: fresh, reason: 'torn' });
  const events = await eventsOf(fresh);
  // How its contents were packed under the old code is its history, too.
  expect(stepsOf(events)).toEqual([
    'ADD packing',
    'ADD packing',
    'DELETE unpacking',
    'DELETE unpacking',
    'DELETE decommissioning inactive',
    'ADD commissioning active',
    'ADD packing',
    'ADD packing',
  ]);
  expect(events[5]?.ilmd).toEqual({ 'cbvmda:lotNumber': of.lot, 'cbvmda:itemExpirationDate': '2031-05-01' });
});

test('a pallet with an SSCC is one; objects without a GS1 key keep a stable URI', async () => {
  const rule = { rule_name: 'SSCC', level: 4, prefix: '069012341', alphabet: 'digits', body_length: 8 } as const;
  const { id } = await server.data(codeRule.add, { ...rule, check: 'gs1', carrier: 'digital-link' });
  const [sscc] = await codesOfOrder(server, (await server.data(orderAdd, { rule_id: id, quantity: 1 })).id);
  const other = await goods.made(await goods.warehouse());
  const [box] = await goods.cases(other, 1);
  const children = [box?.code as string];
  await server.data(pack, { work_order_id: other.workOrderId, parent: sscc as string, children, remainder: true });
  const packed = (await eventsOf(sscc as string)).at(-1);
  expect(packed).toMatchObject({
    parentID: `${gs1}/00/${sscc}`,
    childEPCs: [new OwnUris(server.url).of('code', box?.code as string)],
  });
  expect(packed?.bizLocation?.id).toMatch(/^tag:[\w.]+,2026:place\/warehouse\/\d+$/);
});

test('closing many codes is an event for as many as one can name', async () => {
  const boxes = await goods.cases(await made(), 1);
  const [bottle, other] = boxes.flatMap(({ bottles }) => bottles) as [string, string];
  await server.data(codesClose, { codes: [bottle, other], reason: 'stolen' });
  const closing = (await eventsOf(bottle))[1];
  expect(closing).toMatchObject({
    bizStep: 'decommissioning',
    epcList: [bottle, other].map((code) => expect.stringContaining(code)),
  });
  expect((await eventsOf(other))[1]).toEqual(closing);
});
