import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { productionData, wmsLog } from '@suyuan/contract/physical/exceptions.ts';
import { stock } from '@suyuan/contract/physical/stock/stock.ts';
import { waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { wmsShipments } from '@suyuan/contract/physical/wms.ts';
import { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd, deviceKeyList, deviceKeyRevoke } from '@suyuan/contract/plant/device/device-key.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { ownExceptions } from '@suyuan/contract/trace/exception.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { deviceAt } from '#test/goods/line.ts';
import { testServer } from '#test/harness/server.ts';

const { server, goods, from, dealerId } = await goodsServer();
const dealer_code = (await server.data(dealer.page, {})).rows.find(({ id }) => id === dealerId)?.dealer_code as string;
const wms = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id: from, name: 'WMS 1' }));
let messages = 0;

const batch_key = () => `message ${++messages}`;
const codeOf = async (id: number) =>
  (await server.data(product.page, {})).rows.find((row) => row.id === id)?.product_code as string;
const warehouseCode = async (id: number) =>
  (await server.data(warehouse.page, { size: 500 })).rows.find((row) => row.id === id)?.warehouse_code as string;
const openOn = async (screen: typeof wmsLog | typeof productionData, keyword: string) =>
  (await server.data(screen.page, { keyword, status: 'open' }, { language: 'en' })).rows;

/** Cases in a warehouse, and a message that orders so many units of them. */
async function ordered(cases: number, quantity = cases * 3, at = from) {
  const made = await goods.made(at);
  const codes = (await goods.cases(made, cases)).map(({ code }) => code);
  const waybill_no = `SO-${++messages}`;
  const lines = [{ product_code: await codeOf(made.productId), quantity }];
  return { made, codes, waybill_no, order: { waybill_no, dealer_code, lines } };
}

