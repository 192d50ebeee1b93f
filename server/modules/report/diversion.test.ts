import { dealer } from '@suyuan/contract/base/dealer.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { consumerWarning, warningSettle } from '@suyuan/contract/inspect/consumer-warning.ts';
import { inspectAdd, inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { diversion, diversionFlows } from '@suyuan/contract/report/diversion.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Goods } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// A dealer of Guangdong has six bottles of one lot, one of Jiangsu three of another. Of the first one, a bottle is seen in
// Beijing and then in Yunnan, one is seen in Guangdong; one of the second in Jiangsu. Inspectors find one of the first in
// Sichuan.

const networks = {
  江苏: '114.114.114.114',
  北京: '202.106.0.20',
  云南: '222.172.200.68',
  广东: '202.96.128.86',
} as const;
const today = { period: 'today' } as const;

let server: TestServer;
let south: { id: number; bottles: string[] };
let east: { id: number; bottles: string[] };

beforeAll(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' });
  const goods = await Goods.on(server);
  const from = await goods.warehouse();
  const sold = async (code: string, area: string, many: number) => {
    const given = { dealer_code: code, dealer_name: code, dealer_level: 1 as const, areas: [area] };
    const { id: to } = await server.data(dealer.add, given);
    const made = await goods.made(from);
    const cases = await goods.cases(made, many);
    const id = await goods.sale(from, to, [{ product_id: made.productId, quantity: 3 * many }]);
    await server.data(load, { id, codes: cases.map((one) => one.code) });
    await server.data(ship, { id });
    await server.data(sign, { id, received: 'all' });
    return { id: to, bottles: cases.flatMap(({ bottles }) => [...bottles]) };
  };
  south = await sold('SOUTH', '440000', 2);
  east = await sold('EAST', '320000', 1);
  const scanned = (code: string | undefined, place: keyof typeof networks) =>
    server.data(scan, { code: code as string }, { token: '', headers: { 'x-forwarded-for': networks[place] } });
  await scanned(south.bottles[0], '北京');
  await scanned(south.bottles[1], '广东');
  await scanned(south.bottles[1], '广东');
  await scanned(east.bottles[0], '江苏');
  await scanned(south.bottles[0], '云南');
  await server.data(inspectAdd, { code: south.bottles[2] as string, area_code: '510104' });
  await server.data(inspectAdd, { code: south.bottles[3] as string, area_code: '440104' });
  await vi.waitFor(
    async () => {
      const { total } = await server.data(diversion.figures, today);
      expect(total).toMatchObject({ seen: 3, warned_diverted: 1 });
    },
    { timeout: 20_000, interval: 200 },
  );
});
afterAll(() => server.stop());

const rowsBy = async (group: (typeof diversion)['groups'][number], more: Record<string, number> = {}) =>
  (await server.data(diversion.figures, { ...today, ...more, group })).rows;

test('shows the suspected share of each dealer, with its interval', async () => {
  const [first, second] = await rowsBy('dealer');
  expect(first).toMatchObject({
    key: `${south.id}`,
    figures: { warned_diverted: 1, seen: 2, warned_share: 0.5, judged_diverted: 1, judged: 2, sold: 6 },
  });
  expect(first?.figures.warned_share_least).toBeCloseTo(0.0945, 3);
  expect(first?.figures.warned_share_most).toBeCloseTo(0.9055, 3);
  expect(second).toMatchObject({ key: `${east.id}`, figures: { warned_diverted: 0, seen: 1, sold: 3, judged: 0 } });
  expect([second?.figures.warned_share, second?.figures.judged_share]).toEqual([0, null]);
});

test("a route shows to whom goods were sold and where they were found, as a share of the dealer's seen goods", async () => {
  const { rows, total } = await server.data(diversion.figures, { ...today, group: 'route' });
  expect(
    rows.map(({ name, figures }) => [name, figures.warned_diverted, figures.judged_diverted, figures.seen]),
  ).toEqual([
    ['SOUTH → 云南省', 1, 0, 2],
    ['SOUTH → 四川省', 0, 1, 2],
  ]);
  expect([total.seen, total.judged, total.sold]).toEqual([3, 2, null]);
});

