import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { codeOrder, orderAdd, orderDetail, preCode, setAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let rule: number;
let cases: number;
let wine: number;
let tea: number;

const productOf = async (product_code: string, product_name: string) =>
  (await server.data(products.add, { product_code, product_name })).id;
const row = async (list: typeof codeOrder | typeof preCode, id: number) =>
  (await server.data(list.page, {})).rows.find((order) => order.id === id);

beforeAll(async () => {
  server = await testServer();
  const format = { level: 1, prefix: '', alphabet: 'base32', body_length: 12, check: 'none', carrier: 'url' } as const;
  rule = (await server.data(codeRule.add, { ...format, rule_name: '瓶码' })).id;
  cases = (await server.data(codeRule.add, { ...format, rule_name: '箱码', level: 3, body_length: 14 })).id;
  [wine, tea] = [await productOf('W', '云泉 53°'), await productOf('T', '云泉茶')];
});
afterAll(() => server.stop());

test('an order for a product carries its lot and production date, which consumers see', async () => {
  const order = await server.data(orderAdd, {
    rule_id: rule,
    product_id: wine,
    quantity: 100,
    lot: ' L46 ',
    production_date: '2026-11-02',
  });
  expect(await row(codeOrder, order.id)).toMatchObject({ lot: 'L46', production_date: '2026-11-02', bound: 100 });
  const [last] = await server.data(codesQuery, { order_id: order.id, from: 100, to: 100 });
  for (const code of [order.first, last?.code as string]) {
    expect(await server.data(scan, { code }, { token: '' })).toMatchObject({
      verdict: 'genuine',
      product: { product_name: '云泉 53°', lot: 'L46', production_date: '2026-11-02' },
    });
  }
  const next = await server.data(orderAdd, { rule_id: rule, product_id: wine, quantity: 1 });
  expect(await row(codeOrder, next.id)).toMatchObject({ lot: null, production_date: null });
});

test('an order of sets does as well, with all its packages', async () => {
  const input = { ratio: '1:6', sets: 2, rule_ids: [cases, rule], product_id: wine, lot: 'L47' };
  const { orders } = await server.data(setAdd, input);
  for (const { id } of orders) {
    expect(await row(codeOrder, id)).toMatchObject({ lot: 'L47', production_date: null });
    expect((await server.data(orderDetail, { id })).segments).toMatchObject([{ from: 1, lot: 'L47' }]);
  }
});

test('a lot without a product is refused', async () => {
  for (const printed of [{ lot: 'L46' }, { production_date: '2026-11-02' }]) {
    const { status, envelope } = await server.call(orderAdd, { rule_id: rule, quantity: 1, ...printed });
    expect([status, reasonsOf(envelope)]).toEqual([400, ['product_id lot_needs_product']]);
  }
});

test('an order of pre-codes shows the product bound later, and is found by it', async () => {
  const { id } = await server.data(orderAdd, { rule_id: rule, quantity: 10 });
  expect(await row(preCode, id)).toMatchObject({ product_name: null, product_code: null, bound: 0 });
  await server.data(codesBind, { order_id: id, from: 1, to: 4, product_id: wine, lot: 'L1' });
  expect(await row(preCode, id)).toMatchObject({ product_name: '云泉 53°', product_code: 'W', lot: 'L1', bound: 4 });
  await server.data(codesBind, { order_id: id, from: 5, to: 10, product_id: tea });
  expect(await row(codeOrder, id)).toMatchObject({ product_name: '云泉 53°, 云泉茶', product_code: 'T, W', bound: 10 });
  const found = await server.data(codeOrder.page, { product_id: tea });
  expect(found.rows.map((order) => order.id)).toEqual([id]);
});
