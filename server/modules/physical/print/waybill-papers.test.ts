import { product } from '@suyuan/contract/base/product/product.ts';
import { languages } from '@suyuan/contract/languages.ts';
import { load } from '@suyuan/contract/physical/waybill/waybill.ts';
import { waybillPaper } from '@suyuan/contract/physical/waybill/waybill-paper.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Goods } from '#test/goods/goods.ts';
import { pageOf, symbolsOn, wordsOf } from '#test/goods/scanner.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let goods: Goods;
let waybill: number;
let pallet: string;
let lot: string;

beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  const from = await goods.warehouse();
  const { id: productId } = await server.data(product.add, {
    product_code: 'YQ',
    product_name: '云泉 53°',
    gtin: '6901234567892',
  });
  const made = await goods.made(from, { productId });
  ({ lot } = made);
  const cases = await goods.cases(made, 2);
  const digits = { alphabet: 'digits', body_length: 8, check: 'gs1', carrier: 'plain' } as const;
  const sscc = { rule_name: 'SSCC', level: 4, prefix: '069012345', ...digits } as const;
  const rule = await server.data(codeRule.add, sscc);
  const { id } = await server.data(orderAdd, { rule_id: rule.id, quantity: 1 });
  const file = await server.fetch(`${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`, {
    headers: { token: server.admin },
  });
  pallet = (await file.text()).trim();
  const children = cases.map(({ code }) => code);
  await server.data(pack, { work_order_id: made.workOrderId, parent: pallet, children });
  waybill = await goods.sale(from, await goods.dealer(), [{ product_id: productId, quantity: 6 }]);
  await server.data(load, { id: waybill, codes: [pallet] });
});
afterAll(() => server.stop());

async function printed(paper: string, size = 'a6', language = 'zh'): Promise<Buffer> {
  const response = await server.fetch(`${waybillPaper.path}?id=${waybill}&paper=${paper}&size=${size}`, {
    headers: { token: server.admin, 'accept-language': language },
  });
  if (response.status !== 200) throw new Error(await response.text());
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await response.arrayBuffer());
}

test('a waybill prints its number and the products of its lines', async () => {
  const symbols = await symbolsOn(await pageOf(await printed('waybill'), 1));
  expect(symbols.toSorted()).toEqual([expect.stringContaining('06901234567892'), 'WB000001']);
});

test('a waybill prints both parties, signature lines, and the total', async () => {
  const words = await wordsOf(await printed('waybill', 'a6', 'en'));
  for (const word of [
    /^W1 \(W1\)$/m,
    /^D\d+ \(D\d+\)$/m,
    /^Handed over by/m,
    /^Received by/m,
    /^Total$/m,
    /^Printed: 20/m,
  ])
    expect(words).toMatch(word);
});

test('a packing list has every package with its SSCC, in each language', async () => {
  for (const language of languages) {
    const symbols = await symbolsOn(await pageOf(await printed('packing_list', 'a6', language), 1));
    expect(symbols.toSorted()).toEqual([expect.stringContaining(pallet), 'WB000001']);
  }
});

test.each([
  ['a6', 105, 148, 3],
  ['a5', 148, 210, 2],
])('a pallet has a label of %s with its SSCC below contents and lot', async (size, width, height, count) => {
  const page = await pageOf(await printed('pallet_labels', size), 1);
  const picture = Buffer.from(page);
  const inMillimetres = [16, 20].map((at) => Math.round((picture.readUInt32BE(at) / 300) * 25.4));
  expect(inMillimetres).toEqual([width, height]);
  // The reader tells elements apart as the symbol does: what follows the count would else be a part of it.
  const content = '(02)06901234567892(37)6';
  const above = count === 2 ? [`${content}(10)${lot}`] : [content, `(10)${lot}`];
  expect((await symbolsOn(page)).toSorted()).toEqual([`(00)${pallet}`, ...above].toSorted());
});

test('packages without an SSCC have no logistic label, and a waybill of these is refused', async () => {
  const from = await goods.warehouse();
  const made = await goods.made(from);
  const [one] = await goods.cases(made, 1);
  const id = await goods.sale(from, await goods.dealer(), [{ product_id: made.productId, quantity: 3 }]);
  await server.data(load, { id, codes: [one?.code as string] });
  expect((await server.call(waybillPaper, { id, paper: 'pallet_labels' })).status).toBe(409);
  const outsider = await server.as(['freight', 'freight:print'], { dealer: await server.party('dealer') });
  expect((await server.call(waybillPaper, { id, paper: 'waybill' }, { token: outsider })).status).toBe(404);
});

test('more packages than fit in a paper are printed in parts, without omissions', async () => {
  const [lotBefore] = await server.sql<{ id: number }[]>`
    insert into lot (product_id, lot_no)
    select product_id, '!' from waybill_line where waybill_id = ${waybill} returning id`;
  await server.sql`
    insert into waybill_goods (waybill_id, code, product_id, lot_id, units)
    select ${waybill}, n, product_id, ${lotBefore?.id as number}, 1
    from waybill_line, generate_series(1, 2000) n where waybill_id = ${waybill}`;
  try {
    const symbols = await symbolsOn(await pageOf(await printed('packing_list&part=2'), 1));
    expect(symbols.toSorted()).toEqual([expect.stringContaining(pallet), 'WB000001']);
    expect((await server.call(waybillPaper, { id: waybill, paper: 'packing_list', part: 3 })).status).toBe(400);
  } finally {
    await server.sql`delete from waybill_goods where code <= 2000`;
  }
});
