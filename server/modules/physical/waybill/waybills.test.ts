import { scan } from '@suyuan/contract/consumer/scan.ts';
import { barter, minderlieferung, rdcDissociated, shipmentHistory } from '@suyuan/contract/physical/amendment.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { boxCodes, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { loadingRulesUpdate, suggestions } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import {
  close,
  load,
  ship,
  sign,
  unload,
  unsign,
  waybill,
  waybillDetail,
} from '@suyuan/contract/physical/waybill/waybill.ts';
import { eventHistory, pack, packageTree, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { describe, expect, test } from 'vitest';
import type { Made } from '#test/goods/goods.ts';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, from, dealerId } = await goodsServer();

const reasons = (refusals: readonly Pick<EventRefusal, 'code' | 'reason'>[]) =>
  refusals.map(({ code, reason }) => [code, reason]);
const unitsIn = async (warehouse_id: number, product_id: number) =>
  (await server.data(stock, { warehouse_id, product_id })).reduce((sum, { units }) => sum + units, 0);
const whereIs = async (code: string) => (await server.data(boxCodes, { codes: [code] }))[0]?.where;
const lineOf = async (id: number) => (await server.data(waybillDetail, { id })).lines[0];

/** A sale of a product of which so many cases lie in the warehouse. */
async function saleOf(cases: number, ordered = cases * 3) {
  const made = await goods.made(from);
  const packed = await goods.cases(made, cases);
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: ordered }]);
  return { id, made, cases: packed, codes: packed.map(({ code }) => code) };
}

async function shipped(cases: number) {
  const sale = await saleOf(cases);
  await server.data(load, { id: sale.id, codes: sale.codes });
  await server.data(ship, { id: sale.id });
  return sale;
}

/** What is packed in what. */
async function packagesOf(codes: readonly string[]) {
  const trees = [];
  for (const code of codes) trees.push(await server.data(packageTree, { code }));
  return trees;
}

