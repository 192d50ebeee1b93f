import { dealer } from '@suyuan/contract/base/dealer.ts';
import { caseAdd, caseClose } from '@suyuan/contract/inspect/case/case.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { market } from '@suyuan/contract/report/market.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Goods } from '#test/goods/goods.ts';
import { suspected } from '#test/goods/suspected.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// A case was sold to a dealer of Guangdong: a bottle is inspected there, one in Beijing, and a code that was never issued.
let server: TestServer;
let dealerId: number;
let productId: number;
const today = { period: 'today' } as const;

beforeAll(async () => {
  server = await testServer();
  const goods = await Goods.on(server);
  const given = { dealer_code: 'GD', dealer_name: '广东', dealer_level: 1 as const, areas: ['440000'] };
  dealerId = (await server.data(dealer.add, given)).id;
  const from = await goods.warehouse();
  const made = await goods.made(from);
  productId = made.productId;
  const [box] = await goods.cases(made, 1);
  if (!box) throw new Error('no case was packed');
  const id = await goods.sale(from, dealerId, [{ product_id: productId, quantity: 3 }]);
  await server.data(load, { id, codes: [box.code] });
  await server.data(ship, { id });
  await server.data(sign, { id, received: 'all' });
  const [here, away] = box.bottles as [string, string];
  await server.data(inspectAdd, { code: here, area_code: '440300' });
  await server.data(inspectAdd, { code: away, area_code: '110105' });
  await server.data(inspectAdd, { code: '900000000000000', area_code: '110105' });
});
afterAll(() => server.stop());

test('inspections are counted by result, province, dealer and product', async () => {
  const { total, checked } = await server.data(market.figures, today);
  expect(total).toMatchObject({ inspected: 3, found_normal: 1, found_diverted: 1, found_false: 1, warned_diverted: 0 });
  expect(total.diverted_share).toBeCloseTo(1 / 3);
  // They are no figures that events keep, and are not counted again.
  expect(checked).toBeNull();
  const { rows } = await server.data(market.figures, { ...today, group: 'region' });
  expect(rows.map(({ name, figures }) => [name, figures.inspected, figures.found_diverted])).toEqual([
    ['北京市', 2, 1],
    ['广东省', 1, 0],
  ]);
  const dealers = await server.data(market.figures, { ...today, group: 'dealer', product_id: productId });
  expect(dealers.rows.map(({ key, figures }) => [key, figures.inspected])).toEqual([[String(dealerId), 2]]);
});

test('cases are grouped by their result', async () => {
  const opened = [];
  for (const subject of ['right', 'open']) {
    const warning = await suspected(server.sql, { subject, rule: 'outside_area', dealerId });
    const facts = { title: subject, warning_ids: [warning], owner_id: 1, due_at: '2030-01-01T00:00:00Z' };
    opened.push((await server.data(caseAdd, facts)).id);
  }
  await server.data(caseClose, { id: opened[0] as number, outcome: 'right', reason: 'found' });
  const headers = { headers: { 'accept-language': 'en' } };
  const { rows } = await server.data(market.figures, { ...today, group: 'outcome' }, headers);
  expect(rows.map(({ key, figures }) => [key, figures.cases, figures.inspected ?? 0]).toSorted()).toEqual([
    ['open', 1, 0],
    ['right', 1, 0],
  ]);
  expect(rows.every(({ key, name }) => name !== key)).toBe(true);
});

test('a dealer gets none of it', async () => {
  const token = await server.as(['supervise'], { dealer: dealerId });
  const { total, rows } = await server.data(market.figures, { ...today, group: 'dealer' }, { token });
  expect([total.inspected, rows]).toEqual([null, []]);
});
