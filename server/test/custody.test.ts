import { rdcDissociated } from '@suyuan/contract/physical/amendment.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { inspectReturn, receiveReturn } from '@suyuan/contract/physical/refund.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { sign, unload } from '@suyuan/contract/physical/waybill/waybill.ts';
import { wmsShipments } from '@suyuan/contract/physical/wms.ts';
import { deviceBatch, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { workOrderFinish } from '@suyuan/contract/plant/order/work-order.ts';
import { packable, replace, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from '#trace/figures/verify.ts';
import { batchOf } from './attacks/custody-attempts.ts';
import { type Placed, type Somebody, Stage } from './attacks/custody-stage.ts';
import { type TestServer, testServer } from './harness/server.ts';

// Whoever has goods acts on them, and from when on that is somebody else. That others do nothing is tried in attacks/custody.test.ts.

let server: TestServer;
let stage: Stage;
let factory: Somebody;
let other: Somebody;
let dealer: Somebody;
beforeAll(async () => {
  server = await testServer();
  stage = await Stage.on(server);
  [factory, other] = [await stage.somebody('factory', 'F'), await stage.somebody('factory', 'G')];
  dealer = await stage.somebody('dealer', 'D');
}, 120_000);
afterAll(async () => {
  expect(await differences(server.sql)).toEqual([]);
  await server.stop();
});

const lineOf = ({ line }: Somebody) => line as NonNullable<Somebody['line']>;
const from = () => stage.stores[0];
const made = () => stage.packed(lineOf(factory).id, 'made');

/** The answer to somebody who takes a bottle out of its case. */
async function opening(by: Somebody, { bottles }: Placed): Promise<string> {
  const input = { children: [bottles[0] as string], reason: 'torn' };
  const { status, envelope } = await server.call(unpack, input, { token: by.token });
  return status === 200 ? 'taken' : reasonsIn(envelope);
}

/** The same, reported by the line that made it. */
async function reportedByLine({ order, bottles }: Placed, more: object = {}): Promise<string> {
  const event = { id: '1', act: 'unpacked', codes: [bottles[0]], order_no: order.orderNo, ...more };
  const batch = batchOf({ event_time: new Date().toISOString(), ...event });
  const { results } = await lineOf(factory).device.data(deviceBatch, batch as never);
  const [one] = results;
  return one?.result === 'refused' ? reasonsIn(one) : String(one?.result);
}

const reasonsIn = (answer: unknown): string =>
  [...JSON.stringify(answer).matchAll(/"reason":"(\w+)"/g)].map(([, reason]) => reason).join();

describe('what a line makes', () => {
  test('belongs to it until the warehouse signs, if that puts goods in stock', async () => {
    await stage.stockByHandover(true);
    const [ours, theirs] = [await made(), await stage.handedOver(lineOf(factory).id, 'handed over')];
    expect([await reportedByLine(ours), await reportedByLine(theirs)]).toEqual(['taken', 'not_here']);
    const more = await made();
    expect([await opening(factory, more), await opening(factory, theirs)]).toEqual(['taken', 'not_here']);
    expect(await opening(other, more)).toBe('unknown_code');
    // Something was found on the line that is in the warehouse by all that is known.
    const { rows } = await server.data(productionData.page, { keyword: theirs.bottles[0] as string });
    expect(rows).toMatchObject([{ kind: 'late_act' }]);
  });

  test('belongs to it until the warehouse signs, even if packed goods are in stock at once', async () => {
    await stage.stockByHandover(false);
    const [ours, theirs] = [await made(), await stage.handedOver(lineOf(factory).id, 'handed over')];
    expect([await reportedByLine(ours), await opening(factory, await made())]).toEqual(['taken', 'taken']);
    expect([await reportedByLine(theirs), await opening(factory, theirs)]).toEqual(['not_here', 'not_here']);
  });

  test('no longer belongs to it after a move, including what was taken out since', async () => {
    await stage.stockByHandover(false);
    const moved = await stage.sent(await made(), { from: from(), dealer: dealer.id }, 'loaded');
    const [bottle = '', another = ''] = moved.bottles;
    // The warehouse takes one out; that it is in stock where the line's goods are does not make it the line's again.
    await server.data(unload, { id: moved.waybill, codes: [moved.box] });
    await server.data(unpack, { children: [bottle], reason: 'torn' });
    expect(await reportedByLine(moved, { act: 'scrapped', codes: [bottle] })).toBe('not_here');
    expect(await reportedByLine({ ...moved, bottles: [another] })).toBe('not_here');
    const input = { old: bottle, new: (await stage.goods.codes(1, 1))[0] as string, reason: 'torn' };
    expect(reasonsIn((await server.call(replace, input, { token: factory.token })).envelope)).toBe('not_here');
  });

  test('no longer belongs to it after the work order is finished, except for earlier events', async () => {
    await stage.stockByHandover(false);
    const goods = await made();
    const before = new Date().toISOString();
    await server.data(workOrderFinish, { id: goods.order.id });
    expect([await reportedByLine(goods), await opening(factory, goods)]).toEqual(['not_here', 'not_here']);
    expect(await reportedByLine(goods, { event_time: before })).toBe('taken');
  });

  test("then belongs to its own factory's warehouse, and not to the line", async () => {
    const handed = await stage.handedOver(lineOf(factory).id, 'handed over');
    const goods = await stage.sent(handed, { from: from(), warehouse: factory.warehouses[0] });
    expect(await reportedByLine(goods)).toBe('not_here');
    expect(await opening(factory, goods)).toBe('taken');
  });
});

describe('goods that were sent', () => {
  const sold = async (to: Somebody, until?: 'shipped') =>
    stage.sent(await stage.handedOver(lineOf(factory).id, 'sold'), { from: from(), dealer: to.id }, until);

  test('belong to the receiver on arrival; before, it can only receive them', async () => {
    const goods = await sold(dealer, 'shipped');
    expect(await opening(dealer, goods)).toBe('not_here');
    const received = await server.data(sign, { id: goods.waybill, received: 'all' }, { token: dealer.token });
    expect(received).toMatchObject({ units: 3, refusals: [] });
    expect(await opening(dealer, goods)).toBe('taken');
  });

  test('exclude what did not arrive with its package', async () => {
    const goods = await sold(dealer, 'shipped');
    const [bottle = ''] = goods.bottles;
    const input = { id: goods.waybill, received: [goods.box], differences: [{ code: bottle, kind: 'short' as const }] };
    expect(await server.data(sign, input, { token: dealer.token })).toMatchObject({ units: 2, refusals: [] });
  });

  test('can be taken off the waybill by the sender until they arrive', async () => {
    const handed = await stage.handedOver(lineOf(factory).id, 'own');
    const own = await stage.sent(handed, { from: from(), warehouse: factory.warehouses[0] });
    const leaving = await stage.sent(own, { from: factory.warehouses[0], dealer: dealer.id }, 'shipped');
    const arrived = await sold(dealer);
    const taken = { waybill_id: leaving.waybill, codes: [leaving.box], reason: 'left behind' };
    expect(await server.data(rdcDissociated, taken, { token: factory.token })).toEqual({ units: 3, held: null });
    const again = await stage.sent(leaving, { from: factory.warehouses[0], dealer: dealer.id });
    const late = { waybill_id: again.waybill, codes: [again.box], reason: 'left behind' };
    const { status, envelope } = await server.call(rdcDissociated, late, { token: factory.token });
    expect([status, reasonsIn(envelope)]).toEqual([409, 'not_here']);
    // The enterprise is not narrowed.
    const input = { waybill_id: arrived.waybill, codes: [arrived.box], reason: 'left behind' };
    expect(await server.data(rdcDissociated, input)).toEqual({ units: 3, held: null });
  });

  test('return to a factory only from the dealer that has them', async () => {
    const buyer = await stage.somebody('dealer', 'E');
    const [theirs, others] = [await sold(dealer), await sold(buyer)];
    const id = await stage.refund(dealer.id, factory.warehouses[0]);
    const back = await server.data(receiveReturn, { id, codes: [theirs.box, others.box] }, { token: factory.token });
    expect(back.received).toMatchObject([{ code: theirs.box, cause: null }]);
    expect(back.refusals).toMatchObject([{ code: others.box, reason: 'not_here', conflict: null }]);
    expect((await server.data(boxCodes, { codes: [others.box] }))[0]?.where).toMatchObject({ stock: 'with_dealer' });
    const kept = { id, codes: [theirs.box], result: 'restock' as const, reason: 'as new' };
    expect(await server.data(inspectReturn, kept, { token: factory.token })).toEqual({ units: 3 });
    expect(await opening(factory, theirs)).toBe('taken');
    // The enterprise has it in its hands, and keeps it apart with the cause.
    const apart = await stage.refund(dealer.id, from());
    const { received } = await server.data(receiveReturn, { id: apart, codes: [others.box] });
    expect(received).toMatchObject([{ code: others.box, cause: 'sold_to_another' }]);
  });

  test('are loaded by the system of the warehouse that has them', async () => {
    const goods = await sold(dealer);
    const { draft } = await stage.papersOf(dealer, lineOf(factory).id, dealer.id);
    const message = {
      batch_key: 'own',
      act: 'load' as const,
      waybill_no: await stage.waybillNo(draft),
      codes: [goods.box],
    };
    expect(await dealer.wms.data(wmsShipments, message)).toMatchObject({ loaded: 1, refusals: [] });
  });
});

test('a desk shows goods that are elsewhere as elsewhere', async () => {
  const goods = await stage.sent(await stage.handedOver(lineOf(factory).id, 'sold'), {
    from: from(),
    dealer: dealer.id,
  });
  const input = { codes: [goods.bottles[0] as string], work_order_id: goods.order.id };
  const [shown] = await server.data(packable, input, { token: factory.token });
  expect(shown).toMatchObject({ lies_in: null, refusals: [{ reason: 'not_here', conflict: null }] });
});

test('codes leased to a line cannot be used by others, nor by a dealer as replacements', async () => {
  await stage.stockByHandover(true);
  const { device, order } = lineOf(other);
  // Codes that nobody has downloaded.
  const [rule] = await server.sql<{ id: number }[]>`select id from code_rule where level = 1`;
  await server.data(orderAdd, { rule_id: rule?.id as number, quantity: 10 });
  const { lease } = await device.data(deviceLease, { order_no: order.orderNo, level: 1, quantity: 1 });
  const path = `${deviceLeaseCodes.path}?lease=${lease}`;
  const file = await server.fetch(path, { headers: { 'device-key': device.key } });
  const leased = (await file.text()).trimEnd();
  const goods = await made();
  const input = { old: goods.bottles[0] as string, new: leased, reason: 'torn' };
  expect(reasonsIn((await server.call(replace, input, { token: factory.token })).envelope)).toBe('unknown_code');
  expect(await reportedByLine(goods, { act: 'bound', codes: [leased] })).toBe('foreign_code');
  const own = batchOf({
    ...{ id: '1', act: 'bound', codes: [leased], order_no: order.orderNo, event_time: new Date().toISOString() },
  });
  expect(await device.data(deviceBatch, own as never)).toMatchObject({ results: [{ result: 'taken' }] });
});
