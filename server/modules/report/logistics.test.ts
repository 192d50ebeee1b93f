import { minderlieferung } from '@suyuan/contract/physical/amendment.ts';
import { inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { returns, shipments } from '@suyuan/contract/report/logistics.ts';
import { collect } from '@suyuan/contract/report/production.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Goods, type Made } from '#test/goods/goods.ts';
import { csvOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { Sums } from '#trace/figures/figure-check.ts';
import { differences } from '#trace/figures/verify.ts';

// Twelve bottles of one product are sold to one dealer and three moved to another warehouse; three of those sold come off
// their waybill, nine arrive, and six of them come back: three are stocked again, three wait.
let server: TestServer;
let goods: Goods;
let from: number;
let to: number;
let back: number;
let dealerId: number;
let made: Made;
const today = { period: 'today' } as const;

beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  [from, to, back] = [await goods.warehouse(), await goods.warehouse(), await goods.warehouse()];
  dealerId = await goods.dealer();
  made = await goods.made(from);
  const codes = (await goods.cases(made, 5)).map(({ code }) => code);
  const sale = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 12 }]);
  await server.data(load, { id: sale, codes: codes.slice(0, 4) });
  await server.data(ship, { id: sale });
  const off = { waybill_id: sale, codes: codes.slice(0, 1), reason: 'too many', to_warehouse_id: from };
  await server.data(minderlieferung, off);
  await server.data(sign, { id: sale, received: 'all' });
  const lines = [{ product_id: made.productId, quantity: 3 }];
  const { id: transfer } = await server.data(waybill.add, {
    kind: 'transfer',
    from_warehouse_id: from,
    to_warehouse_id: to,
    lines,
  });
  await server.data(load, { id: transfer, codes: codes.slice(4) });
  await server.data(ship, { id: transfer });
  const { id } = await server.data(refund.add, {
    dealer_id: dealerId,
    warehouse_id: back,
    reason: 'unsold',
    lines: [],
  });
  await server.data(receiveReturn, { id, codes: codes.slice(1, 3) });
  await server.data(inspectReturn, { id, codes: codes.slice(1, 2), result: 'restock', reason: 'as new' });
});
afterAll(async () => {
  expect(await differences(server.sql)).toEqual([]);
  await server.stop();
});

const left = {
  ...{ shipped: 15, shipped_void: 3, left: 12, received: 9, received_share: 0.6 },
  ...{ received_late: 0, missing: 0, damaged: 0, unexpected: 0, broken_seals: 0 },
};
const cameBack = {
  taken_back: 6,
  restocked: 3,
  reworked: 0,
  discarded: 0,
  waiting: 3,
  sold: 12,
  returned_share: 0.5,
};

test('shipped and received units are shown by day, warehouse, dealer and product, folded or not', async () => {
  const byDay = await server.data(shipments.figures, today);
  expect(byDay.total).toEqual(left);
  expect(byDay.rows).toMatchObject([{ figures: left }]);
  await new Sums(server.sql).sweep();
  expect((await server.data(shipments.figures, today)).rows).toEqual(byDay.rows);
  const by = async (group: 'warehouse' | 'dealer' | 'product') =>
    (await server.data(shipments.figures, { ...today, group })).rows.map(({ key, figures }) => [key, figures.shipped]);
  expect(await by('warehouse')).toEqual([[String(from), 15]]);
  expect(await by('dealer')).toEqual([
    [String(dealerId), 12],
    ['0', 3],
  ]);
  expect(await by('product')).toEqual([[String(made.productId), 15]]);
  const narrowed = await server.data(shipments.figures, { ...today, dealer_id: dealerId });
  expect([narrowed.total.shipped, narrowed.narrowed]).toEqual([12, [{ by: 'dealer', id: dealerId, name: 'D4' }]]);
  expect((await server.data(shipments.figures, { ...today, warehouse_id: to })).total.shipped).toBe(0);
});

test('returns are shown with outcome, reason, and share of sales', async () => {
  expect((await server.data(returns.figures, today)).total).toEqual({
    ...cameBack,
    recalled: 0,
    recall_accounted: 0,
    recall_share: null,
  });
  const dealers = await server.data(returns.figures, { ...today, group: 'dealer' });
  expect(dealers.rows).toMatchObject([{ key: String(dealerId), name: 'D4', figures: cameBack }]);
  const reasons = await server.data(returns.figures, { ...today, group: 'reason' });
  expect(reasons.rows.map(({ key, figures }) => [key, figures.taken_back, figures.sold])).toEqual([
    ['unsold', 6, 0],
    ['0', 0, 12],
  ]);
  expect((await csvOf(server, returns.export, today)).split(/\r?\n/)[1]).toMatch(/,6,3,0,0,3,12,0\.5,0,0,$/);
});

test('the summary has shipments and returns', async () => {
  expect((await server.data(collect.figures, today)).total).toMatchObject({ packed: 15, left: 12, taken_back: 6 });
});

test('a dealer sees the figures of its own waybills and returns, another one none', async () => {
  const rights = ['reportshipments', 'phoenix'] as const;
  const own = await server.as(rights, { dealer: dealerId });
  const other = await server.as(rights, { dealer: await goods.dealer() });
  expect((await server.data(shipments.figures, today, { token: own })).total).toMatchObject({ shipped: 12, left: 9 });
  expect((await server.data(returns.figures, today, { token: own })).total).toMatchObject(cameBack);
  expect((await server.data(shipments.figures, today, { token: other })).total.shipped).toBe(0);
  expect((await server.data(returns.figures, today, { token: other })).total.taken_back).toBe(0);
  const without = await server.as(['collect']);
  expect((await server.call(shipments.figures, today, { token: without })).status).toBe(401);
});
