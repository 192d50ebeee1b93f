import { dealer } from '@suyuan/contract/base/dealer.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { hold, holdRelease } from '@suyuan/contract/inspect/hold.ts';
import { barter, minderlieferung } from '@suyuan/contract/physical/amendment.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { load, ship, sign, unsign, type WaybillKind, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { describe, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, from, dealerId } = await goodsServer();
const other = await server.as(['hold', 'hold:release']);
const quarantine = await server
  .data(warehouse.add, { warehouse_code: 'Q', warehouse_name: 'Q', warehouse_type: 'quarantine', status: 'enabled' })
  .then(({ id }) => id);

type To = { readonly to_dealer_id: number } | { readonly to_warehouse_id: number };

/** Cases that are on their way to a warehouse or a dealer. */
async function underWay(cases: number, to: To) {
  const made = await goods.made(from);
  const packed = await goods.cases(made, cases);
  const kind = 'to_dealer_id' in to ? ('sale' as const) : ('transfer' as const);
  const lines = [{ product_id: made.productId, quantity: cases * 3 }];
  const { id, waybill_no } = await server.data(waybill.add, { kind, from_warehouse_id: from, ...to, lines });
  await server.data(load, { id, codes: packed.map(({ code }) => code) });
  await server.data(ship, { id });
  return { id, waybill_no, made, packed, codes: packed.map(({ code }) => code) as [string, string] };
}

/** Why a code cannot be loaded on a waybill that leaves the warehouse. */
async function against(code: string, productId: number, leaves: number, kind: WaybillKind, to: Partial<To> = {}) {
  const lines = [{ product_id: productId, quantity: 3 }];
  const { id } = await server.data(waybill.add, { kind, from_warehouse_id: leaves, ...to, lines });
  return (await server.data(load, { id, codes: [code] })).refusals;
}
const isHeld = async (code: string) => (await server.data(boxCodes, { codes: [code] }))[0]?.held;
const damagedOf = async (waybill_no: string) =>
  (await server.data(productionData.page, { keyword: waybill_no })).rows.filter(
    ({ kind }) => kind === 'shipment_difference',
  );

