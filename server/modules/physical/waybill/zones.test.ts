import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { picking } from '@suyuan/contract/physical/stock/picking.ts';
import { stock } from '@suyuan/contract/physical/stock/stock.ts';
import { stockAvailable } from '@suyuan/contract/physical/stock/stock-detail.ts';
import { stockMove } from '@suyuan/contract/physical/stock/stock-move.ts';
import { loadingRulesUpdate, suggestions } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { load, ship, sign, type WaybillKind, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { codesReject } from '@suyuan/contract/plant/packing/marking.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { describe, expect, test } from 'vitest';
import type { Made } from '#test/goods/goods.ts';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, dealerId } = await goodsServer();

let named = 0;
const within = async (parent_id: number, warehouse_type: 'finished' | 'quarantine' = 'finished') => {
  const code = `Z${++named}`;
  const given = { warehouse_code: code, warehouse_name: code, status: 'enabled' } as const;
  return (await server.data(warehouse.add, { ...given, parent_id, warehouse_type })).id;
};
/** A warehouse with a zone, and a zone within that. */
async function zoned() {
  const top = await goods.warehouse();
  const zone = await within(top);
  return { top, zone, shelf: await within(zone) };
}
const casesOf = async (made: Made, count = 1) => (await goods.cases(made, count)).map(({ code }) => code);
async function waybillFrom(from: number, made: Made, quantity: number, kind: WaybillKind = 'sale', to = dealerId) {
  const goes =
    kind === 'sale' ? { to_dealer_id: to } : kind === 'transfer' ? { to_warehouse_id: to } : { receiver: 'X' };
  const lines = [{ product_id: made.productId, quantity }];
  return (await server.data(waybill.add, { kind, from_warehouse_id: from, ...goes, lines })).id;
}
const against = async (id: number, codes: string[]) =>
  (await server.data(load, { id, codes })).refusals.map(({ reason }) => reason);
const suggested = async (id: number) => (await server.data(suggestions, { id })).map(({ lot, units }) => [lot, units]);

describe('goods in a zone', () => {
  test('are in its warehouse, and in no zone beside or below it', async () => {
    const { top, zone, shelf } = await zoned();
    const made = await goods.made(shelf);
    const codes = await casesOf(made, 2);
    expect(await against(await waybillFrom(await within(top), made, 6), codes.slice(0, 1))).toEqual(['not_here']);
    const id = await waybillFrom(top, made, 6);
    expect(await suggested(id)).toEqual([[made.lot, 6]]);
    expect(await against(id, codes.slice(0, 1))).toEqual([]);
    const [row] = await server.data(stock, { warehouse_id: top, product_id: made.productId });
    expect(row).toMatchObject({ warehouse_id: shelf, units: 6, loaded: 3 });
    expect(await suggested(await waybillFrom(zone, made, 6))).toEqual([[made.lot, 6]]);
    await server.data(ship, { id, short_reason: 'one to begin with' });
    expect(await server.data(stock, { warehouse_id: zone, product_id: made.productId })).toMatchObject([
      { units: 3, loaded: 0 },
    ]);
    const above = await goods.made(top);
    expect(await against(await waybillFrom(zone, above, 3), await casesOf(above))).toEqual(['not_here']);
  });

  test('leave first if they expire first, anywhere in the warehouse', async () => {
    const { top, zone } = await zoned();
    const older = await goods.made(zone, { expiry: '2031-01-01' });
    const younger = await goods.made(top, { productId: older.productId, expiry: '2032-01-01' });
    const [old, fresh] = [await casesOf(older), await casesOf(younger, 2)];
    const id = await waybillFrom(top, older, 9);
    expect(await suggested(id)).toEqual([
      [older.lot, 3],
      [younger.lot, 6],
    ]);
    expect(await against(id, fresh.slice(0, 1))).toEqual(['older_first']);
    expect(await against(id, old)).toEqual([]);
    expect(await against(id, fresh.slice(0, 1))).toEqual([]);
    expect(await suggested(id)).toEqual([[younger.lot, 3]]);
  });
});