test('a lot and a province lead to the same goods, and to their records', async () => {
  const [lot] = await rowsBy('lot', { dealer_id: south.id });
  expect(lot).toMatchObject({ figures: { warned_diverted: 1, seen: 2, judged: 2, sold: 6 } });
  const [province] = await rowsBy('region', { region_id: 530_000 });
  expect(province).toMatchObject({ key: '530000', name: '云南省', figures: { warned_diverted: 1, judged: 0 } });
  const lot_id = Number(lot?.key);
  const { rows: warnings } = await server.data(consumerWarning.page, {
    rule: 'outside_area',
    lot_id,
    province: '530000',
  });
  expect(warnings).toMatchObject([{ code: south.bottles[0], dealer_id: south.id, lot_id }]);
  const { rows: inspections } = await server.data(inspectRecord.page, { lot_id, province: '510000' });
  expect(inspections).toMatchObject([{ code: south.bottles[2], verdict: 'suspected_diversion' }]);
});

/** How many inspections of goods of a dealer the list has that a figure counts. */
const counted = async (counted_as: 'judged' | 'judged_diverted', expected_dealer_id = south.id): Promise<number> =>
  (await server.data(inspectRecord.page, { counted_as, expected_dealer_id })).total;

test('the list behind a figure has what it counts, without inspections that have no place', async () => {
  await server.data(inspectAdd, { code: south.bottles[4] as string });
  expect((await rowsBy('dealer'))[0]?.figures).toMatchObject({ judged_diverted: 1, judged: 2 });
  expect([await counted('judged_diverted'), await counted('judged'), await counted('judged', east.id)]).toEqual([
    1, 2, 0,
  ]);
});

test('flows run from where goods were sold to where they were found', async () => {
  const { flows, unplaced } = await server.data(diversionFlows, today);
  expect(flows).toMatchObject([
    { dealer_name: 'SOUTH', sold_in: { name: '广东省' }, found_in: { name: '四川省' }, suspected: 1, confirmed: 0 },
    { dealer_name: 'SOUTH', sold_in: { code: '440000' }, found_in: { code: '530000' }, suspected: 1, confirmed: 0 },
  ]);
  expect(unplaced).toBe(0);
  expect((await server.data(diversionFlows, { ...today, dealer_id: east.id })).flows).toEqual([]);
});

test('the file has the bounds in separate columns', async () => {
  const file = await server.fetch(`${diversion.export.path}?period=today&group=dealer&format=csv`, {
    headers: { token: server.admin, 'accept-language': 'en' },
  });
  const [titles = '', row = ''] = (await file.text()).split('\n');
  expect(titles).toContain('Suspected, of codes seen: at least');
  expect(row).toMatch(/SOUTH.*0\.094.*0\.905/);
});

test('false alarms count neither as warnings nor as inspections', async () => {
  await server.data(inspectAdd, { code: south.bottles[0] as string, area_code: '530102' });
  expect((await rowsBy('dealer'))[0]?.figures).toMatchObject({ warned_diverted: 1, judged_diverted: 2, judged: 3 });
  const { rows } = await server.data(consumerWarning.page, { rule: 'outside_area' });
  await server.data(warningSettle, { ids: rows.map(({ id }) => id), outcome: 'false_alarm', reason: 'on a journey' });
  expect((await rowsBy('dealer'))[0]?.figures).toMatchObject({ warned_diverted: 0, judged_diverted: 1, judged: 3 });
  expect([await counted('judged_diverted'), await counted('judged')]).toEqual([1, 3]);
  expect((await server.data(diversionFlows, today)).flows.map(({ found_in }) => found_in.code)).toEqual(['510000']);
});

test('a dealer gets none of it', async () => {
  const token = await server.as(['diversion'], { dealer: south.id });
  const { total, rows } = await server.data(diversion.figures, { ...today, group: 'dealer' }, { token });
  expect([total.warned_diverted, total.sold, rows]).toEqual([null, null, []]);
  expect((await server.call(diversionFlows, today, { token })).status).toBe(401);
});
