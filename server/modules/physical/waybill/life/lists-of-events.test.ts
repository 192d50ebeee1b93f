import {
  barter,
  exchanges,
  minderlieferung,
  rdcDissociated,
  shortDeliveries,
  waybillsSetFree,
} from '@suyuan/contract/physical/amendment.ts';
import { load, ship } from '@suyuan/contract/physical/waybill/waybill.ts';
import { replacements, unpack, unpackings } from '@suyuan/contract/plant/packing/packing.ts';
import type { EventList } from '@suyuan/contract/trace/event-list.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Made } from '#test/goods/goods.ts';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, from, dealerId } = await goodsServer();

let made: Made;
let buyer: number;
let waybill: number;
let elsewhere: number;
let shorted: string;
let [old, instead]: string[] = [];
let freed: string;

const reasonsIn = async (list: EventList, filters: object = {}, as: object = {}) =>
  ((await server.data(list.page, filters as never, as)) as { rows: { reason: string }[] }).rows.map(
    ({ reason }) => reason,
  );

beforeAll(async () => {
  made = await goods.made(from);
  const codes = (await goods.cases(made, 4)).map(({ code }) => code);
  [shorted, old, instead, freed] = codes as [string, string, string, string];
  buyer = await server.party('dealer');
  waybill = await goods.sale(from, buyer, [{ product_id: made.productId, quantity: 9 }]);
  elsewhere = await goods.warehouse();
  await server.data(load, { id: waybill, codes: [shorted, old as string, freed] });
  await server.data(ship, { id: waybill });
  const waybill_id = waybill;
  await server.data(minderlieferung, { waybill_id, codes: [shorted], reason: 'left', to_warehouse_id: elsewhere });
  const pairs = [{ old: old as string, new: instead as string }];
  await server.data(barter, { waybill_id, pairs, reason: 'wet' });
  await server.data(rdcDissociated, { waybill_id, codes: [freed], reason: 'called off' });
});

describe("a desk's event", () => {
  test('is in the list of that desk alone', async () => {
    expect(await reasonsIn(shortDeliveries)).toEqual(['left']);
    expect(await reasonsIn(exchanges)).toEqual(['wet']);
    expect(await reasonsIn(waybillsSetFree)).toEqual(['called off']);
  });

  test('shows the goods, the waybill, the person, and where the goods are or what replaced them', async () => {
    const [short] = (await server.data(shortDeliveries.page, {})).rows;
    expect(short).toMatchObject({
      waybill_id: waybill,
      dealer_id: buyer,
      product_id: made.productId,
      lot: made.lot,
      code_list: [shorted],
      codes: 1,
      units: 3,
      done_by: expect.any(String),
    });
    expect(short?.place_name).toMatch(/^W/);
    const [swap] = (await server.data(exchanges.page, {})).rows;
    expect(swap).toMatchObject({ code_list: [old], successor_list: [instead], units: 3 });
    expect(await server.data(exchanges.codes, { id: swap?.id as number })).toEqual({
      rows: [
        { code: old, naming: 'item', units: 3 },
        { code: instead, naming: 'successor', units: 3 },
      ],
      total: 2,
    });
  });

  test('is found by warehouse, dealer, waybill, person, product, lot, code, words and time', async () => {
    const [row] = (await server.data(shortDeliveries.page, {})).rows;
    const { account_id, done_at } = row as { account_id: number; done_at: string };
    const later = new Date(Date.parse(done_at) + 1).toISOString();
    const fits = [
      { from_warehouse_id: from },
      { dealer_id: buyer },
      { waybill_id: waybill },
      { account_id },
      { product_id: made.productId },
      { lot: made.lot },
      { code: shorted },
      { keyword: 'lef' },
      { from: done_at, to: later },
    ];
    const misses = [
      { from_warehouse_id: elsewhere },
      { dealer_id: dealerId },
      { waybill_id: waybill + 1 },
      { account_id: account_id + 1000 },
      { product_id: made.productId + 1 },
      { lot: 'OTHER' },
      { code: freed },
      { keyword: 'wet' },
      { from: later },
    ];
    for (const filters of fits)
      expect([filters, await reasonsIn(shortDeliveries, filters)]).toEqual([filters, ['left']]);
    for (const filters of misses) expect([filters, await reasonsIn(shortDeliveries, filters)]).toEqual([filters, []]);
    expect(await server.data(shortDeliveries.people, { keyword: '' })).toMatchObject([{ id: account_id }]);
  });

  test('is exported with its codes', async () => {
    const response = await server.fetch(`${exchanges.export.path}?format=csv`, { headers: { token: server.admin } });
    expect(await response.text()).toMatch(new RegExp(`${old}.*${instead}`));
  });

  test('is shown to the dealer of the waybill and to no other', async () => {
    const permissions = ['minderlieferung', 'barter', 'minderlieferung:export'] as const;
    const [own, other] = await Promise.all(
      [buyer, await server.party('dealer')].map((dealer) => server.as([...permissions], { dealer })),
    );
    expect(await reasonsIn(shortDeliveries, {}, { token: own })).toEqual(['left']);
    expect(await reasonsIn(shortDeliveries, {}, { token: other })).toEqual([]);
    const [row] = (await server.data(shortDeliveries.page, {}, { token: own as string })).rows;
    // The warehouse and the people of the sender are not the dealer's to know.
    expect(row).toMatchObject({ waybill_id: waybill, done_by: null, account_id: null, place_name: null });
    expect(
      (await server.call(shortDeliveries.codes, { id: row?.id as number }, { token: other as string })).status,
    ).toBe(404);
    const file = await server.fetch(`${shortDeliveries.export.path}?format=csv`, {
      headers: { token: other as string },
    });
    expect(await file.text()).not.toContain(shorted);
    expect((await server.call(waybillsSetFree.page, {}, { token: own as string })).status).toBe(401);
  });
});

test('unpacking and replacement of codes have lists as well', async () => {
  const [box] = await goods.cases(made, 1);
  await server.data(unpack, { children: [box?.bottles[0] as string], reason: 'leaking' });
  const [row] = (
    await server.data(unpackings.page, { work_order_id: made.workOrderId, code: box?.bottles[0] as string })
  ).rows;
  expect(row).toMatchObject({ reason: 'leaking', work_order_id: made.workOrderId });
  expect(await reasonsIn(replacements)).toEqual([]);
});