describe('the life cycle of a waybill', () => {
  test('cases are loaded, shipped, received, and located accordingly', async () => {
    const { id, made, codes } = await saleOf(2);
    const { loaded, refusals } = await server.data(load, { id, codes });
    expect(refusals).toEqual([]);
    const { productId: product_id, lot } = made;
    expect(loaded).toEqual(codes.map((code) => ({ code, printed: code, product_id, lot, units: 3, known: false })));
    expect(await lineOf(id)).toMatchObject({ quantity: 6, loaded: 6, packages: 2, received: 0 });
    expect(await unitsIn(from, made.productId)).toBe(6);
    expect((await server.data(waybillDetail, { id })).due_at).toBe(null);
    expect(await server.data(ship, { id })).toEqual({ id, status: 'shipped', units: 6 });
    const { shipped_at, due_at, overdue } = await server.data(waybillDetail, { id });
    expect([Date.parse(`${due_at}`) - Date.parse(`${shipped_at}`), overdue]).toEqual([72 * 3_600_000, false]);
    expect(await unitsIn(from, made.productId)).toBe(0);
    expect(await whereIs(codes[0] as string)).toMatchObject({ stock: 'in_transit', kind: 'waybill' });
    expect(await server.data(sign, { id, received: 'all' })).toMatchObject({
      status: 'signed',
      units: 6,
      refusals: [],
    });
    expect(await whereIs(codes[0] as string)).toMatchObject({ stock: 'with_dealer', kind: 'dealer' });
    expect(await lineOf(id)).toMatchObject({ received: 6 });
    expect(await server.data(close, { id })).toEqual({ id, status: 'closed' });
  });

  test('shows who took its steps, by kind of account', async () => {
    const { id } = await shipped(1);
    const token = await server.as(['freight', 'arrival', 'arrival:sign'], { name: 'signer' });
    await server.data(sign, { id, received: 'all' }, { token });
    const [signer] = await server.sql<{ id: number }[]>`select id from account where account_name = 'signer'`;
    const detail = await server.data(waybillDetail, { id });
    expect(detail).toMatchObject({
      shipped_by_id: detail.created_by_id,
      signed_by: 'signer',
      signed_by_id: signer?.id,
    });
    expect(detail).toMatchObject({ closed_by: null, closed_by_id: null });
  });

  test('codes loaded by mistake come off again', async () => {
    const { id, codes } = await saleOf(2);
    await server.data(load, { id, codes });
    const { unloaded } = await server.data(unload, { id, codes: codes.slice(0, 1) });
    expect(unloaded).toMatchObject([{ code: codes[0], units: 3 }]);
    expect(await lineOf(id)).toMatchObject({ loaded: 3, packages: 1 });
    expect((await server.data(load, { id, codes: codes.slice(0, 1) })).loaded).toHaveLength(1);
  });

  test('is a draft again once all of it came off: it is changed, and deleted', async () => {
    const { id, made, codes } = await saleOf(1);
    await server.data(load, { id, codes });
    await server.data(unload, { id, codes });
    expect(await server.data(waybillDetail, { id })).toMatchObject({ status: 'draft', loaded: 0 });
    const lines = [{ product_id: made.productId, quantity: 6 }];
    await server.data(waybill.update, { id, kind: 'sale', to_dealer_id: dealerId, lines });
    expect((await server.data(load, { id, codes })).loaded).toHaveLength(1);
    expect(await lineOf(id)).toMatchObject({ quantity: 6, loaded: 3, packages: 1 });
    await server.data(unload, { id, codes });
    await server.data(waybill.remove, { id });
    expect(await unitsIn(from, made.productId)).toBe(3);
  });

  test('is received by its receivers, who cannot change, delete or close it', async () => {
    const dealer = await server.party('dealer');
    const rights = ['freight', 'freight:update', 'freight:delete', 'arrival:sign', 'freight:close'] as const;
    const token = await server.as(rights, { dealer });
    const made = await goods.made(from);
    const codes = (await goods.cases(made, 1)).map(({ code }) => code);
    const lines = [{ product_id: made.productId, quantity: 3 }];
    const id = await goods.sale(from, dealer, lines);
    // A draft is its sender's.
    expect((await server.data(waybill.page, {}, { token })).rows).toEqual([]);
    const changed = { id, kind: 'sale', to_dealer_id: dealer, lines, remark: 'two more' } as const;
    const tried = async () =>
      (
        await Promise.all([
          server.call(waybill.update, changed, { token }),
          server.call(waybill.remove, { id }, { token }),
        ])
      ).map(({ status }) => status);
    expect(await tried()).toEqual([404, 404]);
    await server.data(load, { id, codes });
    await server.data(ship, { id });
    expect(await tried()).toEqual([401, 401]);
    // They are told where it comes from, though the warehouse is none of theirs.
    const [detail] = (await server.data(waybill.page, {}, { token })).rows;
    expect(detail?.from_warehouse_name).toBe((await server.data(waybillDetail, { id })).from_warehouse_name);
    expect(detail?.from_warehouse_name).toMatch(/\S/);
    expect((await server.call(close, { id, reason: 'done' }, { token })).status).toBe(401);
    expect(await server.data(sign, { id, received: 'all' }, { token })).toMatchObject({ status: 'signed', units: 3 });
  });

  test('leaves with less than planned only with a reason', async () => {
    const { id, codes } = await saleOf(2);
    await server.data(load, { id, codes: codes.slice(0, 1) });
    expect((await server.call(ship, { id })).status).toBe(400);
    expect(await server.data(ship, { id, short_reason: 'one is broken' })).toMatchObject({ units: 3 });
  });

  test('changes in full as a draft, then in papers and lines, then in papers; only a draft is deleted', async () => {
    const { id, made, codes } = await saleOf(2);
    const lineOfLot = (quantity: number) => [{ product_id: made.productId, lot: made.lot, quantity }];
    const given = { id, kind: 'sale', to_dealer_id: dealerId, lines: lineOfLot(9) } as const;
    const problemsOf = async (input: object) => {
      const { status, envelope } = await server.call(waybill.update, { ...given, ...input });
      return [status, (envelope.data as unknown as { fields: object[] }).fields];
    };
    await server.data(waybill.update, given);
    expect(await lineOf(id)).toMatchObject({ lot: made.lot, quantity: 9 });
    await server.data(load, { id, codes });
    await server.data(waybill.update, { ...given, plate: '沪A12345', lines: lineOfLot(6) });
    expect(await server.data(waybillDetail, { id })).toMatchObject({ plate: '沪A12345', planned: 6, loaded: 6 });
    expect(await problemsOf({ lines: lineOfLot(5) })).toMatchObject([
      400,
      [{ path: 'lines.0.quantity', reason: 'below_loaded', message: 'is less than the 6 that are loaded' }],
    ]);
    const other = [{ product_id: await goods.product(), quantity: 1 }];
    expect(await problemsOf({ lines: other })).toMatchObject([400, [{ path: 'lines', reason: 'line_loaded' }]]);
    const elsewhere = { to_dealer_id: await goods.dealer(), lines: lineOfLot(6) };
    expect(await problemsOf(elsewhere)).toMatchObject([400, [{ path: 'to_dealer_id', reason: 'fixed_once_loaded' }]]);
    const refused = await server.call(waybill.remove, { id });
    expect([refused.status, refused.envelope.message]).toEqual([
      409,
      'The waybill is Loading: only a draft is deleted.',
    ]);
    await server.data(ship, { id });
    await server.data(waybill.update, { ...given, plate: '沪B1', lines: lineOfLot(6) });
    expect(await problemsOf({ lines: lineOfLot(9) })).toMatchObject([
      400,
      [{ path: 'lines.0.quantity', reason: 'fixed_once_left' }],
    ]);
    await server.data(sign, { id, received: 'all' });
    await server.data(close, { id });
    const closed = await server.call(waybill.update, { ...given, lines: lineOfLot(6) });
    expect([closed.status, closed.envelope.message]).toEqual([
      409,
      'The waybill is Closed and can no longer be changed.',
    ]);
  });

  test('puts back what loading took out of a package, or names what prevents it', async () => {
    const made = await goods.made(from);
    const pallets = [await goods.pallet(made), await goods.pallet(made), await goods.pallet(made)] as const;
    const [bottle, second] = (pallets[0].cases[0] as { bottles: string[] }).bottles as [string, string];
    const cases = pallets.map(({ cases }) => cases.map(({ code }) => code)) as [string, string][];
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 18 }]);
    const before = await packagesOf([pallets[0].code, pallets[1].code]);
    // Bottles out of a case that lies on a pallet; all cases of a pallet, which is none any more meanwhile.
    await server.data(load, { id, codes: [bottle, second, ...(cases[1] as [string, string])] });
    const partly = await server.data(load, { id, codes: [pallets[0].code] });
    expect(partly.refusals).toMatchObject([{ reason: 'partly_loaded', conflict: expect.stringMatching(/^WB/) }]);
    await server.data(unload, { id, codes: [cases[1]?.[1] as string, bottle] });
    const { not_put_back } = await server.data(unload, { id, codes: [second, cases[1]?.[0] as string] });
    expect(not_put_back).toEqual([]);
    expect(await packagesOf([pallets[0].code, pallets[1].code])).toEqual(before);
    // A case comes off after the rest of its pallet was loaded.
    const [one] = cases[2] as [string, string];
    await server.data(load, { id, codes: [one] });
    await server.data(load, { id, codes: [pallets[2].code], override_reason: 'what is left of it' });
    const off = await server.data(unload, { id, codes: [one] });
    expect(off).toMatchObject({ unloaded: [{ code: one }], not_put_back: [{ code: pallets[2].code }] });
    expect(off.not_put_back[0]).toMatchObject({ reason: 'loaded_already', conflict: expect.stringMatching(/^WB/) });
  });

  test('goods of a transfer are in stock on arrival', async () => {
    const to = await goods.warehouse();
    const made = await goods.made(from);
    const { code, cases } = await goods.pallet(made);
    const lines = [{ product_id: made.productId, quantity: 6 }];
    const given = { kind: 'transfer', from_warehouse_id: from, to_warehouse_id: to, lines } as const;
    const { id } = await server.data(waybill.add, given);
    await server.data(load, { id, codes: [code] });
    await server.data(ship, { id });
    // One case comes without its pallet.
    const [first] = cases.map((one) => one.code) as [string];
    expect(await server.data(sign, { id, received: [first] })).toMatchObject({ units: 3 });
    expect(await unitsIn(to, made.productId)).toBe(3);
    expect(await whereIs(code)).toMatchObject({ stock: 'in_transit' });
    expect((await server.call(close, { id, reason: 'lost' })).status).toBe(400);
    const closed = await server.data(close, { id, missing: 'lost', reason: 'not in the truck' });
    expect(closed).toMatchObject({ status: 'closed' });
    expect(await server.data(waybillDetail, { id })).toMatchObject({ close_reason: 'not in the truck' });
    expect(await whereIs(code)).toMatchObject({ stock: 'lost' });
    expect((await server.data(scan, { code })).verdict).toBe('lost');
    expect(await unitsIn(from, made.productId)).toBe(0);
    // What was lost arrives later, and the waybill stays closed.
    expect(await server.data(sign, { id, received: [code] })).toMatchObject({
      status: 'closed',
      units: 3,
      refusals: [],
    });
    expect(await unitsIn(to, made.productId)).toBe(6);
    const { rows } = await server.data(productionData.page, {
      keyword: (await server.data(waybillDetail, { id })).waybill_no,
    });
    // It was told of the case that was missing, and settled by itself.
    expect(rows).toMatchObject([{ code: cases[1]?.code, status: 'settled' }]);
  });

  test.each([
    ['destroyed', { life: 'destroyed', where: { stock: 'void' } }, 0],
    ['sent_back', { life: 'active', where: { stock: 'at_place' } }, 3],
  ] as const)('is closed with missing goods %s', async (missing, state, units) => {
    const { id, made, codes } = await shipped(1);
    await server.data(close, { id, missing, reason: 'an accident' });
    expect((await server.data(boxCodes, { codes }))[0]).toMatchObject(state);
    expect(await unitsIn(from, made.productId)).toBe(units);
  });

  test('a receipt is reversed, unless the goods were used since', async () => {
    const { id, made, codes } = await shipped(2);
    await server.data(sign, { id, received: [codes[0] as string] });
    expect(await server.data(unsign, { id, reason: 'of another truck' })).toEqual({ id, status: 'shipped', units: 3 });
    expect(await whereIs(codes[0] as string)).toMatchObject({ stock: 'in_transit' });
    expect(await server.data(waybillDetail, { id })).toMatchObject({ signed_by: null, received: 0 });
    const [detail] = await server.data(eventHistory, { code: codes[0] as string, size: 1 });
    expect(detail).toMatchObject({ act: 'receive', reason: 'of another truck' });
    await server.data(sign, { id, received: 'all' });
    await server.data(minderlieferung, {
      waybill_id: id,
      codes: codes.slice(0, 1),
      reason: 'came back with the driver',
      to_warehouse_id: from,
    });
    const { status, envelope } = await server.call(unsign, { id, reason: 'of another truck' });
    const { refusals } = envelope.data as unknown as { refusals: EventRefusal[] };
    expect([status, reasons(refusals)]).toEqual([409, [[codes[0], 'later_acts']]]);
    expect(await unitsIn(from, made.productId)).toBe(3);
  });
});

