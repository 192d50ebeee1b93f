import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { picking } from '@suyuan/contract/physical/stock/picking.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import {
  countApprove,
  countDetail,
  countFinish,
  countPaper,
  countScan,
  countStart,
  countUnscan,
  stockCount,
} from '@suyuan/contract/physical/stock/stock-count.ts';
import { lostInStock, stockByPlace, stockPackages } from '@suyuan/contract/physical/stock/stock-detail.ts';
import { stockMove } from '@suyuan/contract/physical/stock/stock-move.ts';
import { arrivalScan } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { unpack } from '@suyuan/contract/plant/packing/packing.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Made } from '#test/goods/goods.ts';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, dealerId } = await goodsServer();
const second = await server.as(['stock', 'stock:adjust']);

let named = 0;
const zoneOf = async (parent_id: number) => {
  const code = `ZC${++named}`;
  const given = { warehouse_code: code, warehouse_name: code, warehouse_type: 'finished', status: 'enabled' } as const;
  return (await server.data(warehouse.add, { ...given, parent_id })).id;
};
const counting = async (warehouse_id: number, more: object = {}) => {
  const { id } = await server.data(stockCount.add, { warehouse_id, ...more });
  await server.data(countStart, { id });
  return id;
};
const scanned = async (id: number, ...codes: string[]) =>
  (await server.data(countScan, { id, codes })).counted.map(({ known, units }) => (known ? 'known' : units));
/** What differs once a count is finished. */
const found = async (id: number) => {
  await server.data(countFinish, { id });
  const detail = await server.data(countDetail, { id });
  return detail.found.map(({ code, kind }) => [kind, code]).sort();
};
const approved = (id: number) => server.data(countApprove, { id, reason: 'looked twice' }, { token: second });
const whereIs = async (code: string) => {
  const [one] = await server.data(boxCodes, { codes: [code] });
  return `${one?.where.stock} ${one?.where.name}`;
};
const codesOf = async (made: Made, count: number) => (await goods.cases(made, count)).map(({ code }) => code);
const nameOf = async (id: number) => (await server.data(warehouse.page, { id })).rows[0]?.warehouse_name;

describe('a count', () => {
  test('finds what is missing of a pallet, which is lost once somebody else approves it, and found again', async () => {
    const top = await goods.warehouse();
    const made = await goods.made(top);
    const [pallet, whole] = [await goods.pallet(made), await goods.pallet(made)];
    const [one, other] = pallet.cases.map(({ code }) => code) as [string, string];
    const id = await counting(top);
    expect(await scanned(id, one, whole.code)).toEqual([3, 6]);
    expect(await scanned(id, one, whole.cases[0]?.code as string)).toEqual(['known', 'known']);
    expect(await found(id)).toEqual([['missing', other]]);
    const own = await server.call(countApprove, { id, reason: 'mine' });
    expect(own.status).toBe(409);
    expect(await approved(id)).toMatchObject({ status: 'done', lost: 1, stored: 0, left: 0 });
    expect(await whereIs(other)).toBe(`lost ${await nameOf(top)}`);
    expect(await server.data(lostInStock, { warehouse_id: top })).toMatchObject([
      { code: other, units: 3, lot: made.lot, reason: expect.stringContaining('looked twice') },
    ]);
    // At another desk, one is told who misses it.
    const source = await goods.warehouse();
    const lines = [{ product_id: made.productId, quantity: 3 }];
    const ends = { from_warehouse_id: source, to_warehouse_id: top };
    const transfer = await server.data(waybill.add, { kind: 'transfer', ...ends, lines });
    const sent = await codesOf(await goods.made(source, { productId: made.productId }), 1);
    await server.data(load, { id: transfer.id, codes: sent });
    await server.data(ship, { id: transfer.id });
    const { answers } = await server.data(arrivalScan, { id: transfer.id, codes: [other] });
    expect(answers).toMatchObject([
      { outcome: 'missing', message: expect.stringContaining((await nameOf(top)) ?? '') },
    ]);
    const { stored } = await server.data(stockMove, { warehouse_id: top, codes: [other] });
    expect(stored).toMatchObject([{ found: true }]);
    expect(await server.data(lostInStock, { warehouse_id: top })).toEqual([]);
    expect(await whereIs(other)).toBe(`at_place ${await nameOf(top)}`);
    const sheet = await server.fetch(`${countPaper.path}?id=${id}`, { headers: { token: server.admin } });
    expect(sheet.headers.get('content-type')).toContain('pdf');
  });

  test('moves what is recorded elsewhere, finds what was lost, and leaves what is no stock', async () => {
    const top = await goods.warehouse();
    const zone = await zoneOf(top);
    const made = await goods.made(top);
    const [here, lost, held] = (await codesOf(made, 3)) as [string, string, string];
    const [label] = await goods.codes(1, 1);
    const hold = { scope: { codes: [held] }, reason: 'label' };
    await server.data(holdAdd, { ...hold, owner_id: 1, due_at: '2199-01-01T00:00:00Z' });
    const before = await counting(top);
    await scanned(before, here, held);
    expect(await found(before)).toEqual([['missing', lost]]);
    await approved(before);
    const id = await counting(zone);
    await scanned(id, here, lost, held, label as string);
    expect(await found(id)).toEqual(
      [
        ['elsewhere', here],
        ['elsewhere', held],
        ['found', lost],
        ['unexpected', label],
      ].sort(),
    );
    expect(await approved(id)).toMatchObject({ lost: 0, stored: 3, left: 1 });
    const name = await nameOf(zone);
    expect(await Promise.all([here, lost, held].map(whereIs))).toEqual(Array(3).fill(`at_place ${name}`));
  });

  test('has no false differences of what is moved, loaded, shipped, received and packed meanwhile', async () => {
    const [top, elsewhere] = [await goods.warehouse(), await goods.warehouse()];
    const zone = await zoneOf(top);
    const made = await goods.made(top);
    const [left, moved, stays] = (await codesOf(made, 3)) as [string, string, string];
    const other = await goods.made(elsewhere);
    const [comes] = (await codesOf(other, 1)) as [string];
    const lines = [{ product_id: other.productId, quantity: 3 }];
    const transfer = { kind: 'transfer', from_warehouse_id: elsewhere, to_warehouse_id: zone, lines } as const;
    const arriving = (await server.data(waybill.add, transfer)).id;
    await server.data(load, { id: arriving, codes: [comes] });
    await server.data(ship, { id: arriving });
    const id = await counting(zone);
    const wider = await counting(top, { blind: true });
    expect((await server.data(countDetail, { id: wider })).lots).toEqual([]);
    await scanned(wider, left, stays);
    const leaving = await goods.sale(top, dealerId, [{ product_id: made.productId, quantity: 3 }]);
    await server.data(load, { id: leaving, codes: [left] });
    await server.data(ship, { id: leaving });
    await server.data(stockMove, { warehouse_id: zone, codes: [moved] });
    await server.data(sign, { id: arriving, received: 'all' });
    expect(await found(id)).toEqual([]);
    expect(await found(wider)).toEqual([]);
    expect((await server.data(countDetail, { id: wider })).status).toBe('done');
  });

  test('is of one lot only if asked, and takes a scan back with what lay in it', async () => {
    const top = await goods.warehouse();
    const made = await goods.made(top);
    const next = await goods.made(top, { productId: made.productId });
    const pallet = await goods.pallet(made);
    await codesOf(next, 1);
    const id = await counting(top, { product_id: made.productId, lot: made.lot });
    expect((await server.data(countDetail, { id })).lots).toMatchObject([{ lot: made.lot, expected: 6, counted: 0 }]);
    await scanned(id, pallet.cases[0]?.code as string);
    await scanned(id, pallet.code);
    expect((await server.data(countDetail, { id })).lots).toMatchObject([{ counted: 6 }]);
    await server.data(countUnscan, { id, codes: [pallet.code] });
    expect((await server.data(countDetail, { id })).lots).toMatchObject([{ counted: 3 }]);
    expect(await found(id)).toEqual([['missing', pallet.cases[1]?.code]]);
  });
});

