import { barter, rdcDissociated } from '@suyuan/contract/physical/amendment.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { closeReturn, inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { boxCodes, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { close, load, reopen, ship, sign, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { describe, expect, test } from 'vitest';
import type { Made } from '#test/goods/goods.ts';
import { goodsServer } from '#test/goods/goods-server.ts';

// The exceptions of GS1 US's guideline on exchanging serialised goods, from the scan that finds each to what puts it right.

const { server, goods, from, dealerId } = await goodsServer();

const whereIs = async (code: string) => (await server.data(boxCodes, { codes: [code] }))[0]?.where?.stock;
const casesOf = async (made: Made, count: number) => (await goods.cases(made, count)).map(({ code }) => code);
const stockOf = async (warehouse_id: number, made: Made) =>
  (await server.data(stock, { warehouse_id, product_id: made.productId })).reduce((sum, { units }) => sum + units, 0);
const reasonsOn = async (id: number, codes: string[]) =>
  (await server.data(load, { id, codes })).refusals.map(({ reason }) => reason);

/** What is kept for a person about a waybill: of which code, and why. */
async function keptOf(id: number) {
  const { waybill_no } = await server.data(waybillDetail, { id });
  const { rows } = await server.data(productionData.page, { keyword: waybill_no, status: 'open' });
  const details = await Promise.all(rows.map((row) => server.data(productionData.detail, { id: row.id })));
  return details.map(({ codes, raw }) => `${codes[0]} ${JSON.parse(raw as string).difference}`).toSorted();
}

/** A sale of so many cases that has left. */
async function onItsWay(cases: number) {
  const made = await goods.made(from);
  const codes = await casesOf(made, cases);
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: cases * 3 }]);
  await server.data(load, { id, codes });
  await server.data(ship, { id });
  return { id, made, codes };
}

async function returnOf(codes: string[], result: 'restock' | 'scrap', reason: string) {
  const warehouse_id = await goods.warehouse();
  const { id } = await server.data(refund.add, { dealer_id: dealerId, warehouse_id, reason, lines: [] });
  await server.data(receiveReturn, { id, codes });
  await server.data(inspectReturn, { id, codes, result, reason });
  await server.data(closeReturn, { id });
  return warehouse_id;
}

describe('more arrives than was ordered', () => {
  test('and is kept: it gets a waybill of its own', async () => {
    const { id, made, codes } = await onItsWay(1);
    const [extra] = (await casesOf(made, 1)) as [string];
    await server.data(sign, { id, received: [...codes, extra] });
    expect(await keptOf(id)).toEqual([`${extra} over`]);
    const second = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
    await server.data(load, { id: second, codes: [extra] });
    await server.data(ship, { id: second });
    await server.data(sign, { id: second, received: 'all' });
    expect(await whereIs(extra)).toBe('with_dealer');
  });

  test('and is sent back: it is in stock in the named warehouse', async () => {
    const { id, made, codes } = await onItsWay(1);
    const [extra] = (await casesOf(made, 1)) as [string];
    await server.data(sign, { id, received: [...codes, extra] });
    expect(await stockOf(await returnOf([extra], 'restock', 'more than ordered'), made)).toBe(3);
    expect(await stockOf(from, made)).toBe(0);
  });
});

test('less arrives than was ordered: an exception, and in transit until found', async () => {
  const { id, made, codes } = await onItsWay(2);
  const [here, missing] = codes as [string, string];
  await server.data(sign, { id, received: [here] });
  expect(await keptOf(id)).toEqual([`${missing} short`]);
  expect(await whereIs(missing)).toBe('in_transit');
  await server.data(rdcDissociated, { waybill_id: id, codes: [missing], reason: 'left behind' });
  expect(await stockOf(from, made)).toBe(3);
});

test('a wrong lot is not loaded on a line that asks for another', async () => {
  const made = await goods.made(from);
  const later = await goods.made(from, { productId: made.productId });
  const [wrong] = (await casesOf(later, 1)) as [string];
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, lot: made.lot, quantity: 3 }]);
  expect(await reasonsOn(id, [wrong])).toEqual(['not_ordered']);
});

