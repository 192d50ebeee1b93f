import { scan } from '@suyuan/contract/consumer/scan.ts';
import {
  recall,
  recallAdd,
  recallBegin,
  recallClose,
  recallDealers,
  recallDelete,
  recallDetail,
  recallRelease,
  recallReport,
  recallUpdate,
} from '@suyuan/contract/inspect/recall/recall.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { packSet } from '@suyuan/contract/plant/packing/packing.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { Goods } from '#test/goods/goods.ts';
import { pageOf, symbolsOn, wordsOf } from '#test/goods/scanner.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let goods: Goods;
let from: number;
let dealer: number;
/** A second person, who may release what the administrator calls back. */
let another: string;

beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  from = await goods.warehouse();
  dealer = await goods.dealer();
  another = await server.as(['recall', 'recall:release']);
  await server.sql`update dealer set contact = 'Ms Li', phone = '025 1234' where id = ${dealer}`;
});
afterAll(() => server.stop());

/** Three cases of a lot: one with the dealer, one on the way, one in the warehouse. */
async function spread() {
  const made = await goods.made(from);
  const cases = await goods.cases(made, 3);
  const [held, travelling, stored] = cases.map(({ code }) => code) as [string, string, string];
  for (const code of [held, travelling]) {
    const id = await goods.sale(from, dealer, [{ product_id: made.productId, quantity: 3 }]);
    await server.data(load, { id, codes: [code] });
    await server.data(ship, { id });
    if (code === held) await server.data(sign, { id, received: 'all' });
  }
  return { made, cases, held, travelling, stored, bottle: cases[2]?.bottles[0] as string };
}

const loadedNow = async (code: string, product_id: number, kind: 'sale' | 'recall' = 'sale') => {
  const to = kind === 'sale' ? { to_dealer_id: dealer } : { to_warehouse_id: await goods.warehouse() };
  const { id } = await server.data(waybill.add, {
    kind,
    from_warehouse_id: from,
    ...to,
    lines: [{ product_id, quantity: 3 }],
  });
  const { loaded, refusals } = await server.data(load, { id, codes: [code] });
  return { loaded: loaded.length, reasons: refusals.map(({ reason }) => reason) };
};
const released = (id: number, codes?: string[]) =>
  server.data(recallRelease, { id, reason: 'no glass', ...(codes ? { codes } : {}) }, { token: another });
const verdict = async (code: string, on: TestServer = server) => (await on.data(scan, { code }, { token: '' })).verdict;