describe('the picking list', () => {
  test('has whole packages of what leaves first, and moves on as they are loaded', async () => {
    const top = await goods.warehouse();
    const zone = await zoneOf(top);
    const older = await goods.made(zone, { expiry: '2031-01-01' });
    const younger = await goods.made(top, { productId: older.productId, expiry: '2032-01-01' });
    const old = await goods.pallet(older);
    const [fresh] = await codesOf(younger, 1);
    const id = await goods.sale(top, dealerId, [{ product_id: older.productId, quantity: 8 }]);
    expect((await server.data(picking, { id })).rows).toMatchObject([
      { code: old.code, units: 6, of: 6, place: await nameOf(zone) },
      { code: fresh, units: 2, of: 3, place: await nameOf(top) },
    ]);
    await server.data(load, { id, codes: [old.code] });
    expect((await server.data(picking, { id })).rows.map(({ code }) => code)).toEqual([fresh]);
    const more = await goods.sale(top, dealerId, [{ product_id: older.productId, quantity: 9 }]);
    expect(await server.data(picking, { id: more })).toMatchObject({
      rows: [{ code: fresh, units: 3 }],
      short: [{ units: 6 }],
    });
  });
});

test('stock agrees with its packages whatever is moved, loaded, lost, counted and found', async () => {
  const top = await goods.warehouse();
  const zone = await zoneOf(top);
  const made = await goods.made(top);
  const pallets = [await goods.pallet(made), await goods.pallet(made)];
  const boxes = [...pallets.flatMap(({ cases }) => cases), ...(await goods.cases(made, 2))];
  const all = [...pallets.map(({ code }) => code), ...boxes.flatMap(({ code, bottles }) => [code, ...bottles])];
  const id = await goods.sale(top, dealerId, [{ product_id: made.productId, quantity: 1000 }]);
  const code = fc.constantFrom(...all);
  const step = fc.oneof(
    fc.record({ does: fc.constantFrom('move', 'move back'), code, to: fc.constantFrom(top, zone) }),
    fc.record({ does: fc.constantFrom('load', 'unpack', 'count', 'ship'), code, to: fc.constant(top) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      for (const { does, code: one, to } of steps) {
        if (does === 'move') await server.call(stockMove, { warehouse_id: to, codes: [one], take_out: true });
        if (does === 'move back') await server.call(stockMove, { warehouse_id: to, codes: [one], put_back: true });
        if (does === 'load') await server.call(load, { id, codes: [one], override_reason: 'any' });
        if (does === 'unpack') await server.call(unpack, { children: [one], reason: 'any' });
        if (does === 'ship') await server.call(ship, { id, short_reason: 'any' });
        if (does === 'count') {
          const count = await counting(zone);
          await server.call(countScan, { id: count, codes: [one] });
          await server.data(countFinish, { id: count });
          await server.call(countApprove, { id: count, reason: 'any' }, { token: second });
        }
      }
      const { rows } = await server.data(stockByPlace.page, { product_id: made.productId });
      for (const { warehouse_id, units, held, loaded, reserved, available } of rows) {
        const packages = await server.data(stockPackages, { warehouse_id, product_id: made.productId, size: 500 });
        expect(packages.rows.reduce((sum, row) => sum + row.units, 0)).toBe(units);
        expect(available).toBe(Math.max(0, units - held - loaded - reserved));
      }
    }),
    { numRuns: 4 },
  );
});
