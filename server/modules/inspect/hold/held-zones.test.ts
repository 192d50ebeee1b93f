import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { hold, holdAdd, holdDetail, holdRelease } from '@suyuan/contract/inspect/hold.ts';
import { load, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { describe, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, dealerId } = await goodsServer();
const other = await server.as(['hold', 'hold:release']);

let named = 0;
const zoneOf = (parent_id?: number) => {
  const code = `Z${++named}`;
  return {
    warehouse_code: code,
    warehouse_name: code,
    warehouse_type: 'finished',
    status: 'enabled',
    ...(parent_id ? { parent_id } : {}),
  } as const;
};
const added = async (parent_id?: number) => (await server.data(warehouse.add, zoneOf(parent_id))).id;
async function held(warehouse_id: number) {
  const holding = { scope: { warehouse_id }, reason: 'flooded', owner_id: 1, due_at: '2031-01-01T00:00:00Z' };
  return server.data(holdAdd, holding);
}
/** Why a case in a warehouse cannot be sold. */
async function against(from: number) {
  const made = await goods.made(from);
  const codes = (await goods.cases(made, 1)).map(({ code }) => code);
  const lines = [{ product_id: made.productId, quantity: 3 }];
  const { id } = await server.data(waybill.add, {
    kind: 'sale',
    from_warehouse_id: from,
    to_dealer_id: dealerId,
    lines,
  });
  return (await server.data(load, { id, codes })).refusals.map(({ reason }) => reason);
}

describe('a zone of a warehouse on hold', () => {
  test('is on hold with it when it is added, at any depth, and is released with it', async () => {
    const top = await added();
    const { id, hold_no } = await held(top);
    const zone = await added(top);
    const shelf = await added(zone);
    expect([await against(zone), await against(shelf)]).toEqual([['on_hold'], ['on_hold']]);
    expect((await server.data(holdDetail, { id })).balance.made).toBe(6);
    await server.data(holdRelease, { id, reason: 'dry' }, { token: other });
    expect([await against(zone), await against(shelf)]).toEqual([[], []]);
    expect((await server.data(hold.page, { hold_no })).rows).toMatchObject([{ status: 'released' }]);
  });

  test('is on hold with all within it when it is moved there, for every hold of the warehouse', async () => {
    const [top, zone] = [await added(), await added()];
    const shelf = await added(zone);
    expect(await against(shelf)).toEqual([]);
    const [first, second] = [await held(top), await held(top)];
    const row = (await server.data(warehouse.page, { keyword: `Z${named - 1}` })).rows.find(({ id }) => id === zone);
    const { warehouse_code, warehouse_name, warehouse_type, status } = row ?? zoneOf();
    await server.data(warehouse.update, {
      id: zone,
      warehouse_code,
      warehouse_name,
      warehouse_type,
      status,
      parent_id: top,
    });
    expect([await against(zone), await against(shelf)]).toEqual([['on_hold'], ['on_hold']]);
    await server.data(holdRelease, { id: first.id, reason: 'dry' }, { token: other });
    expect(await against(shelf)).toEqual(['on_hold']);
    await server.data(holdRelease, { id: second.id, reason: 'dry' }, { token: other });
    expect(await against(shelf)).toEqual([]);
  });

  test('is not on hold where its warehouse is not', async () => {
    const top = await added();
    const zone = await added(top);
    await held(zone);
    expect(await against(await added(top))).toEqual([]);
  });
});