describe('a real recall', () => {
  test('shows where the goods are and who has them, with nothing missing', async () => {
    const { made } = await spread();
    const { id } = await server.data(recallAdd, { scope: { lot: made.lot }, drill: false, reason: 'glass' });
    const found = await server.data(recallDetail, { id });
    expect(found.balance).toMatchObject({ made: 9, in_stock: 3, in_transit: 3, with_dealers: 3, unaccounted: 0 });
    expect(found.dealers).toMatchObject([
      { dealer_id: dealer, contact: 'Ms Li', phone: '025 1234', units: 3, in_transit: 3, returned: 0 },
    ]);
    expect(found.packages).toHaveLength(3);
    const file = await server.fetch(`${recallDealers.path}?id=${id}&format=csv`, { headers: { token: server.admin } });
    expect(await file.text()).toContain('Ms Li');
  });

  test('of a code includes its contents, also of a confirmed set', async () => {
    const made = await goods.made(from);
    const { pallets, cases, bottles } = await goods.sets(1);
    await server.data(packSet, { work_order_id: made.workOrderId, code: pallets[0] as string });
    const { id } = await server.data(recallAdd, { scope: { codes: pallets }, drill: false, reason: 'glass' });
    expect((await server.data(recallDetail, { id })).packages).toMatchObject([{ code: pallets[0], units: 6 }]);
    expect(await verdict(bottles[0] as string)).toBe('genuine');
    await server.data(recallBegin, { id });
    expect([await verdict(bottles[0] as string), await loadedNow(cases[0] as string, made.productId)]).toEqual([
      ...['recalled', { loaded: 0, reasons: expect.arrayContaining(['on_hold']) }],
    ]);
  });

  test('blocks loading except by recall waybills, and warns consumers on every server', async () => {
    const { made, stored, bottle } = await spread();
    const beside = await testServer({}, server);
    onTestFinished(() => beside.stop());
    const { id } = await server.data(recallAdd, { scope: { lot: made.lot }, drill: false, reason: 'glass' });
    expect(await verdict(bottle)).toBe('genuine');
    await server.data(recallBegin, { id });
    expect([await verdict(bottle), await verdict(bottle, beside)]).toEqual(['recalled', 'recalled']);
    expect(await loadedNow(stored, made.productId)).toEqual({ loaded: 0, reasons: ['on_hold'] });
    expect((await loadedNow(stored, made.productId, 'recall')).loaded).toBe(1);
  });

  test('tells consumers what to do', async () => {
    const { made, bottle } = await spread();
    const { id } = await server.data(recallAdd, { scope: { lot: made.lot }, drill: false, reason: 'glass' });
    await server.data(recallBegin, { id });
    const page = await server.fetch(`/c?code=${bottle}`, { headers: { 'accept-language': 'en' } });
    expect(await page.text()).toContain('Take it back to where you bought it');
  });

  test('of codes includes their contents, and no other goods of their lot', async () => {
    const { cases, stored, bottle } = await spread();
    const scope = { codes: [stored] };
    const { id } = await server.data(recallAdd, { scope, drill: false, reason: 'glass' });
    await server.data(recallBegin, { id });
    expect(await verdict(bottle)).toBe('recalled');
    expect(await verdict(cases[0]?.bottles[0] as string)).toBe('genuine');
    const { balance, total_codes } = await server.data(recallDetail, { id });
    expect([total_codes, balance.made, balance.in_stock, balance.unaccounted]).toEqual([4, 3, 3, 0]);
  });

  test('of a range includes all codes issued in it, and their contents', async () => {
    const { cases, held, bottle } = await spread();
    const range = { first_code: held, last_code: cases[1]?.code as string };
    const { id } = await server.data(recallAdd, { scope: range, drill: true, reason: 'glass' });
    const { balance, total_codes, codes, scope } = await server.data(recallDetail, { id });
    expect([total_codes, balance.made, balance.with_dealers, balance.in_transit]).toEqual([8, 6, 3, 3]);
    expect([codes.includes(held), codes.includes(bottle), scope]).toEqual([
      true,
      false,
      `${held} – ${cases[1]?.code} (2)`,
    ]);
    const refused = async (first_code: string, last_code: string) =>
      (await server.call(recallAdd, { scope: { first_code, last_code }, drill: true, reason: 'glass' })).status;
    expect([await refused(range.last_code, held), await refused(held, bottle), await refused(held, '0')]).toEqual([
      400, 400, 409,
    ]);
  });

  test('has a report to sign and a workbook, with balance, places and dealers', async () => {
    const { made } = await spread();
    const { id, recall_no } = await server.data(recallAdd, { scope: { lot: made.lot }, drill: true, reason: 'glass' });
    await server.data(recallBegin, { id });
    await server.data(recallClose, { id, note: '全部找到' });
    const report = async (format: 'pdf' | 'xlsx') => {
      const headers = { token: server.admin, 'accept-language': 'zh' };
      const response = await server.fetch(`${recallReport.path}?id=${id}&format=${format}`, { headers });
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    const paper = await report('pdf');
    expect(await symbolsOn(await pageOf(paper, 1))).toEqual([recall_no]);
    expect(await symbolsOn(await pageOf(paper, 2))).toEqual([recall_no]);
    const moments = (await wordsOf(paper)).match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+8/g);
    // Made, begun and ended, on each page that says what it is about.
    expect(moments?.length).toBeGreaterThanOrEqual(3);
    const { sheets } = await readXlsx(await report('xlsx'));
    const rows = sheets[0]?.rows ?? [];
    expect(rows).toContainEqual(expect.arrayContaining(['数量平衡', '生产', 9]));
    expect(rows).toContainEqual(expect.arrayContaining(['Ms Li', '025 1234', 3]));
  });

  test('of a work order covers its lot; once closed, its goods stay held until another person releases them', async () => {
    const { made, stored, bottle } = await spread();
    const recalled = async () => {
      const scope = { work_order_id: made.workOrderId };
      const { id } = await server.data(recallAdd, { scope, drill: false, reason: 'glass' });
      await server.data(recallBegin, { id });
      return id;
    };
    const [first, second] = [await recalled(), await recalled()];
    await server.data(recallClose, { id: first, note: 'all found' });
    expect(await verdict(bottle)).toBe('recalled');
    expect((await server.call(recallClose, { id: first, note: 'again' })).status).toBe(409);
    expect((await server.data(recallDetail, { id: first })).balance.made).toBe(9);
    expect((await server.call(recallRelease, { id: first, reason: 'no glass' })).status).toBe(409);
    expect(await released(first)).toEqual({ id: first, in_force: false });
    // The other recall of the same lot goes on.
    expect(await verdict(bottle)).toBe('recalled');
    expect(await loadedNow(stored, made.productId)).toEqual({ loaded: 0, reasons: ['on_hold'] });
    await released(second);
    expect(await verdict(bottle)).toBe('repeated');
    expect((await loadedNow(stored, made.productId)).loaded).toBe(1);
    const again = { id: second, reason: 'again' };
    expect((await server.call(recallRelease, again, { token: another })).status).toBe(409);
  });

  test('can release single cases of its lot, for which consumers are no longer warned', async () => {
    const { made, stored, held, bottle } = await spread();
    const { id } = await server.data(recallAdd, { scope: { lot: made.lot }, drill: false, reason: 'glass' });
    await server.data(recallBegin, { id });
    await server.data(recallClose, { id, note: 'all found' });
    expect(await released(id, [stored])).toEqual({ id, in_force: true });
    expect(await verdict(bottle)).toBe('genuine');
    expect((await server.data(recallDetail, { id })).released.map(({ code }) => code)).toEqual([stored]);
    expect((await loadedNow(stored, made.productId)).loaded).toBe(1);
    expect(await verdict(held)).toBe('recalled');
    const twice = { id, reason: 'again', codes: [stored] };
    expect((await server.call(recallRelease, twice, { token: another })).status).toBe(409);
  });

  test('of codes ends when the last of them is released', async () => {
    const { cases, stored, bottle } = await spread();
    const other = cases[1]?.code as string;
    const { id } = await server.data(recallAdd, { scope: { codes: [stored, other] }, drill: false, reason: 'glass' });
    await server.data(recallBegin, { id });
    expect(await released(id, [stored])).toEqual({ id, in_force: true });
    expect([await verdict(bottle), await verdict(cases[1]?.bottles[0] as string)]).toEqual(['genuine', 'recalled']);
    expect(await released(id, [other])).toEqual({ id, in_force: false });
    expect(await verdict(cases[1]?.bottles[1] as string)).toBe('genuine');
    const { rows } = await server.data(recall.page, { recall_no: (await server.data(recallDetail, { id })).recall_no });
    expect(rows).toMatchObject([{ status: 'begun', in_force: false }]);
  });
});