describe('an unreleased lot', () => {
  test('is moved to quarantine, inspected and scrapped, but not sold or moved for sale', async () => {
    const { top } = await zoned();
    const made = await goods.made(top, { released: false });
    const codes = await casesOf(made, 3);
    const [one, two, three] = codes.map((code) => [code]) as [string[], string[], string[]];
    expect(await against(await waybillFrom(top, made, 3), one)).toEqual(['not_released']);
    const elsewhere = await goods.warehouse();
    expect(await against(await waybillFrom(top, made, 3, 'transfer', elsewhere), one)).toEqual(['not_released']);
    const quarantine = await within(top, 'quarantine');
    const moving = await waybillFrom(top, made, 3, 'transfer', quarantine);
    expect(await suggested(moving)).toEqual([[made.lot, 3]]);
    expect(await against(moving, one)).toEqual([]);
    expect(await against(await waybillFrom(top, made, 3, 'sample'), two)).toEqual([]);
    expect(await against(await waybillFrom(top, made, 3, 'scrap'), three)).toEqual([]);
  });

  test('is suggested where the warehouse allows loading it', async () => {
    const from = await goods.warehouse();
    const made = await goods.made(from, { released: false });
    await casesOf(made);
    const id = await waybillFrom(from, made, 3);
    expect(await suggested(id)).toEqual([]);
    await server.data(loadingRulesUpdate, { warehouse_id: from, rules: [{ reason: 'not_released', policy: 'allow' }] });
    expect(await suggested(id)).toEqual([[made.lot, 3]]);
  });
});

test('a rejected bottle is not sold until it is packed as reworked, but scrapped as it is', async () => {
  const from = await goods.warehouse();
  const made = await goods.made(from);
  const { productId: product_id, workOrderId: work_order_id } = made;
  const [box, other] = await goods.cases(made, 2);
  const [leaks, broken] = [box?.bottles[0] as string, other?.bottles[0] as string];
  await server.data(codesReject, { work_order_id, codes: [leaks, broken], reason: 'leaks', moving: true });
  const id = await waybillFrom(from, made, 3);
  const { refusals } = await server.data(load, { id, codes: [leaks] }, { language: 'en' });
  expect(refusals).toMatchObject([
    { reason: 'rejected', message: expect.stringContaining('Pack it once it is reworked') },
  ]);
  const [row] = await server.data(stock, { warehouse_id: from, product_id });
  expect(row).toMatchObject({ units: 6, loaded: 0 });
  expect(await against(await waybillFrom(from, made, 1, 'scrap'), [broken])).toEqual([]);
  await server.data(pack, { work_order_id, parent: box?.code as string, children: [leaks] });
  expect(await against(id, [box?.code as string])).toEqual([]);
});

test('a rejected bottle is not sold either after it was moved', async () => {
  const { top, zone } = await zoned();
  const made = await goods.made(top);
  const [box] = await goods.cases(made, 1);
  const codes = [box?.bottles[0] as string];
  await server.data(codesReject, { work_order_id: made.workOrderId, codes, reason: 'leaks', moving: true });
  expect((await server.data(stockMove, { warehouse_id: zone, codes })).refusals).toEqual([]);
  expect(await against(await waybillFrom(top, made, 3), codes)).toEqual(['rejected']);
  const quarantine = await within(top, 'quarantine');
  const away = await waybillFrom(top, made, 1, 'transfer', quarantine);
  expect(await against(away, codes)).toEqual([]);
  await server.data(ship, { id: away, short_reason: 'one leaks' });
  await server.data(sign, { id: away, received: 'all' });
  expect(await against(await waybillFrom(quarantine, made, 3), codes)).toEqual(['rejected']);
});

test('a lot of which only rejected bottles are left keeps no other lot back', async () => {
  const from = await goods.warehouse();
  const older = await goods.made(from, { expiry: '2031-01-01' });
  const { productId: product_id, workOrderId: work_order_id } = older;
  const younger = await goods.made(from, { productId: product_id, expiry: '2032-01-01' });
  const [box] = await goods.cases(older, 1);
  const [fresh] = await casesOf(younger);
  const codes = box?.bottles as string[];
  await server.data(loadingRulesUpdate, { warehouse_id: from, rules: [{ reason: 'older_first', policy: 'refuse' }] });
  const id = await waybillFrom(from, older, 9);
  const reject = (some: string[]) =>
    server.data(codesReject, { work_order_id, codes: some, reason: 'leaks', moving: true });
  await reject(codes.slice(1));
  expect(await suggested(id)).toEqual([
    [older.lot, 1],
    [younger.lot, 3],
  ]);
  expect(await against(id, [fresh as string])).toEqual(['older_first']);
  await reject(codes.slice(0, 1));
  expect(await suggested(id)).toEqual([[younger.lot, 3]]);
  const { rows: picked } = await server.data(picking, { id });
  expect(picked.map(({ lot }) => lot)).toEqual([younger.lot]);
  const position = { warehouse_id: from, product_id, lot: older.lot };
  expect(await server.data(stockAvailable, position)).toMatchObject({ units: 3, held: 3, available: 0 });
  expect(await against(id, [fresh as string])).toEqual([]);
  const scrapped = await waybillFrom(from, older, 3, 'scrap');
  expect(await suggested(scrapped)).toContainEqual([older.lot, 3]);
});
