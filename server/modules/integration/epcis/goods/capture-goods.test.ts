import { product } from '@suyuan/contract/base/product/product.ts';
import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { load, ship } from '@suyuan/contract/physical/waybill/waybill.ts';
import { workOrder, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJsonDocument } from '#epcis/json/read-document.ts';
import { Goods, type Made } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// Other systems tell what happened to our codes, and it is taken like what a line tells.

const gtin = '06901234567892';
let server: TestServer;
let goods: Goods;
let erp: string;
let made: Made;
let from: number;
beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  erp = await keyFor('ERP');
  const { id: productId } = await server.data(product.add, { product_code: 'P', product_name: 'Wine', gtin });
  from = await goods.warehouse();
  made = await goods.made(from, { productId });
});
afterAll(() => server.stop());

const keyFor = async (name: string, party?: object) =>
  (await server.data(apiKeyAdd, { name, permissions: ['epcis:capture', 'epcis:query'], ...(party && { party }) })).key;

const ask = (path: string, key = erp, init: RequestInit = {}) =>
  server.fetch(path.startsWith('http') ? new URL(path).pathname : `/epcis${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  });

const context = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld';
const now = { eventTime: '2026-06-01T12:00:00.000+08:00', eventTimeZoneOffset: '+08:00' };

/** Captures events; returns the errors of the job. */
async function capture(events: readonly object[], { key = erp, behaviour = 'rollback' } = {}): Promise<string[]> {
  const body = JSON.stringify({
    '@context': [context],
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: '2026-06-01T12:00:00Z',
    epcisBody: { eventList: events },
  });
  const headers = {
    'content-type': 'application/json',
    'gs1-capture-error-behaviour': behaviour,
    'accept-language': 'en',
  };
  const answer = await ask('/capture', key, { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([202, '']);
  const job = await ask(answer.headers.get('location') as string, key);
  return ((await job.json()) as { errors: { detail: string }[] }).errors.map(({ detail }) => detail);
}

const found = async (query: string, key = erp) =>
  readJsonDocument(await (await ask(`/events?${query}`, key)).text()).events.flatMap(({ event }) => event ?? []);
const stateOf = (code: string) => server.data(informationInquiry, { code });
const sgtin = (code: string) => `https://id.gs1.org/01/${gtin}/21/${code}`;
const tag = (code: string) => `tag:example.com,2026:code/${code}`;
const orderNo = async (id: number) =>
  (await server.sql<{ order_no: string }[]>`select order_no from work_order where id = ${id}`)[0]?.order_no as string;
const waybillNo = async (id: number) =>
  (await server.sql<{ waybill_no: string }[]>`select waybill_no from waybill where id = ${id}`)[0]
    ?.waybill_no as string;

const commissioning = (epcs: readonly string[], order: string) => ({
  type: 'ObjectEvent',
  ...now,
  eventID: `urn:example:event:${crypto.randomUUID()}`,
  epcList: epcs,
  action: 'ADD',
  bizStep: 'commissioning',
  disposition: 'active',
  bizTransactionList: [{ type: 'prodorder', bizTransaction: `urn:epcglobal:cbv:bt:6901234000009:${order}` }],
  'example:shift': 'night',
});
const packing = (parentID: string, childEPCs: readonly string[]) => ({
  type: 'AggregationEvent',
  ...now,
  eventTime: '2026-06-01T12:05:00.000+08:00',
  eventID: `urn:example:event:${crypto.randomUUID()}`,
  parentID,
  childEPCs,
  action: 'ADD',
  bizStep: 'packing',
});

test('what is told of our codes is done, and is there once, as it was told', async () => {
  const [units, [box = '']] = [await goods.codes(1, 3), await goods.codes(3, 1)];
  const order = await orderNo(made.workOrderId);
  const { 'example:shift': _, ...bound } = commissioning(units.map(sgtin), order);
  const packed = packing(tag(box), units.map(sgtin));
  expect(await capture([packed, bound])).toEqual([]);
  expect(await stateOf(units[0] as string)).toMatchObject({ life: 'active', parents: [{ code: box }] });
  const events = await found(`MATCH_epc=${encodeURIComponent(sgtin(units[0] as string))}&orderBy=eventTime`);
  expect(events.map(({ eventID, bizStep }) => [eventID, bizStep])).toEqual([
    [packed.eventID, 'packing'],
    [bound.eventID, 'commissioning'],
  ]);
  expect(events[0]).toMatchObject({ ...packed, eventTime: packed.eventTime });
  // Told once more under another ID, it is known, and changes nothing.
  expect(await capture([{ ...packed, eventID: 'urn:example:again' }])).toEqual([]);
  expect((await stateOf(box)).children).toHaveLength(3);
});

test('what may not be is an error of the job that names event and code', async () => {
  const [[unit = ''], [box = ''], [other = '']] = [
    await goods.codes(1, 1),
    await goods.codes(3, 1),
    await goods.codes(3, 1),
  ];
  const order = await orderNo(made.workOrderId);
  const { 'example:shift': _, ...bound } = commissioning([sgtin(unit)], order);
  const [first, second] = [packing(tag(box), [sgtin(unit)]), packing(tag(other), [sgtin(unit)])];
  const later = { ...second, eventTime: '2026-06-01T12:09:00.000+08:00' };
  const strange = { ...commissioning(['urn:example:asset:1'], order), 'example:shift': undefined };
  const [error, ...others] = await capture([bound, first, later]);
  expect(others).toEqual([]);
  expect(error).toContain(`eventList[2] ${sgtin(unit)}:`);
  // Nothing of the document is left.
  expect((await stateOf(unit)).life).toBe('issued');
  expect(await found(`MATCH_anyEPC=${encodeURIComponent(sgtin(unit))}`)).toEqual([]);
  expect(await capture([strange, bound, first, later], { behaviour: 'proceed' })).toHaveLength(1);
  expect(await stateOf(unit)).toMatchObject({ parents: [{ code: box }] });
  expect(await found('MATCH_epc=urn:example:asset:1')).toHaveLength(1);
  const decided = {
    ...first,
    eventID: 'urn:example:held',
    type: 'ObjectEvent',
    parentID: undefined,
    childEPCs: undefined,
  };
  const holding = {
    ...decided,
    epcList: [sgtin(unit)],
    action: 'OBSERVE',
    bizStep: 'holding',
    disposition: 'recalled',
  };
  expect(await capture([holding])).toEqual([expect.stringContaining('eventList[0]')]);
});

test('what belongs to an order that has not come yet waits, and is done once it has', async () => {
  const [unit = ''] = await goods.codes(1, 1);
  const { 'example:shift': _, ...bound } = commissioning([sgtin(unit)], 'LATE-1');
  expect(await capture([bound])).toEqual([]);
  expect((await stateOf(unit)).life).toBe('issued');
  const [waiting] = (await server.data(productionData.page, { kind: 'epcis_event' }, { language: 'en' })).rows;
  expect(waiting).toMatchObject({ kind: 'epcis_event', cause: expect.stringContaining('LATE-1'), source_name: 'ERP' });
  const retry = async () => (await server.data(productionData.retry, { ids: [waiting?.id as number] })).results[0];
  expect(await retry()).toMatchObject({ taken: false, refusals: [{ reason: 'unknown_document' }] });
  const given = { product_id: made.productId, lot: 'LATE', quantity: 10, to_warehouse_id: from, order_no: 'LATE-1' };
  const { id } = await server.data(workOrder.add, given);
  await server.data(workOrderRelease, { id });
  await server.data(workOrderStart, { id });
  await server.sql`update work_order set started_at = '2020-01-01' where id = ${id}`;
  expect(await retry()).toMatchObject({ taken: true });
  expect((await stateOf(unit)).life).toBe('active');
  expect(await found(`MATCH_epc=${encodeURIComponent(sgtin(unit))}`)).toHaveLength(1);
});

test('a dealer tells of what it receives, and of nothing else', async () => {
  const dealerId = await goods.dealer();
  const key = await keyFor('dealer', { dealer_id: dealerId });
  const [box, kept] = await goods.cases(made, 2);
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
  await server.data(load, { id, codes: [box?.code as string] });
  await server.data(ship, { id });
  const receiving = (code: string) => ({
    type: 'ObjectEvent',
    eventTime: new Date().toISOString(),
    eventTimeZoneOffset: '+00:00',
    eventID: `urn:example:event:${crypto.randomUUID()}`,
    epcList: [tag(code)],
    action: 'OBSERVE',
    bizStep: 'receiving',
    bizTransactionList: [] as object[],
  });
  const desadv = [{ type: 'desadv', bizTransaction: `urn:epcglobal:cbv:bt:6901234000009:${await waybillNo(id)}` }];
  const told = { ...receiving(box?.code as string), bizTransactionList: desadv };
  expect(await capture([told], { key })).toEqual([]);
  expect((await stateOf(box?.code as string)).where.stock).toBe('with_dealer');
  const [{ status }] = await server.sql<[{ status: string }]>`select status from waybill where id = ${id}`;
  expect(status).toBe('signed');
  const steps = async (who: string) =>
    (await found(`MATCH_epc=${encodeURIComponent(tag(box?.code as string))}`, who)).map(({ bizStep }) => bizStep);
  expect((await steps(key)).filter((step) => step === 'receiving')).toHaveLength(1);
  expect((await steps(erp)).filter((step) => step === 'receiving')).toHaveLength(1);
  // Codes that it may not know are those of others to it: what it tells of them is kept, and does nothing.
  const unknown = { ...receiving(kept?.code as string), bizTransactionList: desadv };
  expect(await capture([unknown], { key })).toEqual([]);
  expect((await stateOf(kept?.code as string)).where.stock).toBe('at_place');
});