describe('a recall that has not started', () => {
  test('can be changed, including its scope, and deleted; afterwards it cannot', async () => {
    const [first, second] = [await spread(), await spread()];
    const { id } = await server.data(recallAdd, { scope: { lot: first.made.lot }, drill: true, reason: 'practice' });
    await server.data(recallUpdate, { id, drill: false, reason: 'glass' });
    expect(await server.data(recallDetail, { id })).toMatchObject({
      drill: false,
      scope: first.made.lot,
      reason: 'glass',
    });
    await server.data(recallUpdate, { id, scope: { codes: [second.stored] }, drill: true, reason: 'glass' });
    expect(await server.data(recallDetail, { id })).toMatchObject({ scope_kind: 'codes', total_codes: 4, lots: [] });
    await server.data(recallBegin, { id });
    expect((await server.call(recallUpdate, { id, drill: true, reason: 'x' })).status).toBe(409);
    expect((await server.call(recallDelete, { id })).status).toBe(409);
    const planned = await server.data(recallAdd, { scope: { lot: first.made.lot }, drill: true, reason: 'practice' });
    await server.data(recallDelete, { id: planned.id });
    expect((await server.call(recallDetail, { id: planned.id })).status).toBe(404);
  });
});

describe('a drill', () => {
  test('blocks nothing and is not shown to consumers', async () => {
    const { made, stored, bottle } = await spread();
    const { id } = await server.data(recallAdd, { scope: { lot: made.lot }, drill: true, reason: 'practice' });
    await server.data(recallBegin, { id });
    expect(await verdict(bottle)).toBe('genuine');
    expect((await loadedNow(stored, made.productId)).loaded).toBe(1);
    await server.data(recallClose, { id, note: 'twelve minutes' });
    const { rows } = await server.data(recall.page, { drill: true });
    expect(rows.find((row) => row.id === id)?.status).toBe('closed');
  });
});

test('a lot known only from codes that were ordered for it is recalled', async () => {
  const product_id = await goods.product();
  const format = { alphabet: 'digits', body_length: 16, check: 'none', carrier: 'plain' } as const;
  const rule = { rule_name: 'printed', level: 1, prefix: '9', ...format } as const;
  const { id: rule_id } = await server.data(codeRule.add, rule);
  const { id: order } = await server.data(orderAdd, { rule_id, product_id, lot: 'PRINTED-1', quantity: 1 });
  const [code] = (await codesOfOrder(server, order)) as [string];
  const { id } = await server.data(recallAdd, { scope: { lot: 'PRINTED-1' }, drill: false, reason: 'glass' });
  await server.data(recallBegin, { id });
  expect(await verdict(code)).toBe('recalled');
});

test('a lot that was never made is refused', async () => {
  const { status } = await server.call(recallAdd, { scope: { lot: 'NONE' }, drill: true, reason: 'x' });
  expect(status).toBe(409);
});