describe('goods that arrive damaged', () => {
  test('at a warehouse are held at once: not sold, but moved to quarantine; exception and receiver are notified', async () => {
    const store = await goods.warehouse();
    const { id, waybill_no, made, codes } = await underWay(2, { to_warehouse_id: store });
    const [wet, dry] = codes;
    const differences = [{ code: wet, kind: 'damaged' as const, note: 'wet' }];
    const signed = await server.data(sign, { id, received: 'all', differences });
    expect(signed).toMatchObject({ units: 6, refusals: [], held: expect.stringMatching(/^DJ\d+$/) });
    expect(await against(wet, made.productId, store, 'sale', { to_dealer_id: dealerId })).toMatchObject([
      { reason: 'on_hold', conflict: expect.stringContaining(`${signed.held}`) },
    ]);
    expect(await against(dry, made.productId, store, 'sale', { to_dealer_id: dealerId })).toEqual([]);
    expect(await damagedOf(waybill_no)).toMatchObject([
      {
        ...{ code: wet, status: 'open', cause: expect.stringContaining(`${signed.held}`) },
        ...{ waybill_no, waybill_id: id, units: 3, product_id: made.productId, due_at: expect.any(String) },
      },
    ]);
    const [row] = (await server.data(hold.page, { hold_no: `${signed.held}` })).rows;
    expect(row).toMatchObject({ waybill_no, status: 'held', scope: wet, reason: expect.stringContaining('wet') });
    expect(await against(wet, made.productId, store, 'transfer', { to_warehouse_id: quarantine })).toEqual([]);
  });

  test('are sold once released by another person than the one who reported them', async () => {
    const store = await goods.warehouse();
    const { id, made, codes } = await underWay(1, { to_warehouse_id: store });
    const [wet] = codes;
    const { held } = await server.data(sign, { id, received: [wet], differences: [{ code: wet, kind: 'damaged' }] });
    const [row] = (await server.data(hold.page, { hold_no: `${held}` })).rows;
    const releasing = { id: row?.id as number, reason: 'only the paper' };
    expect((await server.call(holdRelease, releasing)).status).toBe(409);
    expect((await server.call(holdRelease, releasing, { token: other })).status).toBe(200);
    expect(await against(wet, made.productId, store, 'sale', { to_dealer_id: dealerId })).toEqual([]);
  });

  test('are held by their own code within a package of many', async () => {
    const store = await goods.warehouse();
    const { id, packed, codes } = await underWay(1, { to_warehouse_id: store });
    const [broken, whole] = packed.flatMap(({ bottles }) => bottles) as [string, string];
    await server.data(sign, { id, received: 'all', differences: [{ code: broken, kind: 'damaged' }] });
    expect([await isHeld(broken), await isHeld(whole), await isHeld(codes[0])]).toEqual([true, false, true]);
  });

  test('at a dealer are held for its account manager, and are restocked after return once released', async () => {
    const manager = await server.as(['hold', 'hold:release'], { name: 'sees-to-dealers' });
    const [account] = await server.sql<{ id: number }[]>`select id from account where account_name = 'sees-to-dealers'`;
    const given = { dealer_code: 'SEEN', dealer_name: 'SEEN', dealer_level: 1, status: 'enabled' } as const;
    const seen = (await server.data(dealer.add, { ...given, manager_id: account?.id as number })).id;
    const { id, codes } = await underWay(2, { to_dealer_id: seen });
    const [wet, torn] = codes;
    const token = await server.as(['freight', 'arrival', 'arrival:sign'], { dealer: seen });
    const differences = codes.map((code) => ({ code, kind: 'damaged' as const }));
    const { held } = await server.data(sign, { id, received: 'all', differences }, { token });
    const [row] = (await server.data(hold.page, { hold_no: `${held}` }, { token: manager })).rows;
    expect(row).toMatchObject({ owner: 'sees-to-dealers', status: 'held' });
    const warehouse_id = await goods.warehouse();
    const back = await server.data(refund.add, { dealer_id: seen, warehouse_id, reason: 'damaged', lines: [] });
    expect((await server.data(receiveReturn, { id: back.id, codes })).refusals).toEqual([]);
    const inspect = (code: string, result: 'restock' | 'scrap') =>
      server.call(inspectReturn, { id: back.id, codes: [code], result, reason: 'looked at' });
    expect((await inspect(wet, 'restock')).status).toBe(409);
    expect((await inspect(torn, 'scrap')).status).toBe(200);
    const releasing = { id: row?.id as number, reason: 'only wet paper', codes: [wet] };
    expect((await server.call(holdRelease, releasing, { token: manager })).status).toBe(200);
    expect((await inspect(wet, 'restock')).status).toBe(200);
  });

  test('are released if the receipt is reversed, and can be reported again', async () => {
    const store = await goods.warehouse();
    const { id, codes } = await underWay(1, { to_warehouse_id: store });
    const differences = [{ code: codes[0], kind: 'damaged' as const }];
    const { held } = await server.data(sign, { id, received: 'all', differences });
    await server.data(unsign, { id, reason: 'of another truck' });
    expect(await isHeld(codes[0])).toBe(false);
    const [row] = (await server.data(hold.page, { hold_no: `${held}` })).rows;
    expect(row).toMatchObject({ status: 'released', release_reason: expect.stringContaining('of another truck') });
    expect((await server.data(sign, { id, received: 'all' })).held).toBe(null);
    expect(await isHeld(codes[0])).toBe(false);
  });

  test('or are taken off a waybill are held where they are put, and stay so if the receipt is reversed', async () => {
    const { id: waybill_id, made, codes } = await underWay(3, { to_dealer_id: dealerId });
    const [wet, torn] = codes;
    const [instead, spare] = (await goods.cases(made, 2)).map(({ code }) => code) as [string, string];
    const exchanged = { waybill_id, pairs: [{ old: wet, new: instead }], reason: 'wet', damaged: true };
    const swapped = await server.data(barter, exchanged);
    const taken = { waybill_id, codes: [torn], reason: 'torn', to_warehouse_id: from };
    const short = await server.data(minderlieferung, { ...taken, damaged: true });
    expect([swapped, short]).toMatchObject([1, 2].map(() => ({ units: 3, held: expect.stringMatching(/^DJ\d+$/) })));
    expect(await Promise.all([wet, torn, instead, spare].map(isHeld))).toEqual([true, true, false, false]);
    expect(await against(wet, made.productId, from, 'sale', { to_dealer_id: dealerId })).toMatchObject([
      { reason: 'on_hold', conflict: expect.stringContaining(`${swapped.held}`) },
    ]);
    await server.data(sign, { id: waybill_id, received: 'all' });
    await server.data(unsign, { id: waybill_id, reason: 'of another truck' });
    expect(await isHeld(torn)).toBe(true);
    const [row] = (await server.data(hold.page, { hold_no: `${short.held}` })).rows;
    expect(row).toMatchObject({ status: 'held', scope: torn, reason: expect.stringContaining('torn') });
    const releasing = { id: row?.id as number, reason: 'only the paper' };
    expect((await server.call(holdRelease, releasing)).status).toBe(409);
    expect((await server.call(holdRelease, releasing, { token: other })).status).toBe(200);
    expect(await isHeld(torn)).toBe(false);
  });

  test('and taken off as sound are on sale again', async () => {
    const { id: waybill_id, made, codes } = await underWay(1, { to_dealer_id: dealerId });
    const taken = { waybill_id, codes, reason: 'too many', to_warehouse_id: from };
    expect((await server.data(minderlieferung, taken)).held).toBe(null);
    expect(await against(codes[0], made.productId, from, 'sale', { to_dealer_id: dealerId })).toEqual([]);
  });

  test('are not held where they did not arrive', async () => {
    const { id, made } = await underWay(1, { to_dealer_id: dealerId });
    const [elsewhere] = (await goods.cases(made, 1)).map(({ code }) => code) as [string];
    const differences = [{ code: elsewhere, kind: 'damaged' as const }];
    expect((await server.data(sign, { id, received: 'all', differences })).held).toBe(null);
    expect(await isHeld(elsewhere)).toBe(false);
  });
});
