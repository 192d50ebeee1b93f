import { product } from '@suyuan/contract/base/product/product.ts';
import { declareWrong } from '@suyuan/contract/inspect/information-inquiry.ts';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJsonDocument } from '#epcis/json/read-document.ts';
import { Goods } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// What the enterprise does itself is among the events of /epcis, in the words of the standard.

const gtin = '06901234567892';
let server: TestServer;
let goods: Goods;
let erp: string;
beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  erp = (await server.data(apiKeyAdd, { name: 'ERP', permissions: ['epcis:capture', 'epcis:query'] })).key;
});
afterAll(() => server.stop());

const ask = (path: string) => server.fetch(`/epcis${path}`, { headers: { authorization: `Bearer ${erp}` } });

async function found(query: string) {
  const answer = await ask(`/events?${query}`);
  expect(answer.status).toBe(200);
  return readJsonDocument(await answer.text()).events.flatMap(({ event }) => event ?? []);
}

test('what was packed at a desk is found by an SGTIN, its package and its ID', async () => {
  const { id: productId } = await server.data(product.add, { product_code: 'P', product_name: 'Wine', gtin });
  const made = await goods.made(await goods.warehouse(), { productId });
  const [{ code, bottles }] = (await goods.cases(made, 1)) as [{ code: string; bottles: string[] }];
  const [bottle = ''] = bottles;
  const urn = `urn:epc:id:sgtin:690123.0456789.${bottle}`;
  const [packing, ...others] = await found(`MATCH_epc=${urn}`);
  expect(others).toEqual([]);
  expect(packing?.childEPCs?.toSorted()).toEqual(
    bottles.map((one) => `https://id.gs1.org/01/${gtin}/21/${one}`).toSorted(),
  );
  expect(packing).toMatchObject({
    type: 'AggregationEvent',
    action: 'ADD',
    bizStep: 'packing',
    parentID: `tag:127.0.0.1,2026:code/${code}`,
  });
  expect(await found(`MATCH_parentID=${encodeURIComponent(packing?.parentID as string)}`)).toEqual([packing]);
  const byId = await ask(`/events/${encodeURIComponent(packing?.eventID as string)}`);
  expect(readJsonDocument(await byId.text()).events.map(({ event }) => event)).toEqual([packing]);
  const error = { error: 'did_not_occur', reason: 'misread' } as const;
  const [row] = await server.sql<{ id: number }[]>`select max(id) as id from trace_event where act = 2`;
  await server.data(declareWrong, { code: bottle, event_id: row?.id as number, ...error });
  const [first, declared] = await found(`MATCH_epc=${urn}`);
  expect(first).toEqual(packing);
  expect(declared).toMatchObject({ eventID: packing?.eventID, errorDeclaration: { reason: 'did_not_occur' } });
  expect(await found(`MATCH_epc=${urn}&EXISTS_errorDeclaration=true`)).toEqual([declared]);
});
