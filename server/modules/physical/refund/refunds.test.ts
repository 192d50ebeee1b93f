import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import {
  closeReturn,
  dissociated,
  inspectReturn,
  receiveReturn,
  refund,
  refundDetail,
  returnsSetFree,
} from '@suyuan/contract/physical/refund.ts';
import { boxCodes, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { describe, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, from, dealerId } = await goodsServer();

const stockOf = async (warehouse_id: number, product_id: number) =>
  (await server.data(stock, { warehouse_id, product_id }))[0];
const whereIs = async (code: string) => (await server.data(boxCodes, { codes: [code] }))[0]?.where;

/** Cases that a dealer signed for, and a return of them into a warehouse of its own. */
async function soldAndComingBack(cases: number, to = dealerId, dealer_id = dealerId) {
  const made = await goods.made(from);
  const codes = (await goods.cases(made, cases)).map(({ code }) => code);
  const waybill = await goods.sale(from, to, [{ product_id: made.productId, quantity: cases * 3 }]);
  await server.data(load, { id: waybill, codes });
  await server.data(ship, { id: waybill });
  await server.data(sign, { id: waybill, received: 'all' });
  const warehouse_id = await goods.warehouse();
  const { id } = await server.data(refund.add, { dealer_id, warehouse_id, reason: 'too many', lines: [] });
  return { made, codes, waybill, warehouse_id, id };
}

describe('a return', () => {
  test('is kept apart, and is in stock or destroyed after inspection', async () => {
    const { made, codes, warehouse_id, id } = await soldAndComingBack(2);
    const [good, bad] = codes as [string, string];
    const { received } = await server.data(receiveReturn, { id, codes });
    expect(received).toMatchObject([
      { code: good, units: 3, cause: null },
      { code: bad, units: 3, cause: null },
    ]);
    expect(await stockOf(warehouse_id, made.productId)).toMatchObject({ units: 0, quarantined: 6 });
    expect(await whereIs(good)).toMatchObject({ stock: 'returned' });
    expect((await server.call(closeReturn, { id })).status).toBe(409);
    await server.data(inspectReturn, { id, codes: [good], result: 'restock', reason: 'as new' });
    await server.data(inspectReturn, { id, codes: [bad], result: 'scrap', reason: 'wet' });
    expect(await stockOf(warehouse_id, made.productId)).toMatchObject({ units: 3, quarantined: 0 });
    expect((await server.data(boxCodes, { codes: [bad] }))[0]).toMatchObject({ life: 'destroyed' });
    expect(await server.data(closeReturn, { id })).toEqual({ id, status: 'closed' });
  });

  test('closes by itself once everything announced is received and inspected', async () => {
    const { made, codes, warehouse_id } = await soldAndComingBack(2);
    const lines = [{ product_id: made.productId, quantity: 6 }];
    const { id } = await server.data(refund.add, { dealer_id: dealerId, warehouse_id, reason: 'too many', lines });
    const [first, second] = codes as [string, string];
    const restock = (code: string) =>
      server.data(inspectReturn, { id, codes: [code], result: 'restock', reason: 'as new' });
    await server.data(receiveReturn, { id, codes: [first] });
    await restock(first);
    expect((await server.data(refundDetail, { id })).status).toBe('inspecting');
    await server.data(receiveReturn, { id, codes: [second] });
    await restock(second);
    expect((await server.data(refundDetail, { id })).status).toBe('closed');
  });

  test('of goods sold to another dealer is accepted with its reason', async () => {
    const { codes, id } = await soldAndComingBack(1, await goods.dealer());
    const { received } = await server.data(receiveReturn, { id, codes });
    expect(received).toMatchObject([{ cause: 'sold_to_another' }]);
    const never = (await goods.cases(await goods.made(from), 1)).map(({ code }) => code);
    expect((await server.data(receiveReturn, { id, codes: never })).received).toMatchObject([{ cause: 'not_shipped' }]);
    const { codes: back, refund_no } = await server.data(refundDetail, { id });
    expect(back).toHaveLength(2);
    const { rows } = await server.data(productionData.page, { keyword: refund_no, sort: 'created_at' });
    expect(rows).toMatchObject([
      { kind: 'wrong_return', source: 'document', code: codes[0], status: 'open', retriable: false },
      { kind: 'wrong_return', source: 'document', code: never[0], status: 'open', retriable: false },
    ]);
  });

  test('of a pallet is inspected in part: a case is destroyed, the rest restocked', async () => {
    const made = await goods.made(from);
    const { code, cases } = await goods.pallet(made);
    const waybill = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 6 }]);
    await server.data(load, { id: waybill, codes: [code] });
    await server.data(ship, { id: waybill });
    await server.data(sign, { id: waybill, received: 'all' });
    const warehouse_id = await goods.warehouse();
    const { id } = await server.data(refund.add, { dealer_id: dealerId, warehouse_id, reason: 'wet', lines: [] });
    await server.data(receiveReturn, { id, codes: [code], batch_key: 'same' });
    const wet = cases[0]?.code as string;
    const scrapped = { id, codes: [wet], result: 'scrap' as const, reason: 'wet' };
    // A key is each call's own: what came back under it is not inspected by it yet.
    expect(await server.data(inspectReturn, { ...scrapped, batch_key: 'same' })).toEqual({ units: 3 });
    expect(await server.data(inspectReturn, { ...scrapped, batch_key: 'same' })).toEqual({ units: 3 });
    expect((await server.call(inspectReturn, scrapped)).status).toBe(409);
    expect((await server.call(closeReturn, { id })).status).toBe(409);
    await server.data(inspectReturn, { id, codes: [code], result: 'restock', reason: 'dry' });
    expect(await stockOf(warehouse_id, made.productId)).toMatchObject({ units: 3, quarantined: 0 });
    const { codes } = await server.data(refundDetail, { id });
    expect(codes.map((one) => [one.code, one.units, one.result]).toSorted()).toEqual(
      [
        [code, 3, 'restock'],
        [wet, 3, 'scrap'],
      ].toSorted(),
    );
    await server.data(closeReturn, { id });
  });

  test('stays open during rework, and its goods are inspected again afterwards', async () => {
    const { made, codes, warehouse_id, id } = await soldAndComingBack(1);
    await server.data(receiveReturn, { id, codes });
    await server.data(inspectReturn, { id, codes, result: 'rework', reason: 'label' });
    expect(await stockOf(warehouse_id, made.productId)).toMatchObject({ units: 0, quarantined: 3 });
    const { status, envelope } = await server.call(closeReturn, { id }, { language: 'en' });
    expect([status, envelope.message]).toEqual([409, expect.stringContaining('reworked')]);
    await server.data(inspectReturn, { id, codes, result: 'restock', reason: 'new label' });
    await server.data(closeReturn, { id });
    expect(await stockOf(warehouse_id, made.productId)).toMatchObject({ units: 3, quarantined: 0 });
  });

  test('shows its warehouse to the dealer that asked for it', async () => {
    const buyer = await server.party('dealer');
    const warehouse_id = await goods.warehouse();
    const token = await server.as(['refund', 'refund:add'], { dealer: buyer });
    const { id } = await server.data(
      refund.add,
      { dealer_id: buyer, warehouse_id, reason: 'wet', lines: [] },
      { token },
    );
    const [own] = (await server.data(refund.page, {}, { token })).rows;
    const [known] = (await server.data(refund.page, { dealer_id: buyer })).rows;
    expect(own).toMatchObject({ id, warehouse_id, receives: false, warehouse_name: known?.warehouse_name });
    expect(known?.warehouse_name).toEqual(expect.any(String));
  });

  test('is undone when its codes are released', async () => {
    const buyer = await server.party('dealer');
    const { codes, id } = await soldAndComingBack(1, buyer, buyer);
    const token = await server.as(['dissociated'], { dealer: buyer });
    const undone = async () => (await server.data(returnsSetFree.page, {}, { token })).rows;
    await server.data(receiveReturn, { id, codes });
    expect(await undone()).toEqual([]);
    expect(await server.data(dissociated, { refund_id: id, codes, reason: 'of another return' })).toEqual({ units: 3 });
    expect(await whereIs(codes[0] as string)).toMatchObject({ stock: 'with_dealer' });
    expect(await undone()).toMatchObject([{ reason: 'of another return', code_list: codes, units: 3, refund_id: id }]);
    const again = await server.data(receiveReturn, { id, codes });
    expect(again.received).toMatchObject([{ cause: null }]);
    expect((await server.data(receiveReturn, { id, codes })).refusals).toMatchObject([{ reason: 'returned_already' }]);
  });
});
