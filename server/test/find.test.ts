import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { codeOrder, orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { find, maxFound } from '@suyuan/contract/thing/found.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import { type TestServer, testServer } from './harness/server.ts';

let server: TestServer;
let orderNo: string;
beforeAll(async () => {
  server = await testServer();
  await server.data(product.add, { product_code: 'P-1', product_name: '云泉·典藏' });
  await server.data(product.add, { product_code: 'P-10', product_name: '云泉·清香' });
  await server.data(dealer.add, { dealer_code: 'D-1', dealer_name: '云泉商贸', dealer_level: 1 });
  const warehouses = { warehouse_type: 'finished' } as const;
  await server.data(warehouse.add, { ...warehouses, warehouse_code: 'W-1', warehouse_name: '云泉一号库' });
  const rule = await server.data(codeRule.add, {
    rule_name: 'R',
    level: 1,
    prefix: 'AB',
    alphabet: 'digits',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  await server.data(orderAdd, { rule_id: rule.id, quantity: 10 });
  orderNo = (await server.data(codeOrder.page, {})).rows[0]?.order_no as string;
  await server.data(employee.add, { account_name: 'yqr', name: 'yunquan-ren', account_type: 1 });
});
afterAll(() => server.stop());

const found = async (words: string, token?: string) =>
  (await server.data(find, { words }, { token })).map(({ list, title }) => `${list} ${title}`);

test('one call finds records of every list by name, by pinyin and its initials, and by code', async () => {
  const all = ['dealer 云泉商贸', 'productlist 云泉·典藏', 'productlist 云泉·清香', 'store 云泉一号库'];
  for (const words of ['云泉', '泉']) expect((await found(words)).toSorted()).toEqual(all);
  for (const words of ['yq', 'yunquan'])
    expect((await found(words)).toSorted()).toEqual([...all, 'stafflist yunquan-ren'].toSorted());
  expect(await found('d-1')).toEqual(['dealer 云泉商贸']);
});

test('an exact code or number ranks first, and leads to its screen', async () => {
  expect(await found('P-1')).toEqual(['productlist 云泉·典藏', 'productlist 云泉·清香']);
  const [first] = await server.data(find, { words: 'p-1' });
  expect(first).toMatchObject({ code: 'P-1', screen: 'productpages', query: `id=${first?.id}` });
  expect(await server.data(find, { words: orderNo.toLowerCase() })).toMatchObject([
    { list: 'records', title: orderNo, code: null, screen: 'records', query: `keyword=${orderNo}` },
  ]);
});

test('a list with very many matches returns the best few, including the exact code', async () => {
  await server.sql`
    insert into product (product_code, product_name, search_text)
    select 'M' || n, '批量', 'm' || n || ' 批量 pl piliang' from generate_series(1, 400) n`;
  const rows = await server.data(find, { words: 'm1' });
  expect(rows).toHaveLength(maxFound);
  expect(rows[0]?.code).toBe('M1');
});

test('lists the person cannot open are not searched', async () => {
  expect(await found('云泉', await server.as(['dealer']))).toEqual(['dealer 云泉商贸']);
  // To choose among products is not to open their list.
  expect(await found('云泉', await server.as(['records']))).toEqual([]);
  expect(await found('云泉', await server.as([]))).toEqual([]);
});

test('people of a dealer find their own, and nothing of others', async () => {
  const [own, other] = [await server.party('dealer'), await server.party('dealer')];
  await server.sql`update dealer set search_text = dealer_code where id in (${own}, ${other})`;
  const everything = builtInPermissions as Permission[];
  const token = await server.as(everything, { name: 'dealers-own', dealer: own });
  await server.as([], { name: 'dealers-other', dealer: other });
  await server.sql`update account set search_text = account_name where account_name like 'dealers-%'`;
  const [{ dealer_code: code } = {}] = await server.sql<{ dealer_code: string }[]>`
    select dealer_code from dealer where id = ${own}`;
  expect(await found('dealer', token)).toEqual([`dealer ${code}`, 'stafflist dealers-own'].toSorted());
  expect(await found('dealers-other', token)).toEqual([]);
  expect(await found(orderNo, token)).toEqual([]);
});

test('characters with a meaning in search patterns are literal', async () => {
  for (const words of ['%', '_', "' | 'a", '\\', '!()&*:', '"']) {
    expect((await server.call(find, { words })).status, words).toBe(200);
  }
  expect(await found('%')).toEqual([]);
  expect((await server.call(find, { words: ' ' })).status).toBe(400);
  expect((await server.call(find, {})).status).toBe(400);
});
