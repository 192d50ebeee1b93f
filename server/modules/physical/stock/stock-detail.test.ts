import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { boxCodes, stock } from '@suyuan/contract/physical/stock/stock.ts';
import {
  stockAvailable,
  stockByPlace,
  stockPackages,
  stockPackagesExport,
} from '@suyuan/contract/physical/stock/stock-detail.ts';
import { stockMove, storedGoods } from '@suyuan/contract/physical/stock/stock-move.ts';
import { loadingRulesUpdate, suggestions } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { load, unload, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { describe, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, dealerId } = await goodsServer();

let named = 0;
const zoneOf = async (parent_id: number, warehouse_type: 'finished' | 'quarantine' = 'finished') => {
  const code = `ZN${++named}`;
  const given = { warehouse_code: code, warehouse_name: code, status: 'enabled' } as const;
  return (await server.data(warehouse.add, { ...given, parent_id, warehouse_type })).id;
};
/** A warehouse with a zone, and a pallet and a case in the warehouse. */
async function stocked(expiry?: string) {
  const top = await goods.warehouse();
  const zone = await zoneOf(top);
  const made = await goods.made(top, expiry ? { expiry } : {});
  const pallet = await goods.pallet(made);
  const [box] = await goods.cases(made, 1);
  return { top, zone, made, pallet, box: box as { code: string; bottles: string[] } };
}
const rowsOf = async (product_id: number) => {
  const { rows } = await server.data(stockByPlace.page, { product_id });
  return rows.map(({ warehouse_id, units, held, loaded, reserved, available }) => ({
    ...{ warehouse_id, units, held, loaded, reserved, available },
  }));
};
const packagesIn = async (warehouse_id: number, product_id: number) => {
  const { rows, total } = await server.data(stockPackages, { warehouse_id, product_id });
  expect(total).toBe(rows.length);
  return rows.map(({ code }) => code).sort();
};
const moved = async (warehouse_id: number, ...codes: string[]) => {
  const { stored, refusals } = await server.data(stockMove, { warehouse_id, codes });
  return { stored: stored.map(({ code }) => code), refused: refusals.map(({ reason }) => reason) };
};
const numberOf = async (id: number) => (await server.data(waybillDetail, { id })).waybill_no;
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('stock', () => {
  test('is listed by zone and lot, down to packages and loose bottles', async () => {
    const { top, zone, made, pallet, box } = await stocked();
    await server.data(unpack, { children: box.bottles.slice(0, 1), reason: 'broken case' });
    expect(await packagesIn(top, made.productId)).toEqual([pallet.code, box.code, box.bottles[0]].sort());
    expect(await moved(zone, pallet.code)).toEqual({ stored: [pallet.code], refused: [] });
    expect(await packagesIn(zone, made.productId)).toEqual([pallet.code]);
    expect(await packagesIn(top, made.productId)).toEqual([box.code, box.bottles[0]].sort());
    const nothing = { held: 0, loaded: 0, reserved: 0 };
    expect(await rowsOf(made.productId)).toEqual(
      expect.arrayContaining([
        { warehouse_id: top, units: 3, available: 3, ...nothing },
        { warehouse_id: zone, units: 6, available: 6, ...nothing },
      ]),
    );
    const { rows } = await server.data(stockPackages, { warehouse_id: top });
    expect(rows.find(({ code }) => code === box.code)).toMatchObject({ units: 2, remainder: true, lot: made.lot });
    const query = `${stockPackagesExport.path}?warehouse_id=${top}&format=csv`;
    const file = await server.fetch(query, { headers: { token: server.admin } });
    expect(await file.text()).toContain(box.code);
    expect(await server.data(storedGoods.page, { product_id: made.productId })).toMatchObject({
      rows: [{ units: 6, codes: 1 }],
    });
  });

  test('has what is held, loaded and reserved, and the rest is available', async () => {
    const { top, made, pallet, box } = await stocked();
    const lines = [{ product_id: made.productId, quantity: 5 }];
    const id = await goods.sale(top, dealerId, lines);
    expect(await rowsOf(made.productId)).toMatchObject([{ units: 9, loaded: 0, reserved: 5, available: 4 }]);
    await server.data(load, { id, codes: [box.code] });
    expect(await rowsOf(made.productId)).toMatchObject([{ units: 9, loaded: 3, reserved: 2, available: 4 }]);
    const hold = { scope: { codes: [pallet.cases[0]?.code as string] }, reason: 'label' };
    const { id: holdId } = await server.data(holdAdd, { ...hold, owner_id: 1, due_at: '2199-01-01T00:00:00Z' });
    expect(await rowsOf(made.productId)).toMatchObject([{ held: 3, loaded: 3, reserved: 2, available: 1 }]);
    const asked = { warehouse_id: top, product_id: made.productId };
    expect(await server.data(stockAvailable, asked)).toMatchObject({
      ...{ units: 9, held: 3, loaded: 3, reserved: 2, available: 1 },
      waybills: [{ id, units: 2 }],
    });
    expect(await server.data(stockAvailable, { ...asked, besides: await numberOf(id), lot: made.lot })).toMatchObject({
      ...{ reserved: 0, available: 3, waybills: [] },
    });
    const { rows } = await server.data(stockPackages, asked);
    expect(rows.find(({ code }) => code === box.code)).toMatchObject({ waybill_id: id, held: false, hold: null });
    const heldFor = { kind: 'quality_hold', id: holdId, no: expect.stringMatching(/^DJ/), reason: 'label' };
    expect(rows.find(({ code }) => code === pallet.code)).toMatchObject({
      waybill_id: null,
      held: true,
      hold: heldFor,
    });
  });
});

describe('a move within a warehouse', () => {
  test('takes a case out of its pallet only if told so, and is known the second time', async () => {
    const { zone, pallet } = await stocked();
    const [box] = pallet.cases;
    const code = box?.code as string;
    const refused = await server.data(stockMove, { warehouse_id: zone, codes: [code] });
    expect(refused.refusals).toMatchObject([{ reason: 'packed_elsewhere', conflict: pallet.code, overridable: true }]);
    await server.data(stockMove, { warehouse_id: zone, codes: [code], take_out: true });
    expect(await server.data(boxCodes, { codes: [code] })).toMatchObject([{ lies_in: null }]);
    const again = await server.data(stockMove, { warehouse_id: zone, codes: [code] });
    expect(again.stored).toMatchObject([{ known: true, from_warehouse_id: zone }]);
  });

  test('is taken back into the pallet that the case came out of, unless that is elsewhere by now', async () => {
    const { top, zone, pallet } = await stocked();
    const [box, second] = pallet.cases.map(({ code }) => code) as [string, string];
    const insideOf = async (code: string) => (await server.data(boxCodes, { codes: [code] }))[0]?.lies_in;
    await server.data(stockMove, { warehouse_id: zone, codes: [box], take_out: true });
    const back = { warehouse_id: top, codes: [box], put_back: true };
    expect(await server.data(stockMove, back)).toMatchObject({ stored: [{ units: 3 }], not_put_back: [] });
    expect(await insideOf(box)).toBe(pallet.code);
    // Both cases, whose pallet comes apart by that, and is whole again.
    for (const code of [box, second])
      await server.data(stockMove, { warehouse_id: zone, codes: [code], take_out: true });
    for (const code of [box, second]) await server.data(stockMove, { ...back, codes: [code] });
    expect(await Promise.all([box, second].map(insideOf))).toEqual([pallet.code, pallet.code]);
    expect((await server.data(boxCodes, { codes: [pallet.code] }))[0]).toMatchObject({ units: 6, complete: true });
    await server.data(stockMove, { warehouse_id: zone, codes: [box], take_out: true });
    await server.data(stockMove, { warehouse_id: zone, codes: [pallet.code] });
    const { not_put_back } = await server.data(stockMove, back);
    expect(not_put_back).toMatchObject([{ code: pallet.code, reason: 'not_here' }]);
    expect(await insideOf(box)).toBeNull();
  });

  test('is refused from another warehouse, and for what is loaded', async () => {
    const { top, zone, made, pallet, box } = await stocked();
    const elsewhere = await goods.warehouse();
    const { refusals } = await server.data(stockMove, { warehouse_id: elsewhere, codes: [box.code] });
    expect(refusals).toMatchObject([{ reason: 'other_warehouse', conflict: expect.stringMatching(/^W/) }]);
    const id = await goods.sale(top, dealerId, [{ product_id: made.productId, quantity: 6 }]);
    await server.data(load, { id, codes: [pallet.code] });
    expect(await moved(zone, pallet.code)).toEqual({ stored: [], refused: ['loaded_already'] });
    await server.data(unload, { id, codes: [pallet.code] });
    expect(await moved(zone, pallet.code)).toMatchObject({ stored: [pallet.code] });
  });

  test('takes held goods to quarantine only, where they stay on hold', async () => {
    const { top, zone, box } = await stocked();
    const quarantine = await zoneOf(top, 'quarantine');
    const hold = { scope: { codes: [box.code] }, reason: 'label' };
    await server.data(holdAdd, { ...hold, owner_id: 1, due_at: '2199-01-01T00:00:00Z' });
    expect(await moved(zone, box.code)).toEqual({ stored: [], refused: ['on_hold'] });
    expect(await moved(quarantine, box.code)).toEqual({ stored: [box.code], refused: [] });
    expect(await moved(top, box.code)).toEqual({ stored: [], refused: ['on_hold'] });
  });
});

describe('the least days that goods have to last', () => {
  test('are those of the product or the dealer, whichever is more', async () => {
    const { top, made, box } = await stocked(soon(60));
    const id = await goods.sale(top, dealerId, [{ product_id: made.productId, quantity: 3 }]);
    const { rows } = await server.data(product.page, { id: made.productId });
    await server.data(product.update, { id: made.productId, min_remaining_days: 30 });
    expect(rows[0]?.min_remaining_days).toBeNull();
    expect(await server.data(suggestions, { id })).toMatchObject([{ units: 3 }]);
    const strict = await goods.dealer();
    await server.data(dealer.update, { id: strict, min_remaining_days: 90 });
    const toStrict = await goods.sale(top, strict, [{ product_id: made.productId, quantity: 3 }]);
    expect(await server.data(suggestions, { id: toStrict })).toEqual([]);
    const { refusals } = await server.data(load, { id: toStrict, codes: [box.code] });
    expect(refusals).toMatchObject([{ reason: 'short_life', conflict: expect.stringMatching(/: (59|60|61) < 90$/) }]);
    await server.data(loadingRulesUpdate, { warehouse_id: top, rules: [{ reason: 'short_life', policy: 'warn' }] });
    const agreed = { id: toStrict, codes: [box.code], override_reason: 'the dealer agreed' };
    expect((await server.data(load, agreed)).refusals).toEqual([]);
  });
});

test('people of a dealer see what lies in its own warehouses, down to codes', async () => {
  const own = await goods.dealer();
  const warehouse_id = await goods.warehouse({ dealer_id: own });
  const made = await goods.made(warehouse_id);
  const [box] = await goods.cases(made, 1);
  const elsewhere = await stocked();
  const token = await server.as(['stock'], { dealer: own });
  const rows = await server.data(stock, {}, { token });
  expect(rows).toMatchObject([{ warehouse_id, units: 3, lot: made.lot }]);
  const { product_id, lot_id } = rows[0] as (typeof rows)[number];
  const packages = await server.data(stockPackages, { warehouse_id, product_id, lot_id }, { token });
  expect(packages.rows).toMatchObject([{ code: box?.code, units: 3, held: false }]);
  expect((await server.call(stockPackages, { warehouse_id: elsewhere.top }, { token })).status).toBe(404);
  expect((await server.call(stockByPlace.page, {}, { token })).status).toBe(401);
});
