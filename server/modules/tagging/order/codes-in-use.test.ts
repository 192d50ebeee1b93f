import { codesSample, codesScrap, codesUnmark } from '@suyuan/contract/plant/packing/marking.ts';
import { pack, packSet, replace, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { codeOrder, orderClose, orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type Plant, plantOf } from '#test/goods/line.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { codesInUse } from './codes-in-use.ts';

let server: TestServer;
let plant: Plant;
let work_order_id: number;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  work_order_id = (await plant.workOrder((await plant.line()).line_id)).id;
});
afterAll(() => server.stop());

/** What the list and the detail say of an order: on products, void, left. */
async function countsOf(id: number) {
  const { rows } = await server.data(codeOrder.page, { size: 100 });
  const { order } = await server.data(orderDetail, { id });
  const row = rows.find((one) => one.id === id);
  expect([row?.on_products, row?.gone, row?.left]).toEqual([order.on_products, order.gone, order.left]);
  return [order.on_products, order.gone, order.left];
}

test('codes of an order are counted by what became of them, whatever happened', async () => {
  const order = await plant.codes(1, 20);
  const units = await codesOfOrder(server, order);
  const boxOrder = await plant.codes(3, 5);
  const [box = ''] = await codesOfOrder(server, boxOrder);
  expect(await countsOf(order)).toEqual([0, 0, 20]);
  await server.data(pack, { work_order_id, parent: box, children: units.slice(0, 3) });
  expect([await countsOf(order), await countsOf(boxOrder)]).toEqual([
    [3, 0, 17],
    [1, 0, 4],
  ]);
  await server.data(unpack, { children: units.slice(0, 1), reason: 'leaks' });
  await server.data(codesSample, { work_order_id, codes: units.slice(0, 1), reason: 'laboratory' });
  await server.data(codesScrap, { work_order_id, codes: units.slice(4, 6), reason: 'torn' });
  await server.data(replace, { old: units[1] as string, new: units[6] as string, reason: 'smeared' });
  // Of the two that are on products one is new; one sample, two labels and the replaced one are void.
  expect(await countsOf(order)).toEqual([2, 4, 14]);
  await server.data(codesUnmark, { codes: units.slice(4, 5), reason: 'not torn' });
  expect(await countsOf(order)).toEqual([2, 3, 15]);
  await server.data(codesClose, { order_id: order, from: 1, to: 10, reason: 'lost' });
  expect(await countsOf(order)).toEqual([2, 8, 10]);
  await server.data(orderClose, { id: order, reason: 'all lost' });
  expect(await countsOf(order)).toEqual([2, 18, 0]);
});

test('codes of a set confirmed by its outermost code are on products, without a row of their own', async () => {
  const [pallets = 0, cases = 0, bottles = 0] = await plant.sets(2);
  const [pallet = ''] = await codesOfOrder(server, pallets);
  await server.data(packSet, { work_order_id, code: pallet });
  expect([await countsOf(pallets), await countsOf(cases), await countsOf(bottles)]).toEqual([
    [1, 0, 1],
    [2, 0, 2],
    [6, 0, 6],
  ]);
  const codes = await codesOfOrder(server, bottles);
  await server.data(unpack, { children: codes.slice(0, 1), reason: 'leaks' });
  await server.data(codesScrap, { work_order_id, codes: codes.slice(0, 1), reason: 'broken' });
  expect(await countsOf(bottles)).toEqual([5, 1, 6]);
});

test('a list counts used codes only up to a limit', async () => {
  const order = await plant.codes(1, 6);
  const [box = ''] = await codesOfOrder(server, await plant.codes(3, 1));
  await server.data(pack, { work_order_id, parent: box, children: (await codesOfOrder(server, order)).slice(0, 3) });
  const [range] = await server.sql<{ first: number; last: number }[]>`
    select first_id as first, last_id as last from code_order where id = ${order}`;
  const orders = [{ ...(range as { first: number; last: number }), closed: [] }];
  expect(await codesInUse(server.sql, orders, 2)).toEqual([undefined]);
  expect(await codesInUse(server.sql, orders, 3)).toEqual([{ on_products: 3, gone: 0, left: 3 }]);
});