describe('a WMS', () => {
  test('creates a waybill from its lines, loads and ships it', async () => {
    const { made, codes, waybill_no, order } = await ordered(2);
    const [first, second] = codes as [string, string];
    const loaded = await wms.data(wmsShipments, { ...order, batch_key: batch_key(), act: 'load', codes: [first] });
    expect(loaded).toMatchObject({ status: 'loading', loaded: 1, refusals: [] });
    const shipped = await wms.data(wmsShipments, { waybill_no, batch_key: batch_key(), act: 'ship', codes: [second] });
    expect(shipped).toMatchObject({ waybill_id: loaded.waybill_id, status: 'shipped', loaded: 1, units: 6 });
    const found = await server.data(waybillDetail, { id: loaded.waybill_id as number });
    expect(found).toMatchObject({ waybill_no, kind: 'sale', to_dealer_id: dealerId, status: 'shipped', loaded: 6 });
    expect(await server.data(stock, { warehouse_id: from, product_id: made.productId })).toMatchObject([]);
    expect((await server.data(waybill.page, { keyword: waybill_no })).rows).toHaveLength(1);
  });

  test('that lost an answer repeats the message, and gets the first answer', async () => {
    const { codes, order } = await ordered(1);
    const message = { ...order, batch_key: batch_key(), act: 'ship' as const, codes };
    const answers = await Promise.all([1, 2, 3].map(() => wms.data(wmsShipments, message)));
    expect(answers[0]).toMatchObject({ status: 'shipped', units: 3 });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  });

  test('that repeats a message under another key is told what is so already', async () => {
    const { made, codes, order } = await ordered(2);
    const load = { ...order, act: 'load' as const, codes };
    expect(await wms.data(wmsShipments, { ...load, batch_key: batch_key() })).toMatchObject({ loaded: 2 });
    const known = { loaded: 0, units: 0, refusals: [] };
    expect(await wms.data(wmsShipments, { ...load, batch_key: batch_key() })).toMatchObject(known);
    const shipping = { ...order, act: 'ship' as const, codes };
    expect(await wms.data(wmsShipments, { ...shipping, batch_key: batch_key() })).toMatchObject({ units: 6 });
    for (const message of [shipping, load])
      expect(await wms.data(wmsShipments, { ...message, batch_key: batch_key() })).toMatchObject(known);
    expect(await openOn(wmsLog, codes[0] as string)).toEqual([]);
    expect(await server.data(stock, { warehouse_id: from, product_id: made.productId })).toMatchObject([]);
  });

  test('gets refusals, which a person finds, corrects and retries', async () => {
    const { codes, waybill_no, order } = await ordered(1);
    const sent = [codes[0] as string, 'misread'];
    const response = await wms.data(wmsShipments, { ...order, batch_key: batch_key(), act: 'ship', codes: sent });
    expect(response).toMatchObject({ status: 'loading', loaded: 1, units: 0, refusals: [{ reason: 'unknown_code' }] });
    const [row] = await openOn(wmsLog, 'misread');
    expect(row).toMatchObject({ kind: 'wms_message', source: 'wms', source_name: 'WMS 1', retriable: true, codes: 1 });
    const id = row?.id as number;
    const { results } = await server.data(wmsLog.retry, { ids: [id] });
    expect(results).toMatchObject([{ taken: false, refusals: [{ reason: 'unknown_code' }] }]);
    const { raw } = await server.data(wmsLog.detail, { id });
    const mended = JSON.stringify({ ...JSON.parse(raw as string), codes: [] });
    expect((await server.data(wmsLog.retry, { ids: [id], content: mended })).results).toMatchObject([{ taken: true }]);
    expect(await openOn(wmsLog, 'misread')).toEqual([]);
    const { rows } = await server.data(waybill.page, { keyword: waybill_no });
    expect(rows).toMatchObject([{ status: 'shipped', loaded: 3 }]);
  });

  test('shipping unpacked goods is refused, and the packers are notified', async () => {
    const { codes, order } = await ordered(1);
    const [empty] = await goods.codes(3, 1);
    const sent = [...codes, empty as string];
    const { status } = await wms.data(wmsShipments, { ...order, batch_key: batch_key(), act: 'ship', codes: sent });
    expect(status).toBe('loading');
    expect(await openOn(productionData, empty as string)).toMatchObject([{ kind: 'never_packed', source: 'wms' }]);
  });

  test('cannot ship less than ordered without a reason, nor what it has not loaded', async () => {
    const { codes, order } = await ordered(1, 6);
    const short = { ...order, act: 'ship' as const, codes };
    const empty = { ...order, waybill_no: 'SO-empty', act: 'ship' as const };
    const refused = async (message: object) =>
      ((await wms.data(wmsShipments, { ...short, ...message, batch_key: batch_key() })).refusals ?? []).map(
        ({ reason, conflict }) => `${reason} ${conflict}`,
      );
    expect(await refused(short)).toEqual(['under_quantity 3']);
    expect(await refused({ ...empty, codes: [] })).toEqual(['nothing_loaded SO-empty']);
    expect(await refused({ ...short, reason: 'one is broken' })).toEqual([]);
  });

  test('hears what it loaded, even if the waybill does not leave', async () => {
    const { codes, order } = await ordered(1, 6);
    const answer = await wms.data(wmsShipments, { ...order, batch_key: batch_key(), act: 'ship', codes });
    expect(answer).toMatchObject({ status: 'loading', loaded: 1, units: 0, refusals: [{ reason: 'under_quantity' }] });
    expect((await server.data(waybill.page, { keyword: order.waybill_no })).rows).toMatchObject([{ loaded: 3 }]);
  });

  test('message is stored whole; a retry sends what remains of it', async () => {
    const { codes, order } = await ordered(2, 6);
    const sent = {
      ...order,
      batch_key: batch_key(),
      act: 'load' as const,
      codes: [codes[0] as string, 'whole-message'],
    };
    await wms.data(wmsShipments, sent);
    const [row] = await openOn(wmsLog, 'whole-message');
    const { raw, content } = await server.data(wmsLog.detail, { id: row?.id as number });
    expect(JSON.parse(raw as string)).toEqual(sent);
    expect(JSON.parse(content as string)).toEqual({ ...sent, codes: ['whole-message'] });
  });

  test('message the interface rejects is a 400, and one exception for each kind of error', async () => {
    const { order } = await ordered(1);
    const refused = async (message: object) => (await wms.call(wmsShipments, message)).status;
    const wrong = { ...order, act: 'load', lines: [{ product_code: 'P', quantity: 'six' }] };
    for (const key of ['a', 'b', 'c']) expect(await refused({ ...wrong, batch_key: key })).toBe(400);
    const malformed = async () =>
      (await openOn(wmsLog, 'WMS 1')).filter(({ cause }) => cause.includes('not as the interface takes it'));
    const [row, ...others] = await malformed();
    expect([row?.times, others]).toEqual([3, []]);
    const { raw, refusals } = await server.data(wmsLog.detail, { id: row?.id as number });
    expect(JSON.parse(raw as string)).toEqual({ ...wrong, batch_key: 'a' });
    expect(refusals).toMatchObject([{ reason: 'malformed_message', conflict: 'lines.0.quantity type_integer' }]);
    for (let n = 0; n < 40; n++) expect(await refused({ ...wrong, [`field_${'x'.repeat(n + 1)}`]: 1 })).toBe(400);
    expect((await malformed()).length).toBeLessThan(25);
    // As it is, it cannot be retried; made right by who has the rights, it can.
    expect((await server.call(wmsLog.retry, { ids: [row?.id as number] })).status).toBe(400);
    const content = JSON.stringify({ ...order, batch_key: 'right', act: 'load', codes: [] });
    const { results } = await server.data(wmsLog.retry, { ids: [row?.id as number], content });
    expect(results).toMatchObject([{ taken: true }]);
  });

  test('names receiver and products by existing codes', async () => {
    const { order } = await ordered(1);
    const refused = async (message: object) =>
      (await wms.data(wmsShipments, { ...order, ...message, batch_key: batch_key(), act: 'load' })).refusals.map(
        ({ reason, conflict }) => `${reason} ${conflict}`,
      );
    expect(await refused({ waybill_no: 'SO-none', lines: [] })).toEqual(['unknown_waybill SO-none']);
    expect(await refused({ dealer_code: 'nobody' })).toEqual(['unknown_receiver nobody']);
    expect(await refused({ lines: [{ product_code: 'nothing', quantity: 1 }] })).toEqual(['unknown_product nothing']);
  });

  test('message that contradicts its waybill is refused with the difference, becomes an exception, and is overridden by a reason', async () => {
    const { codes, waybill_no, order, made } = await ordered(2);
    const product_code = await codeOf(made.productId);
    const other = await ordered(1);
    await wms.data(wmsShipments, { ...order, batch_key: batch_key(), act: 'load' });
    const third = await goods.dealer();
    const thirdCode = (await server.data(dealer.page, { size: 500 })).rows.find(({ id }) => id === third)?.dealer_code;
    const sent = async (message: object) =>
      wms.data(wmsShipments, { waybill_no, codes, ...message, batch_key: batch_key(), act: 'ship' });
    const refused = async (message: object) =>
      (await sent(message)).refusals.map(({ reason, conflict }) => `${reason} ${conflict}`);
    expect(await refused({ dealer_code: thirdCode })).toEqual([`other_receiver ${thirdCode}`]);
    const [response = ''] = await refused({ to_warehouse_code: await warehouseCode(from) });
    expect(response).toMatch(/^other_receiver /);
    for (const lines of [
      [{ product_code, quantity: 600 }],
      [...order.lines, ...order.lines],
      [...order.lines, { product_code: 'nothing', quantity: 1 }],
      other.order.lines,
    ])
      expect((await refused({ lines })).every((text) => text.startsWith('other_lines '))).toBe(true);
    const row = (await openOn(wmsLog, 'WMS 1')).find(({ cause }) => cause.includes(`does not go to “${thirdCode}”`));
    expect(row).toMatchObject({ kind: 'wms_message', retriable: true });
    // Nothing of it was loaded.
    expect((await server.data(waybill.page, { keyword: waybill_no })).rows).toMatchObject([{ loaded: 0 }]);
    const overruled = { dealer_code: thirdCode, lines: [{ product_code, quantity: 600 }], reason: 'as agreed' };
    expect(await sent(overruled)).toMatchObject({ status: 'shipped', units: 6, refusals: [] });
    const { rows } = await server.data(waybill.page, { keyword: waybill_no });
    expect(rows).toMatchObject([{ to_dealer_id: dealerId, planned: 6 }]);
  });

  test('can give lots that a waybill leaves open, and its lines in parts', async () => {
    const { waybill_no, order, made } = await ordered(2);
    await wms.data(wmsShipments, { ...order, batch_key: batch_key(), act: 'load' });
    const product_code = await codeOf(made.productId);
    const lines = [4, 2].map((quantity) => ({ product_code: product_code.toUpperCase(), lot: made.lot, quantity }));
    const response = await wms.data(wmsShipments, { waybill_no, lines, batch_key: batch_key(), act: 'load' });
    expect(response.refusals).toEqual([]);
  });

  test('can only use waybills of its own warehouse', async () => {
    const { order, waybill_no } = await ordered(1);
    await wms.data(wmsShipments, { ...order, batch_key: batch_key(), act: 'load' });
    const other = await server.data(deviceKeyAdd, { warehouse_id: await goods.warehouse(), name: 'WMS 1' });
    const message = { ...order, batch_key: batch_key(), act: 'load' as const };
    const { refusals } = await deviceAt(server, other).data(wmsShipments, message);
    expect(refusals).toMatchObject([{ reason: 'unknown_waybill', conflict: waybill_no }]);
  });

  test('of a dealer or factory is handled by its people alone', async () => {
    for (const kind of ['dealer', 'factory'] as const) {
      const party = await server.party(kind);
      const warehouse_id = await goods.warehouse({ [`${kind}_id`]: party });
      const theirs = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id, name: `WMS of a ${kind}` }));
      const waybill_no = `SO-none-${kind}`;
      await theirs.data(wmsShipments, { waybill_no, act: 'ship', codes: [], batch_key: batch_key() });
      const rights = ['loglist', 'loglist:assign', 'loglist:note', 'loglist:settle'] as const;
      const token = await server.as([...rights], { [kind]: party, name: `keeper of a ${kind}` });
      const { rows } = await server.data(wmsLog.page, {}, { token });
      expect(rows).toMatchObject([{ source_name: `WMS of a ${kind}`, status: 'open' }]);
      const ids = rows.map(({ id }) => id);
      const [keeper] = await server.data(wmsLog.owners, { keyword: 'keeper' }, { token });
      await server.data(wmsLog.assign, { ids, owner_id: keeper?.id as number }, { token });
      expect((await server.data(ownExceptions, {}, { token })).total).toBe(1);
      const others = await server.as([...rights], { [kind]: await server.party(kind) });
      expect((await server.data(wmsLog.page, {}, { token: others })).rows).toEqual([]);
      expect((await server.call(wmsLog.settle, { ids, reason: 'x' }, { token: others })).status).toBe(404);
      await server.data(wmsLog.settle, { ids, reason: 'sent by mistake' }, { token });
    }
  });

  test('of the enterprise is not visible to the factory that made the goods', async () => {
    const factory_id = await server.party('factory');
    const { codes, made, order } = await ordered(2, 3);
    await server.sql`update work_order set factory_id = ${factory_id} where id = ${made.workOrderId}`;
    await wms.data(wmsShipments, { ...order, batch_key: batch_key(), act: 'load', codes });
    expect(await openOn(wmsLog, codes[1] as string)).toHaveLength(1);
    const token = await server.as(['loglist', 'loglist:retry'], { factory: factory_id });
    expect((await server.data(wmsLog.page, {}, { token })).rows).toEqual([]);
  });

  test("of a dealer gets the same answer for others' goods as for unknown codes", async () => {
    const dealer_id = await server.party('dealer');
    const warehouse_id = await goods.warehouse({ dealer_id });
    const to_warehouse_code = await warehouseCode(await goods.warehouse({ dealer_id }));
    const theirs = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id, name: 'WMS' }));
    const others = await ordered(1);
    const made = await goods.made(warehouse_id);
    const own = (await goods.cases(made, 1)).map(({ code }) => code);
    const lines = [{ product_code: await codeOf(made.productId), quantity: 3 }];
    const codes = [...own, ...others.codes, 'NO-CODE'];
    const message = {
      waybill_no: 'SO-theirs',
      to_warehouse_code,
      lines,
      act: 'load' as const,
      codes,
      batch_key: batch_key(),
    };
    const { loaded, refusals } = await theirs.data(wmsShipments, message);
    expect(loaded).toBe(1);
    expect(refusals.map(({ code, reason, conflict }) => ({ code, reason, conflict }))).toEqual(
      codes.slice(1).map((code) => ({ code, reason: 'unknown_code', conflict: null })),
    );
  });

  test.each(['dealer', 'factory'] as const)('of a %s ships only to the parties its people can', async (kind) => {
    const owner = { [`${kind}_id`]: await server.party(kind) };
    const [warehouse_id, own] = [await goods.warehouse(owner), await goods.warehouse(owner)];
    const theirs = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id, name: `WMS to a ${kind}` }));
    const lines = [{ product_code: await codeOf(await goods.product()), quantity: 3 }];
    const sent = async (to: object) => {
      const message = { ...to, waybill_no: `SO-${++messages}`, lines, act: 'load' as const, batch_key: batch_key() };
      const { waybill_id, refusals } = await theirs.data(wmsShipments, message);
      return [waybill_id !== null, ...refusals.map(({ code, reason }) => `${code} ${reason}`)];
    };
    const others = [
      { dealer_code },
      { dealer_code: 'D-NOPE' },
      { to_warehouse_code: await warehouseCode(from) },
      {
        to_warehouse_code: await warehouseCode(await goods.warehouse({ factory_id: await server.party('factory') })),
      },
      { to_warehouse_code: 'W-NOPE' },
    ];
    for (const to of others) expect(await sent(to), JSON.stringify(to)).toEqual([false, ' unknown_receiver']);
    expect(await sent({ to_warehouse_code: await warehouseCode(own) })).toEqual([true]);
  });

  test('with the key of another message is refused, and becomes an exception', async () => {
    const { codes, order } = await ordered(2);
    const [first, second] = codes as [string, string];
    const key = batch_key();
    const message = { ...order, batch_key: key, act: 'load' as const };
    expect(await wms.data(wmsShipments, { ...message, codes: [first] })).toMatchObject({ loaded: 1 });
    for (const other of [{ codes: [second] }, { codes: [first], act: 'ship' as const }]) {
      const { status, envelope } = await wms.call(wmsShipments, { ...message, ...other });
      expect([status, envelope.message]).toEqual([
        409,
        expect.stringMatching(/^This batch_key stands for something else/),
      ]);
    }
    expect(await wms.data(wmsShipments, { ...message, codes: [first] })).toMatchObject({ loaded: 1 });
    const [row] = await openOn(wmsLog, 'WMS 1');
    expect(row).toMatchObject({ times: 2, retriable: true, cause: expect.stringContaining(key) });
    const { raw } = await server.data(wmsLog.detail, { id: row?.id as number });
    expect(JSON.parse(raw as string)).toEqual({ ...message, codes: [second] });
    // It was meant: a person has it carried out.
    expect((await server.data(wmsLog.retry, { ids: [row?.id as number] })).results).toMatchObject([{ taken: true }]);
    const { id } = (await server.data(waybill.page, { keyword: order.waybill_no })).rows[0] as { id: number };
    expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 6 });
  });

  test('with too many unknown codes learns of no more, with any key of its warehouse', async () => {
    const beside = await testServer({ SUYUAN_UNKNOWN_CODES_PER_DEVICE: '20' }, server);
    onTestFinished(() => beside.stop());
    const warehouse_id = await goods.warehouse();
    const keyed = async (name: string) => deviceAt(beside, await server.data(deviceKeyAdd, { warehouse_id, name }));
    const [guessing, other] = [await keyed('WMS'), await keyed('second WMS')];
    const { order, codes } = await ordered(1, 3, warehouse_id);
    const statusOf = async (some: readonly string[], by = guessing) =>
      (await by.call(wmsShipments, { ...order, batch_key: batch_key(), act: 'load', codes: some })).status;
    // Of the right form, but never issued: they are guesses as well.
    const invented = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `3${700_000_000_000 + from + n}`);
    expect(await statusOf(invented(0, 10))).toBe(200);
    expect(await statusOf(invented(10, 20), other)).toBe(200);
    expect(await statusOf([...invented(20, 21), ...codes], other)).toBe(429);
    const { id } = (await server.data(waybill.page, { keyword: order.waybill_no })).rows[0] as { id: number };
    expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 0 });
    // Its work goes on with known codes, until it tried once more too often.
    expect(await statusOf(codes)).toBe(200);
    expect(await server.data(waybillDetail, { id })).toMatchObject({ loaded: 3 });
    expect(await statusOf(invented(21, 1000))).toBe(429);
    expect(await statusOf(codes)).toBe(200);
    expect(await statusOf(invented(22, 23))).toBe(429);
    expect(await statusOf(codes)).toBe(429);
  });
});