describe('a delivery that differs from its waybill', () => {
  const exceptionsOf = async (id: number) => {
    const { waybill_no } = await server.data(waybillDetail, { id });
    const { rows } = await server.data(productionData.page, { keyword: waybill_no }, { language: 'en' });
    return rows.map(({ kind, code, cause }) => `${kind} ${code} ${cause.split('.')[0]}`).toSorted();
  };

  test('becomes an exception: missing, too many, damaged, and unknown codes', async () => {
    const { id, codes } = await shipped(3);
    const [good, damaged, missing] = codes as [string, string, string];
    const [stray] = await goods.cases(await goods.made(from), 1);
    const differences = [{ code: damaged, kind: 'damaged', note: 'torn' }] as const;
    const received = [good, damaged, stray?.code as string, 'nobodys'];
    const signed = await server.data(sign, { id, received, differences: [...differences] });
    expect(reasons(signed.refusals)).toEqual([
      ['nobodys', 'unknown_code'],
      [stray?.code, 'not_on_waybill'],
    ]);
    const over = 'It arrived and is not on the waybill';
    expect(await exceptionsOf(id)).toEqual(
      [
        `shipment_difference ${damaged} It arrived damaged and is on hold (DJ000001)`,
        `shipment_difference ${missing} It is on the waybill and did not arrive`,
        `shipment_difference ${stray?.code} ${over}`,
        `shipment_difference nobodys ${over}`,
      ].toSorted(),
    );
    expect(await whereIs(missing)).toMatchObject({ stock: 'in_transit' });
  });

  test('closes the exception by itself when missing goods arrive', async () => {
    const { id, codes } = await shipped(2);
    const [good, late] = codes as [string, string];
    const token = await server.as(['freight', 'arrival', 'arrival:sign'], { name: 'gatekeeper' });
    await server.data(sign, { id, received: [good] }, { token });
    expect(await server.data(sign, { id, received: [late] })).toMatchObject({ units: 3, refusals: [] });
    expect(await whereIs(late)).toMatchObject({ stock: 'with_dealer' });
    expect(await server.data(waybillDetail, { id })).toMatchObject({ received: 6, signed_by: 'gatekeeper' });
    expect((await server.call(sign, { id, received: 'all' })).status).toBe(409);
  });

  test('a case missing from its pallet does not arrive with it', async () => {
    const made = await goods.made(from);
    const { code, cases } = await goods.pallet(made);
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 6 }]);
    await server.data(load, { id, codes: [code] });
    await server.data(ship, { id });
    const missing = cases[1]?.code as string;
    const differences = [{ code: missing, kind: 'short' as const }];
    expect(await server.data(sign, { id, received: 'all', differences })).toMatchObject({ units: 3, refusals: [] });
    expect(await whereIs(missing)).toMatchObject({ stock: 'in_transit' });
    expect(await whereIs(code)).toMatchObject({ stock: 'with_dealer' });
    expect(await exceptionsOf(id)).toHaveLength(1);
    expect(await server.data(sign, { id, received: 'all' })).toMatchObject({ units: 3, refusals: [] });
    expect(await whereIs(missing)).toMatchObject({ stock: 'with_dealer' });
  });

  test('without differences raises no exception', async () => {
    const { id } = await shipped(1);
    await server.data(sign, { id, received: 'all' });
    expect(await exceptionsOf(id)).toEqual([]);
  });
});