test('a wrong product is returned and the right one shipped, not exchanged', async () => {
  const { id, made, codes } = await onItsWay(1);
  const other = await goods.made(from);
  const [stray] = (await casesOf(other, 1)) as [string];
  const pairs = [{ old: codes[0] as string, new: stray }];
  expect((await server.call(barter, { waybill_id: id, pairs, reason: 'wrong product' })).status).toBe(409);
  await server.data(sign, { id, received: [stray] });
  expect(await keptOf(id)).toEqual([`${codes[0]} short`, `${stray} over`].toSorted());
  expect(await stockOf(await returnOf([stray], 'restock', 'wrong product'), other)).toBe(3);
  expect(await stockOf(from, made)).toBe(0);
});

test('goods without data are distinguished: their code was never issued', async () => {
  const { id, codes } = await onItsWay(1);
  const { refusals } = await server.data(sign, { id, received: [...codes, 'nobody-issued-it'] });
  expect(refusals).toMatchObject([{ code: 'nobody-issued-it', reason: 'unknown_code' }]);
  expect(await keptOf(id)).toEqual(['nobody-issued-it over']);
});

test('data without goods: what was reported as shipped and never left comes off the waybill', async () => {
  const { id, made, codes } = await onItsWay(2);
  const [sent, left] = codes as [string, string];
  await server.data(rdcDissociated, { waybill_id: id, codes: [left], reason: 'never left' });
  expect(await server.data(sign, { id, received: 'all' })).toMatchObject({ units: 3, refusals: [] });
  expect([await whereIs(sent), await whereIs(left)]).toEqual(['with_dealer', 'at_place']);
  expect([await keptOf(id), await stockOf(from, made)]).toEqual([[], 3]);
});

test('goods damaged in transit return and are destroyed', async () => {
  const { id, made, codes } = await onItsWay(1);
  const differences = codes.map((code) => ({ code, kind: 'damaged' as const, note: 'wet' }));
  await server.data(sign, { id, received: 'all', differences });
  expect(await keptOf(id)).toEqual([`${codes[0]} damaged`]);
  expect(await stockOf(await returnOf(codes, 'scrap', 'wet'), made)).toBe(0);
  expect((await server.data(boxCodes, { codes }))[0]?.life).toBe('destroyed');
});

test('goods reported as damaged have arrived, also if nobody scanned them, and are held', async () => {
  const { id, codes } = await onItsWay(3);
  const [whole, wet, missing] = codes as [string, string, string];
  const differences = [
    { code: wet, kind: 'damaged' as const, note: 'wet' },
    { code: missing, kind: 'short' as const },
  ];
  const signed = await server.data(sign, { id, received: [whole], differences });
  expect(signed).toMatchObject({ units: 6, refusals: [], held: expect.any(String) });
  expect(await keptOf(id)).toEqual([`${wet} damaged`, `${missing} short`].toSorted());
  expect([await whereIs(wet), await whereIs(missing)]).toEqual(['with_dealer', 'in_transit']);
});

test('a return by a dealer to whom it was not sold becomes an exception', async () => {
  const { id, codes } = await onItsWay(1);
  await server.data(sign, { id, received: 'all' });
  const [warehouse_id, stranger] = [await goods.warehouse(), await goods.dealer()];
  const request = { dealer_id: stranger, warehouse_id, reason: 'too many', lines: [] };
  const { id: back, refund_no } = await server.data(refund.add, request);
  const { received } = await server.data(receiveReturn, { id: back, codes });
  expect(received).toMatchObject([{ cause: 'sold_to_another' }]);
  const { rows } = await server.data(productionData.page, { keyword: refund_no });
  expect(rows).toMatchObject([{ kind: 'wrong_return', code: codes[0] }]);
  expect(await whereIs(codes[0] as string)).toBe('returned');
});

test("lost goods are in nobody's stock, until their waybill is reopened", async () => {
  const { id, made, codes } = await onItsWay(1);
  await server.data(sign, { id, received: [] });
  expect(await keptOf(id)).toEqual([`${codes[0]} short`]);
  expect((await server.call(close, { id })).status).toBe(400);
  await server.data(close, { id, missing: 'lost', reason: 'lost with the lorry' });
  expect([await whereIs(codes[0] as string), await stockOf(from, made)]).toEqual(['lost', 0]);
  const again = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
  expect(await reasonsOn(again, codes)).toEqual(['shipped_already']);
  expect(await server.data(reopen, { id, reason: 'it is on its way' })).toEqual({ id, status: 'signed' });
  expect(await whereIs(codes[0] as string)).toBe('in_transit');
  await server.data(sign, { id, received: codes });
  expect([await whereIs(codes[0] as string), await keptOf(id)]).toEqual(['with_dealer', []]);
});