describe('the key of a warehouse', () => {
  test('opens no call of a line, and none after revocation', async () => {
    const { id, key } = await server.data(deviceKeyAdd, { warehouse_id: from, name: 'WMS 2' });
    const device = deviceAt(server, { id, key });
    expect((await device.call(deviceHeartbeat, { state: 'execute', queue: 0 })).status).toBe(401);
    expect(await server.data(deviceKeyList, { warehouse_id: from })).toHaveLength(2);
    const away = await goods.warehouse();
    await server.data(deviceKeyAdd, { warehouse_id: away, name: 'WMS 2' });
    expect((await server.call(warehouse.remove, { id: away })).status).toBe(409);
    await server.data(deviceKeyRevoke, { id });
    const message = { batch_key: batch_key(), act: 'load', waybill_no: 'X' };
    expect((await device.call(wmsShipments, message)).status).toBe(401);
  });

  test('has one kind: line keys open no WMS call; those of a disabled warehouse or dealer open none', async () => {
    const factory_id = (await server.data(factory.add, { factory_code: 'F', factory_name: 'F' })).id;
    const { id: workshop_id } = await server.data(workshop.add, { workshop_code: 'S', workshop_name: 'S', factory_id });
    const line = { line_code: 'L', line_name: 'L', workshop_id };
    const { id: line_id } = await server.data(productionLine.add, line);
    const ofLine = deviceAt(server, await server.data(deviceKeyAdd, { line_id, name: 'controller' }));
    const message = { batch_key: batch_key(), act: 'load', waybill_no: 'X' };
    expect((await ofLine.call(wmsShipments, message)).status).toBe(401);
    const closed = await goods.warehouse();
    const system = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id: closed, name: 'WMS' }));
    expect((await system.call(wmsShipments, message)).status).toBe(200);
    await server.data(warehouse.update, { id: closed, status: 'disabled' });
    expect((await system.call(wmsShipments, { ...message, batch_key: batch_key() })).status).toBe(401);
    const dealer_id = await server.party('dealer');
    const warehouse_id = await goods.warehouse({ dealer_id });
    const theirs = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id, name: 'WMS' }));
    expect((await theirs.call(wmsShipments, { ...message, batch_key: batch_key() })).status).toBe(200);
    await server.sql`update dealer set status = 'disabled' where id = ${dealer_id}`;
    expect((await theirs.call(wmsShipments, { ...message, batch_key: batch_key() })).status).toBe(401);
  });

  test('is revoked when the warehouse changes owner, and by no other change', async () => {
    const warehouse_id = await goods.warehouse({ dealer_id: await server.party('dealer') });
    const { id, key } = await server.data(deviceKeyAdd, { warehouse_id, name: 'WMS' });
    const statusOf = async () => {
      const message = { batch_key: batch_key(), act: 'load', waybill_no: 'X' };
      return (await deviceAt(server, { id, key }).call(wmsShipments, message)).status;
    };
    await server.data(warehouse.update, { id: warehouse_id, address: 'elsewhere' });
    expect(await statusOf()).toBe(200);
    await server.data(warehouse.update, {
      id: warehouse_id,
      dealer_id: null,
      factory_id: await server.party('factory'),
    });
    expect(await statusOf()).toBe(401);
    expect(await server.data(deviceKeyList, { warehouse_id })).toMatchObject([{ id, revoked_at: expect.any(String) }]);
  });

  test('is created with permission, for an own warehouse', async () => {
    const ofLines = await server.as(['workline', 'workline:keys']);
    const given = { warehouse_id: from, name: 'WMS 3' };
    expect((await server.call(deviceKeyAdd, given, { token: ofLines })).status).toBe(401);
    const outsider = await server.as(['store', 'store:keys'], { factory: await server.party('factory') });
    expect((await server.call(deviceKeyAdd, given, { token: outsider })).status).toBe(404);
    expect((await server.call(deviceKeyAdd, { name: 'of nothing' })).status).toBe(400);
  });
});