describe('loading refuses with a reason', () => {
  test('unknown, repeated, unordered, excess, absent and unreleased codes', async () => {
    const { id, codes } = await saleOf(2, 3);
    const [first, second] = codes as [string, string];
    const other = await goods.cases(await goods.made(from), 1);
    const away = await goods.cases(await goods.made(await goods.warehouse()), 1);
    const held = await goods.cases(await goods.made(from, { released: false }), 1);
    const sent = [first, second, other[0]?.code, away[0]?.code, held[0]?.code, 'nothing'] as string[];
    const { loaded, refusals } = await server.data(load, { id, codes: sent }, { language: 'en' });
    expect(loaded.map(({ code }) => code)).toEqual([first]);
    expect(reasons(refusals)).toEqual([
      ['nothing', 'unknown_code'],
      [second, 'over_quantity'],
      [other[0]?.code, 'not_ordered'],
      [away[0]?.code, 'not_here'],
      [away[0]?.code, 'not_ordered'],
      [held[0]?.code, 'not_ordered'],
      [held[0]?.code, 'not_released'],
    ]);
    expect(refusals.map(({ message }) => message)).not.toContain('');
    // What is on it already is known, under any key.
    const again = await server.data(load, { id, codes: [first], batch_key: 'another' });
    expect(again).toMatchObject({ loaded: [{ code: first, units: 0, known: true }], refusals: [] });
  });

  test('an incomplete package without a reason, and goods that expire later than remaining ones', async () => {
    const productId = await goods.product();
    const old = await goods.made(from, { productId, expiry: '2027-01-01' });
    const young = await goods.made(from, { productId, expiry: '2028-01-01' });
    const [oldCase] = await goods.cases(old, 1);
    const [youngCase] = await goods.cases(young, 1);
    const id = await goods.sale(from, dealerId, [{ product_id: productId, quantity: 6 }]);
    const codes = [youngCase?.code as string];
    const held = await goods.made(from, { productId, expiry: '2026-12-31', released: false });
    await goods.cases(held, 1);
    const next = async () =>
      (await server.data(suggestions, { id })).map(({ lot, expiry_date, units }) => [lot, expiry_date, units]);
    expect(await next()).toEqual([
      [old.lot, '2027-01-01', 3],
      [young.lot, '2028-01-01', 3],
    ]);
    const { refusals } = await server.data(load, { id, codes });
    expect(refusals).toMatchObject([{ reason: 'older_first', overridable: true, conflict: `${old.lot} (2027-01-01)` }]);
    const { loaded } = await server.data(load, { id, codes, override_reason: 'the customer wants it' });
    expect(loaded).toHaveLength(1);
    expect(await next()).toEqual([[old.lot, '2027-01-01', 3]]);
    await server.data(unpack, { children: [oldCase?.bottles[0] as string], reason: 'broken' });
    const short = await server.data(load, { id, codes: [oldCase?.code as string] });
    expect(short.refusals).toMatchObject([{ reason: 'incomplete', overridable: true, conflict: '2 / 3' }]);
  });

  test('goods without expiry by production date, in suggestion and check alike', async () => {
    const productId = await goods.product();
    // Made known in another order than produced.
    const made = [];
    for (const day of ['2026-11-20', '2026-11-03', null]) {
      const one = await goods.made(from, { productId });
      await server.sql`
        update lot set production_date = ${day}::date, expiry_date = null
        where product_id = ${productId} and lot_no = ${one.lot}`;
      made.push({ ...one, code: (await goods.cases(one, 1))[0]?.code as string });
    }
    const [later, first, undated] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    const id = await goods.sale(from, dealerId, [{ product_id: productId, quantity: 9 }]);
    const next = (await server.data(suggestions, { id })).map(({ lot, production_date }) => [lot, production_date]);
    expect(next).toEqual([
      [first.lot, '2026-11-03'],
      [later.lot, '2026-11-20'],
      [undated.lot, null],
    ]);
    const early = await server.data(load, { id, codes: [later.code, undated.code] });
    const conflict = `${first.lot} (2026-11-03)`;
    expect(early.refusals).toMatchObject(
      [later, undated].map(({ code }) => ({ code, reason: 'older_first', conflict })),
    );
    for (const { code } of [first, later, undated])
      expect((await server.data(load, { id, codes: [code] })).refusals).toEqual([]);
  });

  test('expired goods, unless the warehouse allows them or they leave to be scrapped, without delaying others', async () => {
    const warehouse_id = await goods.warehouse();
    const productId = await goods.product();
    const [old, fresh] = [
      await goods.made(warehouse_id, { productId, expiry: '2031-01-01' }),
      await goods.made(warehouse_id, { productId, expiry: '2032-01-01' }),
    ];
    const [oldCase, freshCase] = [await goods.cases(old, 3), await goods.cases(fresh, 1)].map(([one]) => one?.code);
    await server.sql`
      update lot set production_date = null, expiry_date = '2024-12-31' where product_id = ${productId} and lot_no = ${old.lot}`;
    const id = await goods.sale(warehouse_id, dealerId, [{ product_id: productId, quantity: 12 }]);
    const codes = [oldCase as string];
    const { refusals } = await server.data(load, { id, codes, override_reason: 'it is cheap' });
    expect(refusals).toMatchObject([{ reason: 'expired', conflict: '2024-12-31' }]);
    expect((await server.data(suggestions, { id })).map(({ lot }) => lot)).toEqual([fresh.lot]);
    expect((await server.data(load, { id, codes: [freshCase as string] })).refusals).toEqual([]);
    const lines = [{ product_id: productId, quantity: 3 }];
    const scrap = await server.data(waybill.add, {
      kind: 'scrap',
      receiver: 'a furnace',
      from_warehouse_id: warehouse_id,
      lines,
    });
    expect((await server.data(load, { id: scrap.id, codes })).refusals).toEqual([]);
    await server.data(unload, { id: scrap.id, codes });
    await server.data(loadingRulesUpdate, { warehouse_id, rules: [{ reason: 'expired', policy: 'warn' }] });
    expect((await server.data(load, { id, codes })).refusals).toMatchObject([{ reason: 'expired', overridable: true }]);
    expect((await server.data(load, { id, codes, override_reason: 'he knows' })).refusals).toEqual([]);
  });

  test('goods that expire between loading and shipping, at shipping', async () => {
    const warehouse_id = await goods.warehouse();
    const made = await goods.made(warehouse_id, { expiry: '2031-01-01' });
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const [children, codes] = [await goods.codes(1, 3), await goods.codes(3, 1)];
    const packing = { work_order_id: made.workOrderId, parent: codes[0] as string, children };
    await server.data(pack, { ...packing, event_time: daysAgo(6).toISOString() });
    const id = await goods.sale(warehouse_id, dealerId, [{ product_id: made.productId, quantity: 3 }]);
    await server.data(load, { id, codes });
    // It was loaded days ago, and expired yesterday.
    const [loadedAt, expired] = [daysAgo(5), daysAgo(1)];
    const loads = await server.sql<{ id: number }[]>`
      update trace_event set event_time = ${loadedAt} where waybill_id = ${id} returning id`;
    await server.sql`
      update event_code set event_time = ${loadedAt} where event_id = any(${loads.map((one) => one.id)}::bigint[])`;
    await server.sql`
      update lot set production_date = null, expiry_date = ${expired}::date
      where product_id = ${made.productId} and lot_no = ${made.lot}`;
    const left = await server.call(ship, { id });
    expect([left.status, JSON.stringify(left.envelope)]).toEqual([409, expect.stringContaining('expired')]);
    await server.data(loadingRulesUpdate, { warehouse_id, rules: [{ reason: 'expired', policy: 'warn' }] });
    await server.data(unload, { id, codes });
    expect((await server.data(load, { id, codes, override_reason: 'he knows' })).refusals).toEqual([]);
    await server.data(ship, { id });
  });

  test("newer goods before a dealer's older ones, wherever these were delivered", async () => {
    const seller = await goods.dealer();
    const shop = await goods.warehouse({ dealer_id: seller });
    const productId = await goods.product();
    const lots = [
      await goods.made(from, { productId, expiry: '2031-01-01' }),
      await goods.made(from, { productId, expiry: '2032-01-01' }),
    ];
    const codes: string[] = [];
    for (const made of lots) codes.push((await goods.cases(made, 1))[0]?.code as string);
    const [, younger] = codes;
    const delivery = await goods.sale(from, seller, [{ product_id: productId, quantity: 6 }]);
    await server.data(load, { id: delivery, codes });
    await server.data(ship, { id: delivery });
    await server.data(sign, { id: delivery, received: 'all' });
    const id = await goods.sale(shop, dealerId, [{ product_id: productId, quantity: 6 }]);
    const early = await server.data(load, { id, codes: [younger as string] });
    expect(early.refusals).toMatchObject([{ reason: 'older_first' }]);
    expect((await server.data(load, { id, codes })).refusals).toEqual([]);
  });

  test('goods without a lot as unreleased, in loading and exchange', async () => {
    const made = await goods.made(from);
    const [whole] = await goods.cases(made, 1);
    await server.sql`update work_order set lot = null, lot_id = null where id = ${made.workOrderId}`;
    const [none] = await goods.cases(made, 1);
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 6 }]);
    const { refusals } = await server.data(load, { id, codes: [none?.code as string] });
    expect(reasons(refusals)).toContainEqual([none?.code, 'not_released']);
    await server.data(load, { id, codes: [whole?.code as string] });
    await server.data(ship, { id, short_reason: 'one has no lot' });
    const pairs = [{ old: whole?.code as string, new: none?.code as string }];
    const exchanged = await server.call(barter, { waybill_id: id, pairs, reason: 'damaged' });
    expect([exchanged.status, JSON.stringify(exchanged.envelope)]).toEqual([
      409,
      expect.stringContaining('not_released'),
    ]);
  });

  test('a missing lot cannot be released', async () => {
    const { id, made } = await saleOf(1);
    const without = await goods.made(from, { productId: made.productId, released: false, order: { lot: '' } });
    const [one] = await goods.cases(without, 1);
    const { refusals } = await server.data(load, { id, codes: [one?.code as string] });
    expect(reasons(refusals)).toEqual([[one?.code, 'not_released']]);
  });

  test('expired goods in exchange on a waybill that has left', async () => {
    const productId = await goods.product();
    const made = await goods.made(from, { productId, expiry: '2031-01-01' });
    const old = await goods.made(from, { productId, expiry: '2031-01-01' });
    const [sent] = await goods.cases(made, 1);
    const [instead] = await goods.cases(old, 1);
    const id = await goods.sale(from, dealerId, [{ product_id: productId, quantity: 3 }]);
    await server.data(load, { id, codes: [sent?.code as string] });
    await server.data(ship, { id });
    await server.sql`
      update lot set production_date = null, expiry_date = '2024-12-31' where product_id = ${productId} and lot_no = ${old.lot}`;
    const pairs = [{ old: sent?.code as string, new: instead?.code as string }];
    const refused = await server.call(barter, { waybill_id: id, pairs, reason: 'broken' });
    expect(refused.status).toBe(409);
    expect(reasons((refused.envelope.data as unknown as { refusals: EventRefusal[] }).refusals)).toEqual([
      [instead?.code, 'expired'],
    ]);
  });

  test('unless the warehouse decides otherwise', async () => {
    const warehouse_id = await goods.warehouse();
    const made: Made = await goods.made(warehouse_id, { released: false });
    const { code, cases } = await goods.pallet(made);
    await server.data(loadingRulesUpdate, {
      warehouse_id,
      rules: [
        { reason: 'not_released', policy: 'allow' },
        { reason: 'packed_elsewhere', policy: 'refuse' },
      ],
    });
    const id = await goods.sale(warehouse_id, dealerId, [{ product_id: made.productId, quantity: 6 }]);
    const [first] = cases.map((one) => one.code) as [string];
    expect(reasons((await server.data(load, { id, codes: [first] })).refusals)).toEqual([[first, 'packed_elsewhere']]);
    expect((await server.data(load, { id, codes: [code] })).loaded).toHaveLength(1);
    await server.data(ship, { id });
    const other = await goods.pallet(made);
    await server.data(barter, { waybill_id: id, pairs: [{ old: code, new: other.code }], reason: 'damaged' });
  });

  test('a bottle is taken out of its case, and the case out of its pallet', async () => {
    const made = await goods.made(from);
    const { code, cases } = await goods.pallet(made);
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 6 }]);
    const bottle = cases[0]?.bottles[0] as string;
    expect((await server.data(load, { id, codes: [bottle] })).loaded).toMatchObject([{ units: 1 }]);
    const [pallet] = await server.data(boxCodes, { codes: [code] });
    expect(pallet).toMatchObject({ units: 5, complete: false });
    const token = await server.as(['boxcode']);
    expect((await server.data(packageTree, { code }, { token })).children).toHaveLength(2);
    const detail = await server.data(shipmentHistory, { code: bottle }, { token });
    expect(detail.map(({ act: eventType }) => eventType).toSorted()).toEqual(['load', 'pack', 'unpack']);
  });

  test('twenty people on one waybill load each code once', async () => {
    const { id, codes } = await saleOf(20);
    const all = await Promise.all(
      codes.flatMap((code) => [server.data(load, { id, codes: [code] }), server.data(load, { id, codes: [code] })]),
    );
    const loaded = Map.groupBy(
      all.flatMap((one) => one.loaded),
      ({ known }) => known,
    );
    expect([loaded.get(false)?.length, loaded.get(true)?.length]).toEqual([20, 20]);
    expect(await lineOf(id)).toMatchObject({ loaded: 60, packages: 20 });
  });

  test('a repeated key repeats the answer', async () => {
    const { id, codes } = await saleOf(2);
    const sent = { id, codes, batch_key: 'a' };
    expect(await server.data(load, sent)).toEqual(await server.data(load, sent));
  });

  test('a key stands for its first content, and for one call', async () => {
    const { id, codes } = await saleOf(3);
    const [first, second, third] = codes as [string, string, string];
    const sent = { id, codes: [first, second], batch_key: 'mine' };
    const before = await server.data(load, sent);
    for (const other of [[first], [second, first], [third], [first, second, third]]) {
      const { status, envelope } = await server.call(load, { ...sent, codes: other }, { language: 'en' });
      expect([status, envelope.message]).toEqual([409, expect.stringMatching(/^This batch_key stands for/)]);
    }
    expect((await server.call(load, { ...sent, override_reason: 'x' })).status).toBe(409);
    expect(await lineOf(id)).toMatchObject({ packages: 2 });
    expect(await server.data(load, sent)).toEqual(before);
    // Under the same key another call does its own.
    expect(await server.data(unload, sent)).toMatchObject({ unloaded: [{ code: first }, { code: second }] });
    expect(await lineOf(id)).toMatchObject({ packages: 0 });
  });
});

