import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { boxCodes, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { arrival } from '@suyuan/contract/physical/waybill/arrival.ts';
import { arrivalDesk } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import {
  arrivalComplete,
  arrivalDiscard,
  arrivalFinish,
  arrivalMark,
  arrivalResume,
  arrivalScan,
  arrivalSeal,
  arrivalUndo,
} from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { load, ship, sign, unsign, waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { shipments } from '@suyuan/contract/report/logistics.ts';
import { describe, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, from, dealerId } = await goodsServer();
const blindAt = await goods.warehouse();
await server.data(warehouse.update, { id: blindAt, blind_count: true });
const rights = ['arrival', 'arrival:tally', 'arrival:sign'] as const;

/** A transfer that has left with loose cases and a pallet. */
async function underWay({ to, cases = 3, pallets = 0 }: { to?: number; cases?: number; pallets?: number } = {}) {
  const made = await goods.made(from);
  const loose = await goods.cases(made, cases);
  const pallet = pallets > 0 ? await goods.pallet(made) : undefined;
  const to_warehouse_id = to ?? (await goods.warehouse());
  const lines = [{ product_id: made.productId, quantity: cases * 3 + (pallet ? 6 : 0) }];
  const { id } = await server.data(waybill.add, {
    ...{ kind: 'transfer', from_warehouse_id: from, to_warehouse_id, lines },
    ...{ carrier: 'Swift', seal_no: 'S-77', planned_day: '2026-01-02' },
  });
  const codes = loose.map(({ code }) => code);
  await server.data(load, { id, codes: [...codes, ...(pallet ? [pallet.code] : [])] });
  await server.data(ship, { id });
  return { id, made, to: to_warehouse_id, codes, loose, pallet };
}

const scan = async (id: number, codes: string[], more: { singly?: boolean; batch_key?: string } = {}, token?: string) =>
  (await server.data(arrivalScan, { id, codes, ...more }, token ? { token } : {})).answers.map(
    ({ outcome }) => outcome,
  );
const desk = (id: number, token?: string) => server.data(arrivalDesk, { id }, token ? { token } : {});
const unitsIn = async (warehouse_id: number, product_id: number) =>
  (await server.data(stock, { warehouse_id, product_id })).reduce((sum, { units }) => sum + units, 0);
const finish = async (id: number) => {
  const { completed_at } = await server.data(arrivalComplete, { id });
  return server.data(arrivalFinish, { id, received: 'counted', completed_at });
};

describe('a count', () => {
  test('receives nothing until a person finishes, and then what was counted', async () => {
    const { id, to, made, codes } = await underWay();
    const [first, second, third] = codes as [string, string, string];
    expect(await scan(id, [first, second])).toEqual(['counted', 'counted']);
    const seen = await desk(id);
    expect(seen).toMatchObject({ state: 'counting', seal_no: 'S-77', scans_total: 2, expected_total: 1 });
    expect(seen.lines).toMatchObject([{ due: 9, due_packages: 3, counted: 6, counted_packages: 2, lot: made.lot }]);
    expect(seen.expected).toMatchObject([{ code: third, units: 3 }]);
    expect(await unitsIn(to, made.productId)).toBe(0);
    const { completed_at, differences } = await server.data(arrivalComplete, { id });
    expect(differences).toEqual({ counted: 6, missing: 3, unexpected: 0, damaged: 0, broken_seal: 0 });
    const signed = await server.data(arrivalFinish, { id, received: 'counted', completed_at });
    expect(signed).toMatchObject({ status: 'signed', units: 6, refusals: [], held: null });
    expect(await unitsIn(to, made.productId)).toBe(6);
    // What is missing may still come: the same desk is opened again.
    expect(await desk(id)).toMatchObject({ state: 'none', expected_total: 1 });
    expect(await scan(id, [first, third])).toEqual(['arrived', 'counted']);
    expect(await finish(id)).toMatchObject({ units: 3 });
    expect(await unitsIn(to, made.productId)).toBe(9);
    expect((await server.call(arrivalScan, { id, codes: [third] })).status).toBe(409);
  });

  test('says what each scan is, and keeps what does not belong to the waybill as unexpected', async () => {
    const { id, codes, pallet } = await underWay({ pallets: 1 });
    const other = await underWay({ cases: 1 });
    const [stray] = await goods.cases(await goods.made(from), 1);
    const inPallet = pallet?.cases[0]?.code as string;
    const { answers } = await server.data(
      arrivalScan,
      {
        id,
        codes: [
          codes[0] as string,
          codes[0] as string,
          inPallet,
          other.codes[0] as string,
          stray?.code as string,
          'nobodys',
        ],
      },
      { language: 'en' },
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      ...['counted', 'repeated', 'part', 'other_waybill', 'not_shipped', 'unknown'],
    ]);
    const { waybill_no } = await server.data(waybillDetail, { id: other.id });
    expect(answers[2]?.message).toContain(pallet?.code);
    expect(answers[3]?.message).toContain(waybill_no);
    const signed = await finish(id);
    expect(signed.refusals).toHaveLength(3);
    // Goods of another waybill are told, and not received.
    expect((await server.data(boxCodes, { codes: other.codes }))[0]?.where).toMatchObject({ stock: 'in_transit' });
    const own = (await server.data(waybillDetail, { id })).waybill_no;
    const { rows } = await server.data(productionData.page, { keyword: own, size: 100 });
    expect(rows.filter(({ code }) => [stray?.code, 'nobodys', other.codes[0]].includes(code ?? ''))).toHaveLength(3);
  });

  test('counts a pallet once, whether its cases were scanned before or after it', async () => {
    const { id, pallet } = await underWay({ cases: 1, pallets: 1 });
    const [one, two] = (pallet?.cases ?? []).map(({ code }) => code) as [string, string];
    expect(await scan(id, [one], { singly: true })).toEqual(['counted']);
    expect(await scan(id, [pallet?.code as string])).toEqual(['counted']);
    expect(await scan(id, [two], { singly: true })).toEqual(['repeated']);
    expect((await desk(id)).differences).toMatchObject({ counted: 6, missing: 3 });
    // Without the pallet, the case counts by itself again.
    await server.data(arrivalUndo, { id, counted: pallet?.code as string });
    expect((await desk(id)).differences).toMatchObject({ counted: 3, missing: 6 });
    expect(await finish(id)).toMatchObject({ units: 3 });
    expect((await server.data(boxCodes, { codes: [one] }))[0]).toMatchObject({ lies_in: null });
  });

  test('of two people is one, survives whoever leaves, and answers a repeated call as before', async () => {
    const { id, codes } = await underWay();
    const [first, second] = codes as [string, string];
    const token = await server.as(rights, { name: 'second receiver' });
    const [mine, theirs] = await Promise.all([
      scan(id, [first, second], { batch_key: 'k1' }),
      scan(id, [first], { batch_key: 'k2' }, token),
    ]);
    expect([...mine, ...theirs].filter((one) => one === 'counted')).toHaveLength(2);
    expect(await scan(id, [second], { batch_key: 'k1' })).toEqual(['counted']);
    expect(await desk(id, token)).toMatchObject({ scans_total: 2, differences: { counted: 6 } });
    const { rows } = await server.data(arrival.page, { id });
    expect(rows).toMatchObject([{ count_state: 'counting', counted: 6, due_units: 9, late: true, carrier: 'Swift' }]);
    await server.data(arrivalUndo, { id, counted: first }, { token });
    expect((await desk(id)).differences).toMatchObject({ counted: 3 });
    await server.data(arrivalDiscard, { id });
    expect(await desk(id)).toMatchObject({ state: 'none', scans: [] });
  });

  test('that was gone on with is not signed for as it was', async () => {
    const { id, codes } = await underWay({ cases: 2 });
    await scan(id, codes.slice(0, 1));
    expect((await server.call(arrivalFinish, { id, received: 'counted' })).status).toBe(409);
    const { completed_at } = await server.data(arrivalComplete, { id });
    const while_completed = await server.call(arrivalScan, { id, codes: codes.slice(1) });
    expect([while_completed.status, while_completed.envelope.message]).toMatchObject([409, expect.stringMatching(/./)]);
    await server.data(arrivalResume, { id });
    await scan(id, codes.slice(1));
    await server.data(arrivalComplete, { id });
    expect((await server.call(arrivalFinish, { id, received: 'counted', completed_at })).status).toBe(409);
    expect((await server.call(sign, { id, received: 'all' })).status).toBe(409);
  });

  test('waits to be signed for again once its signature is taken back', async () => {
    const { id, codes } = await underWay({ cases: 2 });
    await scan(id, codes.slice(0, 1));
    await finish(id);
    await scan(id, codes.slice(1));
    await server.data(unsign, { id, reason: 'of another truck' });
    const seen = await desk(id);
    expect(seen).toMatchObject({ state: 'completed', scans_total: 2, differences: { counted: 6, missing: 0 } });
    const { completed_at } = seen;
    expect(
      await server.data(arrivalFinish, { id, received: 'counted', completed_at: completed_at ?? '' }),
    ).toMatchObject({
      units: 6,
    });
  });
});

test('a blind count tells no amount and no code of the waybill until it is complete', async () => {
  const { id, codes, made } = await underWay({ to: blindAt });
  const token = await server.as(rights, { name: 'blind receiver' });
  const hidden = async () =>
    JSON.stringify([await desk(id, token), await server.data(arrival.page, { id }, { token })]);
  const before = await hidden();
  for (const secret of [...codes, made.lot, '"due":9', '"due_units":9']) expect(before).not.toContain(secret);
  expect((await server.call(arrivalFinish, { id, received: 'all' }, { token })).status).toBe(409);
  expect((await server.call(sign, { id, received: 'all' })).status).toBe(409);
  expect(await scan(id, codes.slice(0, 1), {}, token)).toEqual(['counted']);
  const counting = await hidden();
  for (const secret of [...codes.slice(1), '"due":9', '"missing":6']) expect(counting).not.toContain(secret);
  expect(await desk(id, token)).toMatchObject({ differences: null, lines: [{ counted: 3, due: null }] });
  await server.data(arrivalComplete, { id }, { token });
  expect(await desk(id, token)).toMatchObject({ differences: { missing: 6 }, expected_total: 2, recounts: 0 });
  await server.data(arrivalResume, { id }, { token });
  expect(await desk(id, token)).toMatchObject({ differences: null, expected: [], recounts: 1 });
});

test('what is damaged goes to the zone of the warehouse, and a broken seal is an exception; both are in the report', async () => {
  const to = await goods.warehouse();
  const zone = {
    warehouse_code: 'Q1',
    warehouse_name: 'Quarantine',
    warehouse_type: 'quarantine',
    parent_id: to,
  } as const;
  const { id: zoneId } = await server.data(warehouse.add, zone);
  expect((await server.call(warehouse.update, { id: to, damaged_zone_id: from })).status).toBe(400);
  await server.data(warehouse.update, { id: to, damaged_zone_id: zoneId });
  const { id, made, codes, pallet } = await underWay({ to, cases: 2, pallets: 1 });
  const [good] = codes as [string];
  const inside = pallet?.cases[0]?.code as string;
  expect(await scan(id, [good, inside], { singly: true })).toEqual(['counted', 'counted']);
  await server.data(arrivalMark, { id, counted: inside, condition: 'damaged', note: 'wet' });
  await scan(id, [pallet?.code as string]);
  await server.data(arrivalSeal, { id, seal: { state: 'broken' } });
  expect((await desk(id)).differences).toEqual({ counted: 9, missing: 3, unexpected: 0, damaged: 1, broken_seal: 1 });
  const { held, units } = await finish(id);
  expect([units, held]).toEqual([9, expect.stringMatching(/^DJ/)]);
  const there = await server.data(stock, { product_id: made.productId });
  expect(there.map(({ warehouse_id, units: own }) => [warehouse_id, own])).toEqual(
    expect.arrayContaining([
      [to, 6],
      [zoneId, 3],
    ]),
  );
  const { waybill_no } = await server.data(waybillDetail, { id });
  const { rows } = await server.data(productionData.page, { keyword: waybill_no }, { language: 'en' });
  expect(rows.map(({ code }) => code)).toContain('S-77');
  const figures = async () =>
    (await server.data(shipments.figures, { period: 'today', group: 'carrier', product_id: made.productId })).rows;
  const told = { received: 9, received_late: 9, missing: 3, damaged: 3, unexpected: 0 };
  expect(await figures()).toMatchObject([{ name: 'Swift', figures: told }]);
  // What arrives later is missing no more.
  await scan(id, codes.slice(1));
  await finish(id);
  expect(await figures()).toMatchObject([{ figures: { ...told, received: 12, received_late: 12, missing: 0 } }]);
});

test('a dealer counts what was sent to it, and nobody else does', async () => {
  const made = await goods.made(from);
  const [box] = await goods.cases(made, 1);
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
  await server.data(load, { id, codes: [box?.code as string] });
  await server.data(ship, { id });
  const own = await server.as(rights, { dealer: dealerId });
  const other = await server.as(rights, { dealer: await goods.dealer() });
  expect((await server.data(arrival.page, {}, { token: own })).rows.map((row) => row.id)).toEqual([id]);
  expect((await server.data(arrival.page, {}, { token: other })).rows).toEqual([]);
  expect((await server.call(arrivalDesk, { id }, { token: other })).status).toBe(404);
  expect((await server.call(arrivalScan, { id, codes: [box?.code as string] }, { token: other })).status).toBe(404);
  const elsewhere = await underWay({ cases: 1 });
  // Of goods that it has nothing to do with, a dealer does not learn whose they are.
  expect(await scan(id, [box?.code as string, elsewhere.codes[0] as string], {}, own)).toEqual(['counted', 'unknown']);
  const { completed_at } = await server.data(arrivalComplete, { id }, { token: own });
  const signed = await server.data(arrivalFinish, { id, received: 'counted', completed_at }, { token: own });
  expect(signed).toMatchObject({ units: 3, status: 'signed' });
  const without = await server.as(['arrival', 'arrival:tally'], { dealer: dealerId });
  expect((await server.call(arrivalFinish, { id, received: 'all' }, { token: without })).status).toBe(401);
});

test('what goes to a named receiver is signed for at the same desk, by the enterprise alone', async () => {
  const made = await goods.made(from);
  const [box] = await goods.cases(made, 1);
  const lines = [{ product_id: made.productId, quantity: 3 }];
  const facts = { kind: 'sample', from_warehouse_id: from, receiver: 'Laboratory', lines } as const;
  const { id } = await server.data(waybill.add, facts);
  await server.data(load, { id, codes: [box?.code as string] });
  await server.data(ship, { id });
  const { rows } = await server.data(arrival.page, { destination: 'outside' });
  expect(rows).toMatchObject([{ id, to_name: 'Laboratory', due_units: 3 }]);
  expect((await server.data(arrival.page, { destination: 'ours', id })).rows).toEqual([]);
  expect((await server.data(arrival.page, { destination: 'mine', id })).rows).toMatchObject([{ id }]);
  const dealers = await server.as(rights, { dealer: dealerId });
  expect((await server.data(arrival.page, { id }, { token: dealers })).rows).toEqual([]);
  const proof = { receiver: 'A. Smith' };
  expect(await server.data(arrivalFinish, { id, received: 'all', proof })).toMatchObject({
    status: 'signed',
    units: 3,
  });
});
