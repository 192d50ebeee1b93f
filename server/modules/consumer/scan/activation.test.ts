import { scan } from '@suyuan/contract/consumer/scan.ts';
import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { minderlieferung } from '@suyuan/contract/physical/amendment.ts';
import { inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { packSet, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { customerInquire } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { type GenuineStep, genuineSteps } from '@suyuan/contract/trace/genuine.ts';
import { expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, from, dealerId } = await goodsServer();
// Issued with the latest step, codes follow every earlier one that their rule gets afterwards.
await goods.genuineFrom('received');

const [{ rows }, made] = [await server.data(codeRule.page, {}), await goods.made(from)];
const bottleRule = rows.find(({ level }) => level === 1)?.id as number;
const reason = 'test';

async function labels(product_id: number | null): Promise<{ id: number; code: string }> {
  const { id } = await server.data(orderAdd, { rule_id: bottleRule, product_id, quantity: 1 });
  return { id, code: (await codesOfOrder(server, id))[0] as string };
}

/** A pallet that left on a waybill, with one of its cases, and a bottle of that. */
async function onWay(
  ends: Record<string, unknown>,
  until: 'load' | 'ship' | 'sign',
  kind: 'sale' | 'transfer' | 'sample' = 'sale',
) {
  const { code, cases } = await goods.pallet(made);
  const [box] = cases as [(typeof cases)[number]];
  const lines = [{ product_id: made.productId, quantity: 6 }];
  const { id } = await server.data(waybill.add, { kind, from_warehouse_id: from, lines, ...ends });
  await server.data(load, { id, codes: [code] });
  if (until !== 'load') await server.data(ship, { id });
  if (until === 'sign') await server.data(sign, { id, received: 'all' });
  return { id, pallet: code, box: box.code, bottles: box.bottles as [string, string, string] };
}

const toDealer = { to_dealer_id: dealerId };

async function takenBack(result?: 'restock') {
  const { box } = await onWay(toDealer, 'sign');
  const back = await server.data(refund.add, { dealer_id: dealerId, warehouse_id: from, reason, lines: [] });
  await server.data(receiveReturn, { id: back.id, codes: [box] });
  if (result) await server.data(inspectReturn, { id: back.id, codes: [box], result, reason });
  return box;
}

async function soldOn() {
  const seller = await goods.dealer();
  const shop = await goods.warehouse({ dealer_id: seller });
  const { box } = await onWay({ to_dealer_id: seller }, 'sign');
  const id = await goods.sale(shop, dealerId, [{ product_id: made.productId, quantity: 3 }]);
  await server.data(load, { id, codes: [box] });
  await server.data(ship, { id });
  return box;
}

/** Codes by what happened to them, with the furthest step that they have come to. */
async function histories(): Promise<[name: string, code: string, step: GenuineStep | null][]> {
  const [preCode, ordered, bound] = [await labels(null), await labels(made.productId), await labels(null)];
  await server.data(codesBind, { order_id: bound.id, product_id: made.productId });
  const { code: pallet, cases } = await goods.pallet(made);
  const [box, opened] = cases as [(typeof cases)[number], (typeof cases)[number]];
  await server.data(unpack, { parent: opened.code, reason });
  const set = await goods.sets(2);
  await server.data(packSet, { work_order_id: made.workOrderId, code: set.pallets[0] as string });
  const loaded = await onWay(toDealer, 'load');
  const shipped = await onWay(toDealer, 'ship');
  await server.data(unpack, { children: [shipped.bottles[2]], reason });
  const received = await onWay(toDealer, 'sign');
  await server.data(unpack, { children: [received.bottles[2]], reason });
  const short = await onWay(toDealer, 'ship');
  await server.data(minderlieferung, { waybill_id: short.id, codes: [short.box], reason, to_warehouse_id: from });
  const moving = { to_warehouse_id: await goods.warehouse() };
  return [
    ['a pre-code', preCode.code, null],
    ['ordered for a product', ordered.code, 'issued'],
    ['bound in a range', bound.code, 'bound'],
    ['in a case on a pallet', box.bottles[0] as string, 'packed'],
    ['a case on a pallet', box.code, 'packed'],
    ['a pallet', pallet, 'packed'],
    ['taken out of its case', opened.bottles[0] as string, 'packed'],
    ['an emptied case', opened.code, 'issued'],
    ['in a confirmed set', set.bottles[0] as string, 'packed'],
    ['a case of a confirmed set', set.cases[0] as string, 'packed'],
    ['in a set that nobody confirmed', set.bottles.at(-1) as string, null],
    ['loaded', loaded.bottles[0], 'packed'],
    ['shipped', shipped.bottles[0], 'shipped'],
    ['a pallet shipped', shipped.pallet, 'shipped'],
    ['taken out on its way', shipped.bottles[2], 'shipped'],
    ['with a dealer', received.bottles[0], 'received'],
    ['taken out at the dealer', received.bottles[2], 'received'],
    ['taken off its waybill', short.bottles[0], 'packed'],
    ['returned', await takenBack(), 'received'],
    ['returned and in stock again', await takenBack('restock'), 'packed'],
    ['sold on by a dealer', await soldOn(), 'received'],
    ['on its way between own warehouses', (await onWay(moving, 'ship', 'transfer')).box, 'packed'],
    ['moved between own warehouses', (await onWay(moving, 'sign', 'transfer')).box, 'packed'],
    ['sent to a laboratory', (await onWay({ receiver: 'Laboratory' }, 'sign', 'sample')).box, 'packed'],
  ];
}

const isActivated = (verdict: string) => {
  expect(['genuine', 'repeated', 'unbound']).toContain(verdict);
  return verdict !== 'unbound';
};
const titleOf = (html: string) => /<h1>([^<]*)/.exec(html)?.[1] ?? '';
const isActivatedOnPage = (html: string) => !titleOf(html).includes('Not activated');

/** What each source of scans says of a code: whether it is activated. */
async function answers(code: string): Promise<boolean[]> {
  const page = async (path: string) =>
    isActivatedOnPage(await (await server.fetch(path, { headers: { 'accept-language': 'en' } })).text());
  const { html } = await server.data(customerInquire, { code, language: 'en' });
  return [
    isActivated((await server.data(scan, { code }, { token: '' })).verdict),
    await page(`/c?code=${code}`),
    await page(`/m/q/${code}`),
    isActivatedOnPage(html),
    isActivated((await server.data(informationInquiry, { code })).verdict),
  ];
}

test('every source of scans says from the step of its rule on that a code is genuine, whatever happened to it', async () => {
  const all = await histories();
  for (const [name, code, step] of all) {
    const { genuine_step } = await server.data(informationInquiry, { code });
    expect([name, genuine_step]).toEqual([name, step]);
  }
  for (const wanted of genuineSteps.toReversed()) {
    await goods.genuineFrom(wanted);
    for (const [name, code, step] of all) {
      const expected = step !== null && genuineSteps.indexOf(step) >= genuineSteps.indexOf(wanted);
      expect([wanted, name, ...new Set(await answers(code))]).toEqual([wanted, name, expected]);
    }
  }
});

test('a later step holds for codes ordered from then on, an earlier one for all', async () => {
  await goods.genuineFrom('issued');
  const old = await labels(made.productId);
  await goods.genuineFrom('shipped');
  const fresh = await labels(made.productId);
  expect([await answers(old.code), await answers(fresh.code)].map((all) => new Set(all))).toEqual([
    new Set([true]),
    new Set([false]),
  ]);
  const { product, trace, package: around } = await server.data(scan, { code: fresh.code }, { token: '' });
  expect([product, trace, around]).toEqual([null, [], null]);
  await goods.genuineFrom('issued');
  expect(new Set(await answers(fresh.code))).toEqual(new Set([true]));
});