describe('after a waybill has left', () => {
  test('goods that never left are taken off it, into the named warehouse', async () => {
    const { id, made, codes } = await shipped(2);
    const to = await goods.warehouse();
    const taken = { waybill_id: id, codes: codes.slice(0, 1), reason: 'left behind', to_warehouse_id: to };
    expect(await server.data(minderlieferung, taken)).toEqual({ units: 3, held: null });
    expect(await unitsIn(to, made.productId)).toBe(3);
    expect(await lineOf(id)).toMatchObject({ loaded: 3, packages: 1 });
    const { status } = await server.call(minderlieferung, taken);
    expect(status).toBe(409);
  });

  test('a case is exchanged for another one, in one event', async () => {
    const { id, made, codes } = await shipped(1);
    const [other] = await goods.cases(made, 1);
    const [wrong] = await goods.cases(await goods.made(from), 1);
    const pairs = [{ old: codes[0] as string, new: wrong?.code as string }];
    const refused = await server.call(barter, { waybill_id: id, pairs, reason: 'wrong case' });
    expect(refused.status).toBe(409);
    expect(reasons((refused.envelope.data as unknown as { refusals: EventRefusal[] }).refusals)).toEqual([
      [wrong?.code, 'other_product'],
    ]);
    const right = [{ old: codes[0] as string, new: other?.code as string }];
    expect(await server.data(barter, { waybill_id: id, pairs: right, reason: 'wrong case' })).toEqual({
      units: 3,
      held: null,
    });
    expect(await whereIs(other?.code as string)).toMatchObject({ stock: 'in_transit' });
    expect(await whereIs(codes[0] as string)).toMatchObject({ stock: 'at_place' });
    expect(await lineOf(id)).toMatchObject({ loaded: 3, packages: 1 });
  });

  test('a repeated correction with its key repeats the answer', async () => {
    const { id, made, codes } = await shipped(3);
    const to = await goods.warehouse();
    const [other] = await goods.cases(made, 1);
    const [first, second] = codes as [string, string];
    const off = { waybill_id: id, codes: [first], reason: 'left behind', to_warehouse_id: to, batch_key: 'off' };
    const pairs = [{ old: second, new: other?.code as string }];
    const exchanged = { waybill_id: id, pairs, reason: 'damaged', batch_key: 'exchanged' };
    const freed = { waybill_id: id, reason: 'wrong dealer', batch_key: 'freed' };
    for (const again of [1, 2]) {
      expect([again, await server.data(minderlieferung, off)]).toEqual([again, { units: 3, held: null }]);
      expect([again, await server.data(barter, exchanged)]).toEqual([again, { units: 3, held: null }]);
    }
    expect(await lineOf(id)).toMatchObject({ loaded: 6, packages: 2 });
    for (const again of [1, 2]) {
      expect([again, await server.data(rdcDissociated, freed)]).toEqual([again, { units: 6, held: null }]);
    }
    expect(await unitsIn(to, made.productId)).toBe(3);
  });

  test('a package and its contents cannot both be named, as they would come off twice', async () => {
    const made = await goods.made(from);
    const { code, cases } = await goods.pallet(made);
    const inner = cases[0]?.code as string;
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 6 }]);
    await server.data(load, { id, codes: [code] });
    await server.data(ship, { id });
    const both = { waybill_id: id, codes: [code, inner], reason: 'left behind' };
    const { status, envelope } = await server.call(minderlieferung, { ...both, to_warehouse_id: from });
    const { refusals } = envelope.data as unknown as { refusals: EventRefusal[] };
    expect([status, refusals]).toEqual([
      409,
      [expect.objectContaining({ code: inner, reason: 'in_named_package', conflict: code })],
    ]);
    expect(await lineOf(id)).toMatchObject({ loaded: 6 });
    expect(await unitsIn(from, made.productId)).toBe(0);
  });

  test('all of it is released', async () => {
    const { id, made } = await shipped(2);
    await server.data(sign, { id, received: 'all' });
    expect(await server.data(rdcDissociated, { waybill_id: id, reason: 'wrong dealer' })).toEqual({
      units: 6,
      held: null,
    });
    expect(await unitsIn(from, made.productId)).toBe(6);
    expect(await lineOf(id)).toMatchObject({ loaded: 0, packages: 0, received: 0 });
    const again = await server.call(rdcDissociated, { waybill_id: id, reason: 'wrong dealer' }, { language: 'en' });
    expect([again.status, again.envelope.message]).toEqual([409, 'There is nothing on the waybill.']);
  });
});

describe('a consumer', () => {
  test('sees the month and province to which a bottle of a shipped pallet left', async () => {
    const made = await goods.made(from);
    const { code, cases } = await goods.pallet(made);
    const buyer = await goods.dealer('440100');
    const id = await goods.sale(from, buyer, [{ product_id: made.productId, quantity: 6 }]);
    const bottle = cases[0]?.bottles[0] as string;
    const steps = async () =>
      (await server.data(scan, { code: bottle })).trace.map(({ step, region }) => [step, region]);
    expect(await steps()).toEqual([
      ['production', null],
      ['packing', null],
    ]);
    await server.data(load, { id, codes: [code] });
    await server.data(ship, { id });
    expect((await steps()).at(-1)).toEqual(['shipping', '广东省']);
    await server.data(rdcDissociated, { waybill_id: id, reason: 'wrong dealer' });
    expect(await steps()).toHaveLength(2);
  });
});
