import { informationEpcis } from '@suyuan/contract/inspect/information-inquiry.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { describe, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { reasonsOf } from '#test/harness/files.ts';

const { server, goods, from, dealerId } = await goodsServer();

const whereIs = async (code: string) => (await server.data(boxCodes, { codes: [code] }))[0]?.where;
async function oneCase(warehouse = from) {
  const made = await goods.made(warehouse);
  const code = (await goods.cases(made, 1))[0]?.code as string;
  return { made, code, lines: [{ product_id: made.productId, quantity: 3 }] };
}

describe('a waybill to a third party', () => {
  test.each(['supplier_return', 'sample', 'scrap'] as const)('has a receiver by name: %s', async (kind) => {
    const { code, lines } = await oneCase();
    const nameless = await server.call(waybill.add, { kind, from_warehouse_id: from, lines });
    expect(reasonsOf(nameless.envelope)).toEqual(['receiver required']);
    const receiver = `Lab of ${kind}`;
    const given = {
      kind,
      receiver,
      receiver_phone: '021-1',
      receiver_address: 'Road 1',
      from_warehouse_id: from,
      lines,
    };
    const { id } = await server.data(waybill.add, given);
    const { rows } = await server.data(waybill.page, { keyword: receiver });
    expect(rows).toMatchObject([{ id, receiver, receiver_phone: '021-1', receiver_address: 'Road 1' }]);
    await server.data(load, { id, codes: [code] });
    await server.data(ship, { id });
    await server.data(sign, { id, received: 'all' });
    if (kind !== 'scrap') expect(await whereIs(code)).toMatchObject({ kind: 'outside', name: receiver });
  });

  test('names a receiver in no other kind of waybill', async () => {
    const { lines } = await oneCase();
    const sale = { kind: 'sale', from_warehouse_id: from, to_dealer_id: dealerId, receiver: 'X', lines } as const;
    expect(reasonsOf((await server.call(waybill.add, sale)).envelope)).toEqual(['receiver not_of_this_kind']);
  });
});

describe('a factory', () => {
  test('receives goods by a transfer, which its people see and sign for, and has them in stock', async () => {
    const factory = await server.party('factory');
    const token = await server.as(['freight', 'arrival', 'arrival:sign'], { factory });
    const { code, lines } = await oneCase();
    const given = { kind: 'transfer', from_warehouse_id: from, to_factory_id: factory, lines } as const;
    const both = await server.call(waybill.add, { ...given, to_warehouse_id: await goods.warehouse() });
    expect(reasonsOf(both.envelope)).toEqual(['to_warehouse_id not_of_this_kind']);
    const { id } = await server.data(waybill.add, given);
    expect((await server.data(waybill.page, {}, { token })).rows).toEqual([]);
    await server.data(load, { id, codes: [code] });
    await server.data(ship, { id });
    expect((await server.data(waybill.page, {}, { token })).rows).toMatchObject([
      { id, sends: false, receives: true, to_factory_name: expect.stringMatching(/^factory/) },
    ]);
    expect((await server.data(sign, { id, received: [code] }, { token })).units).toBe(3);
    expect(await whereIs(code)).toMatchObject({ stock: 'at_place', kind: 'factory' });
    const file = await server.fetch(`${informationEpcis.path}?code=${code}`, { headers: { token: server.admin } });
    const { epcisBody } = (await file.json()) as {
      epcisBody: { eventList: { bizStep: string; destinationList?: [] }[] };
    };
    const shipping = epcisBody.eventList.find(({ bizStep }) => bizStep === 'shipping');
    expect(shipping?.destinationList).not.toHaveLength(0);
  });

  test('sends goods at its lines by a waybill of the warehouse it delivers to', async () => {
    const factory = await server.party('factory');
    const own = await goods.warehouse({ factory_id: factory });
    const [shop] = await server.sql<{ id: number }[]>`
      insert into workshop (workshop_code, workshop_name, factory_id) values ('S', 'S', ${factory}) returning id`;
    const [line] = await server.sql<{ id: number }[]>`
      insert into production_line (line_code, line_name, workshop_id) values ('L', 'L', ${shop?.id as number}) returning id`;
    await server.sql`
      insert into enterprise (id, enterprise_code, enterprise_name, stock_by_handover) values (1, 'E', 'E', true)`;
    const made = await goods.made(own, { order: { line_id: line?.id as number } });
    const code = (await goods.cases(made, 1))[0]?.code as string;
    await server.sql`update enterprise set stock_by_handover = false`;
    expect(await whereIs(code)).toMatchObject({ kind: 'line' });
    const lines = [{ product_id: made.productId, quantity: 3 }];
    const sale = { kind: 'sale', from_warehouse_id: own, to_dealer_id: dealerId, lines } as const;
    const refused = async (id: number) =>
      (await server.data(load, { id, codes: [code] })).refusals.map(({ reason }) => reason);
    expect(await refused((await server.data(waybill.add, sale)).id)).toEqual(['not_here']);
    const elsewhere = await server.call(waybill.add, { ...sale, from_warehouse_id: from, from_factory_id: factory });
    expect(reasonsOf(elsewhere.envelope)).toEqual(['from_factory_id other_warehouse']);
    const { id } = await server.data(waybill.add, { ...sale, from_factory_id: factory });
    expect(await refused(id)).toEqual([]);
    await server.data(ship, { id });
    expect(await whereIs(code)).toMatchObject({ stock: 'in_transit' });
  });
});
