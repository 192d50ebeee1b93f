import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { forensicAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { recallAdd } from '@suyuan/contract/inspect/recall/recall.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { type Employee, employee, employeeAllowCodes } from '@suyuan/contract/organ/account.ts';
import { exchanges, shortDeliveries, waybillsSetFree } from '@suyuan/contract/physical/amendment.ts';
import { refund, returnsSetFree } from '@suyuan/contract/physical/refund.ts';
import { storedGoods } from '@suyuan/contract/physical/stock/stock-move.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { pack, packageTree, replacements, unpackings } from '@suyuan/contract/plant/packing/packing.ts';
import { consumerScan, customerInquire, customerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesExport, codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { isCode } from '@suyuan/contract/thing/fields.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import { lineToClear } from '../goods/clearance.ts';
import { codesOfOrder } from '../goods/codes-of-order.ts';
import { newDevice, scannedBy } from '../goods/handheld-scans.ts';
import { handoverPaper } from '../goods/handover-paper.ts';
import { deviceAt, plantOf, type TestDevice } from '../goods/line.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { type InputSchema, takesCodes } from './attack.ts';

// Codes that were never issued, tried until one of them is a hit.

const most = 40;
const everything = builtInPermissions as Permission[];
let server: TestServer;
let product: number;
let order: number;
let genuine: string;
let workOrderId: number;
let evidence: number;
let warehouseId: number;
let waybillId: number;
let refundId: number;
let paperId: number;
let recallId: number;
let lineId: number;
beforeAll(async () => {
  server = await testServer({
    SUYUAN_UNKNOWN_CODES_PER_ACCOUNT: `${most}`,
    SUYUAN_RATE_LIMIT: 'on',
    SUYUAN_TRUST_PROXY: '127.0.0.1',
  });
  const rule = await server.data(codeRule.add, {
    rule_name: 'SSCC',
    level: 4,
    prefix: '369012345',
    alphabet: 'digits',
    body_length: 8,
    check: 'gs1',
    carrier: 'digital-link',
  });
  product = (await server.data(products.add, { product_code: 'P', product_name: 'P', gtin: '06901234567892' })).id;
  const made = await server.data(orderAdd, { rule_id: rule.id, product_id: product, quantity: 10 });
  [order, genuine] = [made.id, made.first];
  workOrderId = (await server.data(workOrder.add, { product_id: product, quantity: 1 })).id;
  evidence = (await server.data(forensicAdd, {})).id;
  const store = { warehouse_code: 'W', warehouse_name: 'W', warehouse_type: 'finished' } as const;
  warehouseId = (await server.data(warehouse.add, store)).id;
  const buyer = { dealer_code: 'D', dealer_name: 'D', dealer_level: 1 } as const;
  const dealerId = (await server.data(dealer.add, buyer)).id;
  const lines = [{ product_id: product, quantity: 1 }];
  const sale = { kind: 'sale', from_warehouse_id: warehouseId, to_dealer_id: dealerId, lines } as const;
  waybillId = (await server.data(waybill.add, sale)).id;
  const back = { dealer_id: dealerId, warehouse_id: warehouseId, reason: 'x' };
  refundId = (await server.data(refund.add, back)).id;
  lineId = await lineToClear(server);
  paperId = await handoverPaper(server, product);
  recallId = (await server.data(recallAdd, { scope: { codes: [genuine] }, drill: true, reason: 'x' })).id;
});
afterAll(() => server.stop());

let next = 0;
let guessers = 100;
/** None ends in zeros: such a number may be one that a spreadsheet has shortened, and where no rule makes such, it is no guess. */
const invented = (count: number) => Array.from({ length: count }, () => `36901234${String(1e9 + next++).slice(1)}7`);
const newPerson = () => server.as(everything);
const logOf = async (input = {}) => (await server.data(accessLog.page, { size: 50, ...input })).rows;

/** An input with an invented code for each call that takes some. A new call is missed here by its path. */
const asking: Record<string, (code: string) => object> = {
  '/api/tagging/codes/query': (code) => ({ codes: [code] }),
  '/api/tagging/codes/export': (code) => ({ codes: [code], format: 'csv' }),
  '/api/tagging/segments/bind': (code) => ({ codes: [code], product_id: product }),
  '/api/tagging/segments/unbind': (code) => ({ order_id: order, first_code: code, last_code: genuine }),
  '/api/tagging/closures/add': (code) => ({ codes: [code], reason: 'x' }),
  '/api/tagging/closures/affects': (code) => ({ codes: [code] }),
  '/api/plant/relevance/pack': (code) => ({ work_order_id: workOrderId, parent: genuine, children: [code] }),
  '/api/plant/relevance/packset': (code) => ({ work_order_id: workOrderId, code }),
  '/api/plant/relevance/packable': (code) => ({ work_order_id: workOrderId, codes: [code] }),
  '/api/plant/relevance/scrap': (code) => ({ work_order_id: workOrderId, codes: [code], reason: 'x' }),
  '/api/plant/relevance/sample': (code) => ({ work_order_id: workOrderId, codes: [code], reason: 'x' }),
  '/api/plant/relevance/reject': (code) => ({ work_order_id: workOrderId, codes: [code], reason: 'x' }),
  '/api/plant/clearances/add': (code) => ({
    ...{ line_id: lineId, labels_left: 0, difference_reason: 'x', checks: [] },
    destroyed: [{ first_code: code, last_code: code }],
  }),
  '/api/plant/relevance/reprint': (code) => ({ code, reason: 'x' }),
  '/api/plant/relevance/unmark': (code) => ({ codes: [code], reason: 'x' }),
  '/api/plant/relevance/undo': (code) => ({ parent: code, event_id: 1 }),
  '/api/plant/relevance/repack': (code) => ({ work_order_id: workOrderId, parent: code, contents: [], reason: 'x' }),
  '/api/plant/relevance/tree': (code) => ({ code }),
  '/api/plant/relevance/history': (code) => ({ code }),
  '/api/plant/materialquery/flow': (code) => ({ code }),
  '/api/plant/materialquery/export': (code) => ({ code, format: 'csv' }),
  '/api/physical/freight/load': (code) => ({ id: waybillId, codes: [code] }),
  '/api/physical/freight/unload': (code) => ({ id: waybillId, codes: [code] }),
  '/api/handheld/scans': (code) => scannedBy(newDevice(), [{ act: 'load', document_id: waybillId, code }]),
  '/api/physical/freight/sign': (code) => ({ id: waybillId, received: [code] }),
  '/api/physical/arrival/scan': (code) => ({ id: waybillId, codes: [code] }),
  '/api/physical/freight/history': (code) => ({ code }),
  '/api/physical/minderlieferung/add': (code) => ({
    ...{ waybill_id: waybillId, codes: [code], reason: 'x', to_warehouse_id: warehouseId },
  }),
  '/api/physical/barter/add': (code) => ({ waybill_id: waybillId, pairs: [{ old: code, new: genuine }], reason: 'x' }),
  '/api/physical/rdcdissociated/add': (code) => ({ waybill_id: waybillId, codes: [code], reason: 'x' }),
  '/api/physical/boxcode/query': (code) => ({ codes: [code] }),
  '/api/physical/stockdetail/move': (code) => ({ warehouse_id: warehouseId, codes: [code] }),
  '/api/physical/stockcount/scan': (code) => ({ id: 1, codes: [code] }),
  '/api/physical/stockcount/unscan': (code) => ({ id: 1, codes: [code] }),
  '/api/physical/refund/receive': (code) => ({ id: refundId, codes: [code] }),
  '/api/physical/refund/inspect': (code) => ({ id: refundId, codes: [code], result: 'restock', reason: 'x' }),
  '/api/physical/dissociated/add': (code) => ({ refund_id: refundId, codes: [code], reason: 'x' }),
  '/api/plant/unrelevance1/add': (code) => ({ children: [code], reason: 'x' }),
  '/api/plant/replace/add': (code) => ({ old: code, new: genuine, reason: 'x' }),
  '/api/inspect/inspectrecord/add': (code) => ({ code }),
  '/api/inspect/informationinquiry/detail': (code) => ({ code }),
  '/api/inspect/informationinquiry/declare': (code) => ({ code, event_id: 1, error: 'did_not_occur', reason: 'x' }),
  '/api/inspect/informationinquiry/epcis': (code) => ({ code }),
  '/api/inspect/recall/add': (code) => ({ scope: { codes: [code] }, drill: true, reason: 'x' }),
  '/api/inspect/recall/update': (code) => ({ id: recallId, scope: { codes: [code] }, drill: true, reason: 'x' }),
  '/api/inspect/recall/release': (code) => ({ id: recallId, reason: 'x', codes: [code] }),
  '/api/inspect/hold/preview': (code) => ({ scope: { codes: [code] } }),
  '/api/inspect/hold/add': (code) => ({
    ...{ scope: { codes: [code] }, reason: 'x', owner_id: 1 },
    ...{ due_at: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  '/api/inspect/hold/release': (code) => ({ id: 1, reason: 'x', codes: [code] }),
  '/api/inspect/forensics/add': (code) => ({ code }),
  '/api/inspect/forensics/update': (code) => ({ id: evidence, code }),
  ...Object.fromEntries(
    [shortDeliveries, exchanges, waybillsSetFree, returnsSetFree, unpackings, replacements, storedGoods].flatMap(
      (list) => [
        [list.page.path, (code: string) => ({ code })],
        [list.export.path, (code: string) => ({ code, format: 'csv' })],
      ],
    ),
  ),
  '/api/report/connect/receive': (code) => ({ id: paperId, counted: 0, missing: [code], difference_reason: 'x' }),
  '/api/querymanage/customerinquire/look': (code) => ({ code, language: 'en' }),
  '/api/querymanage/customerquery/pagelist': (code) => ({ code }),
  '/api/querymanage/customerquery/export': (code) => ({ code, format: 'csv' }),
  '/api/querymanage/customerquery/figures': (code) => ({ code }),
};
const ofPeople = calls.filter(({ access }) => access !== 'public' && access !== 'device');
const withCodes = ofPeople.filter((call) => takesCodes(call.input as InputSchema));

describe('a signed-in person who guesses codes', () => {
  test('uses any call: every call that takes codes is covered here', () => {
    expect(withCodes.map(({ path }) => path).toSorted()).toEqual(Object.keys(asking).toSorted());
    // What takes texts as long as a code's says that it takes codes.
    const long = (schema: InputSchema): boolean =>
      (schema as { maxLength?: number }).maxLength === 2048 &&
      !isCode(schema) &&
      (schema as { title?: string }).title === undefined;
    const suspects = calls.filter(({ input }) =>
      Object.entries((input as InputSchema).properties ?? {}).some(
        ([name, one]) => /^(code|codes|scanned|text)$/.test(name) && long(one),
      ),
    );
    expect(suspects.map(({ path }) => path)).toEqual([]);
  });

  test.each(withCodes.map((call) => [call.path, call] as const))(
    'is stopped at %s, even for genuine codes, with the time to retry',
    async (path, call: Call) => {
      const token = await newPerson();
      const ask = asking[path] as (code: string) => object;
      const statuses: number[] = [];
      for (const code of invented(most + 1)) statuses.push((await server.call(call, ask(code), { token })).status);
      expect(statuses.slice(0, most)).not.toContain(429);
      expect(statuses[most]).toBe(429);
      const { status, envelope } = await server.call(codesQuery, { codes: [genuine] }, { token, language: 'en' });
      expect([status, envelope.message]).toEqual([429, expect.stringMatching(/^Too many unknown codes .* 60 min/)]);
      const other = await server.fetch(codesExport.path, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify({ codes: [genuine], format: 'csv' }),
      });
      expect([other.status, Number(other.headers.get('retry-after')) > 3000]).toEqual([429, true]);
    },
  );

  test('learns nothing from a hundred thousand at once, which are recorded with their number', async () => {
    const token = await server.as(everything, { name: 'guesser' });
    const codes = [...invented(99_996), genuine, genuine, genuine, genuine];
    const { status, envelope } = await server.call(codesQuery, { codes }, { token });
    expect([status, envelope.data]).toEqual([429, null]);
    const [entry] = await logOf({ account_name: 'guesser' });
    expect(entry).toMatchObject({ call: codesQuery.path, result: 'refused', times: 1 });
    expect(entry?.unknown).toBeGreaterThan(most);
    expect(entry?.asked?.length).toBeLessThan(1000);
    for (let n = 0; n < 30; n++) await server.call(codesQuery, { codes: [genuine] }, { token });
    expect(await logOf({ account_name: 'guesser' })).toHaveLength(2);
  });

  test('is counted across all servers and concurrent calls', async () => {
    const token = await newPerson();
    const beside = await testServer({ SUYUAN_UNKNOWN_CODES_PER_ACCOUNT: `${most}` }, server);
    onTestFinished(() => beside.stop());
    const answers = await Promise.all(
      invented(most * 2).map((code, n) => (n % 2 ? server : beside).call(codesQuery, { codes: [code] }, { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    expect((await beside.call(customerInquire, { code: genuine, language: 'en' }, { token })).status).toBe(429);
  });

  test('is counted for numbers a spreadsheet may have shortened, if a rule could have made them', async () => {
    const token = await newPerson();
    const bodies = Array.from({ length: 1000 }, (_, n) => `369012345${String(900_000 + n)}00`);
    const rounded = bodies.filter((body) => checkDigitOf(body) === 0).map((body) => `${body}0`);
    const statuses: number[] = [];
    for (const code of rounded.slice(0, most + 1))
      statuses.push((await server.call(codesQuery, { codes: [code] }, { token })).status);
    expect([new Set(statuses.slice(0, most)), statuses[most]]).toEqual([new Set([200]), 429]);
  });

  test('is not confused with a person who repeats one code, or looks up genuine ones', async () => {
    const token = await newPerson();
    const codes = Array.from({ length: most * 3 }, (_, n) => (n % 2 ? genuine : 'mistyped'));
    expect((await server.call(codesQuery, { codes }, { token })).status).toBe(200);
    expect(await server.data(codesQuery, { codes: [genuine] }, { token })).toMatchObject([{ state: 'bound' }]);
  });

  test('is counted even if the change is refused', async () => {
    const token = await newPerson();
    const refused = await server.call(codesClose, { codes: invented(most + 1), reason: 'x' }, { token });
    expect(refused.status).toBe(429);
    expect((await server.call(codesBind, { codes: [genuine], product_id: product }, { token })).status).toBe(429);
  });
});

describe('a party', () => {
  test.each(['factory', 'dealer'] as const)(
    "(%s) gets the same answer for others' codes as for unknown ones",
    async (kind) => {
      const token = await server.as(everything, { [kind]: await server.party(kind) });
      const [code = ''] = invented(1);
      const answersTo = async (call: Call, input: (code: string) => object) => {
        const of = async (one: string) => {
          const { status, envelope } = await server.call(call, input(one), { token, language: 'en' });
          // What is different of every answer is no answer.
          const answer = JSON.stringify(envelope ?? null).replaceAll(/"(id|time)":"[^"]*"/g, '');
          return [status, answer.replaceAll(one, 'CODE')];
        };
        return [await of(genuine), await of(code)];
      };
      for (const call of withCodes) {
        const [own, none] = await answersTo(call, asking[call.path] as (code: string) => object);
        expect(own, call.path).toEqual(none);
      }
    },
  );
});

describe('a line that guesses codes', () => {
  const maxOfLine = 50;
  test('learns of none beyond the limit, with any key, and continues with known ones', {
    timeout: 60_000,
  }, async () => {
    const beside = await testServer({ SUYUAN_UNKNOWN_CODES_PER_DEVICE: `${maxOfLine}` }, server);
    onTestFinished(() => beside.stop());
    const plant = await plantOf(server);
    const { line_id, device } = await plant.line();
    const { order_no } = await plant.workOrder(line_id);
    const known = await codesOfOrder(server, await plant.codes(1, 50));
    const keyed = async () => deviceAt(beside, await server.data(deviceKeyAdd, { line_id, name: `reader ${next++}` }));
    const keys = [deviceAt(beside, device), await keyed(), await keyed()];
    let batches = 0;
    const event_time = new Date().toISOString();
    const bound = (codes: readonly string[]) => ({
      ...{ batch_key: `b${++batches}` },
      acts: [{ id: '1', act: 'bound' as const, event_time, order_no, codes: [...codes] }],
    });
    const sendBound = async (codes: readonly string[], by = keys[batches % keys.length] as TestDevice) => {
      const { status, envelope } = await by.call(deviceBatch, bound(codes));
      return [status, envelope.data?.results[0]?.result];
    };
    // Of the right form, and of the level of the line: only a look-up shows that they were never issued.
    for (let n = 0; n < maxOfLine; n += 10) expect(await sendBound(invented(10))).toEqual([200, 'refused']);
    expect(await sendBound([...invented(9), ...known.slice(0, 1)])).toEqual([429, undefined]);
    expect(await sendBound(known.slice(0, 1))).toEqual([200, 'taken']);
    const body = JSON.stringify(bound(invented(1)));
    const headers = { 'device-key': device.key, 'content-type': 'application/json' };
    const late = await beside.fetch(deviceBatch.path, { method: 'POST', headers, body });
    expect([late.status, Number(late.headers.get('retry-after')) > 3000]).toEqual([429, true]);
    // A misread in a batch now and then does not stop the line, but nobody goes on trying by that.
    const tries: unknown[] = [];
    for (let n = 1; n < 12; n++)
      tries.push((await sendBound(invented(1)))[0], (await sendBound(known.slice(n, n + 1)))[0]);
    expect(new Set(tries.filter((_, at) => at % 2 === 0))).toEqual(new Set([429]));
    expect(tries.filter((status) => status === 200)).toHaveLength(3);
    // Another line is not concerned.
    const other = await plant.line();
    const theirs = await plant.workOrder(other.line_id);
    const event = { id: '1', act: 'bound' as const, event_time, order_no: theirs.order_no, codes: known.slice(30, 31) };
    const away = deviceAt(beside, other.device);
    expect((await away.call(deviceBatch, { batch_key: 'b', acts: [event] })).status).toBe(200);
  });
});

describe('a person at the limit', () => {
  const pack1 = (token: string, child: string) =>
    server.call(pack, { work_order_id: workOrderId, parent: genuine, children: [child] }, { token, language: 'en' });

  test('continues with known codes until another unknown one, and cannot look up any', async () => {
    const token = await newPerson();
    await server.call(codesQuery, { codes: invented(most) }, { token });
    expect((await server.call(codesQuery, { codes: invented(1) }, { token })).status).toBe(429);
    const ids = async () => (await server.call(packageTree, { code: genuine }, { token })).status;
    const spare = most / 10;
    for (let n = 1; n < spare; n++) {
      // Refused by the rules of packing, with the reason, but not for the limit.
      expect((await pack1(token, genuine)).status).toBe(409);
      expect((await pack1(token, invented(1)[0] as string)).status).toBe(429);
      expect(await ids()).toBe(429);
    }
    expect((await pack1(token, invented(1)[0] as string)).status).toBe(429);
    expect((await pack1(token, genuine)).status).toBe(429);
  });

  test('is released by an administrator of the enterprise, and not by themselves', async () => {
    const token = await server.as(everything, { name: 'packer with a wrong file' });
    const query = async (by: string) => (await server.call(codesQuery, { codes: [genuine] }, { token: by })).status;
    await server.call(codesQuery, { codes: invented(most + 1) }, { token });
    expect(await query(token)).toBe(429);
    const row = async () =>
      (await server.data(employee.page, { name: 'packer with a wrong file' })).rows[0] as Employee;
    const { id, codes_stopped_until } = await row();
    expect(Date.parse(codes_stopped_until ?? '')).toBeGreaterThan(Date.now());
    const allow = async (by: string) => (await server.call(employeeAllowCodes, { id }, { token: by })).status;
    expect(await allow(token)).toBe(409);
    const ofParty = await server.as(everything, { factory: await server.party('factory') });
    expect(await allow(ofParty)).toBe(401);
    expect(await allow(await server.as(['stafflist']))).toBe(401);
    expect(await query(token)).toBe(429);
    expect(await allow(server.admin)).toBe(200);
    expect([await query(token), (await row()).codes_stopped_until]).toEqual([200, null]);
    const [entry] = await server.sql`select account_name from audit_log where call = ${employeeAllowCodes.path}`;
    expect(entry).toEqual({ account_name: 'admin' });
  });
});

describe('any other guesser', () => {
  const from = (ip: string) => ({ token: '', headers: { 'x-forwarded-for': ip } });
  const statusOf = async (path: string, ip: string, headers = {}, method = 'GET') =>
    (await server.fetch(path, { method, redirect: 'manual', headers: { 'x-forwarded-for': ip, ...headers } })).status;
  const gtins = (count: number) => Array.from({ length: count }, (_, n) => gtinOf(950_600_000_000 + next++ + n));

  test.each([
    ['/c?gtin=', {}, 'GET'],
    ['/01/', {}, 'GET'],
    ['/01/', { accept: 'text/html' }, 'GET'],
    ['/01/', { accept: 'application/linkset+json' }, 'HEAD'],
    ['/c?code=', { 'user-agent': 'Somebot/1.0' }, 'GET'],
    ['/m/q/', {}, 'GET'],
  ])('of GTINs at %s (%o, %s) is blocked, even from existing products', async (path, headers, method) => {
    const ip = `198.51.100.${++guessers}`;
    const statuses: number[] = [];
    for (const gtin of gtins(31)) statuses.push(await statusOf(path + gtin, ip, headers, method));
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses[30]).toBe(429);
    for (const other of ['/c?gtin=06901234567892', '/01/06901234567892', '/c?code=06901234567892']) {
      expect(await statusOf(other, ip), other).toBe(429);
    }
    expect(await statusOf('/c?gtin=06901234567892', '198.51.100.99')).toBe(200);
  });

  test('with many addresses of one /56, of one /48, or of a proxy that adds ports, counts as one', async () => {
    const ask = async (address: (n: number) => string, times: number) => {
      const statuses: number[] = [];
      for (let n = 0; n < times; n++)
        statuses.push((await server.call(scan, { code: `NONE${next++}` }, from(address(n)))).status);
      return statuses.filter((status) => status === 200).length;
    };
    expect(await ask((n) => `2001:db8:1:${(0x100 + n).toString(16)}::1`, 120)).toBe(60);
    expect(await ask((n) => `2001:db8:2:${(n * 0x100).toString(16)}::1`, 256)).toBe(240);
    expect(await ask((n) => `203.0.113.5:${40_000 + n}`, 40)).toBe(30);
    expect(await ask((n) => `[2001:db8:3::5]:${40_000 + n}`, 40)).toBe(30);
    expect(await ask((n) => `::ffff:203.0.113.${6 + (n % 1)}`, 40)).toBe(30);
    expect(await ask((n) => `garbage-${n}`, 40)).toBe(30);
  });

  test('is known on another server a moment later, without its address being stored', async () => {
    const beside = await testServer({ SUYUAN_RATE_LIMIT: 'on', SUYUAN_TRUST_PROXY: '127.0.0.1' }, server);
    onTestFinished(() => beside.stop());
    const ask = async (at: TestServer) => (await at.call(scan, { code: `NONE${next++}` }, from('192.0.2.33'))).status;
    for (let n = 0; n < 29; n++) await ask(server);
    expect(await ask(beside)).toBe(200);
    await expect.poll(() => ask(beside)).toBe(429);
    const rows = await server.sql<
      { subject: string }[]
    >`select subject from guess_count where subject like 'network %'`;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ subject }) => /192|203|2001/.test(subject) && /[.:]/.test(subject))).toEqual([]);
  });

  test('cannot use filters or figures in the console to exceed the limit', async () => {
    const token = await newPerson();
    for (const code of invented(most)) await server.call(consumerScan.page, { code }, { token });
    expect((await server.call(customerQueryFigures, { code: invented(1)[0] }, { token })).status).toBe(429);
  });
});

/** A GTIN-14 with its check digit. */
function gtinOf(digits: number): string {
  const body = String(digits).padStart(13, '0');
  return `${body}${checkDigitOf(body)}`;
}

/** The check digit of the digits before it, as GS1 keys have it. */
function checkDigitOf(body: string): number {
  const sum = [...body].toReversed().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
