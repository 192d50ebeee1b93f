import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { TaskKind } from '@suyuan/contract/handheld/act.ts';
import { refusedScans, type Scan, scans, settleScan } from '@suyuan/contract/handheld/scan.ts';
import { snapshot, tasks } from '@suyuan/contract/handheld/task.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { inspectAdd, inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { taskAdd } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { auditLog } from '@suyuan/contract/organ/audit-log.ts';
import { refund, refundDetail } from '@suyuan/contract/physical/refund.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import {
  countApprove,
  countDetail,
  countFinish,
  countStart,
  stockCount,
} from '@suyuan/contract/physical/stock/stock-count.ts';
import { arrivalDesk } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { arrivalComplete, arrivalFinish, arrivalScan } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { codesReject } from '@suyuan/contract/plant/packing/marking.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { newDevice, readSnapshot, scannedBy } from '#test/goods/handheld-scans.ts';
import { suspected } from '#test/goods/suspected.ts';

const { server, goods, from, dealerId } = await goodsServer();

type Made = Awaited<ReturnType<typeof goods.made>>;

/** Sends scans of a new handheld; what each is answered. */
const sent = async (some: readonly Omit<Scan, 'id' | 'no' | 'scanned_at'>[], token?: string) =>
  (await server.data(scans, scannedBy(newDevice(), some), token === undefined ? {} : { token })).results;

const taskOf = async (kind: TaskKind, id: number, token?: string) =>
  (await server.data(tasks, {}, token === undefined ? {} : { token })).tasks.find(
    (one) => one.kind === kind && one.id === id,
  );

async function taken(kind: TaskKind, id: number, token?: string) {
  const headers = { token: token ?? server.admin };
  const answer = await server.fetch(`${snapshot.path}?kind=${kind}&id=${id}`, { headers });
  return { status: answer.status, read: async () => readSnapshot(Buffer.from(await answer.arrayBuffer())) };
}

/** A transfer of cases that is on its way to another warehouse. */
async function underWay(count: number, to: { factory_id?: number; dealer_id?: number } = {}) {
  const made = await goods.made(from);
  const cases = await goods.cases(made, count);
  const to_warehouse_id = await goods.warehouse(to);
  const lines = [{ product_id: made.productId, quantity: count * 3 }];
  const given = { kind: 'transfer', from_warehouse_id: from, to_warehouse_id, lines } as const;
  const { id } = await server.data(waybill.add, given);
  await server.data(load, { id, codes: cases.map(({ code }) => code) });
  await server.data(ship, { id });
  return { id, made, cases, to_warehouse_id };
}

describe('goods that arrive', () => {
  test('are counted without a network, by the same count as at the desk, and signed for afterwards', async () => {
    const { id, made, cases } = await underWay(3);
    const [one = '', two = '', three = ''] = cases.map(({ code }) => code);
    expect(await taskOf('receive', id)).toMatchObject({ planned: 9, done: 0 });
    await server.data(arrivalScan, { id, codes: [one] });
    const { head, classOf } = await (await taken('receive', id)).read();
    expect(head.lines).toMatchObject([{ product_id: made.productId, quantity: 9, done: 3 }]);
    expect([classOf(one)?.on, classOf(two)?.on, classOf(cases[1]?.bottles[0] ?? '')?.inside]).toEqual([
      'this',
      undefined,
      true,
    ]);

    const [stranger] = await goods.cases(await goods.made(from), 1);
    const results = await sent(
      [one, two, three, stranger?.code ?? ''].map((code) => ({
        ...{ act: 'receive' as const, document_id: id, code },
        ...(code === three && { damaged: true }),
      })),
    );
    expect(results).toMatchObject([
      { result: 'known', units: 0 },
      { result: 'taken', units: 3, product_id: made.productId, lot: made.lot },
      { result: 'taken', units: 3 },
      { result: 'taken', units: 0, outcome: 'not_shipped' },
    ]);
    expect(await sent([{ act: 'unreceive', document_id: id, code: two }])).toMatchObject([{ result: 'taken' }]);
    const { completed_at, differences } = await server.data(arrivalComplete, { id });
    expect(differences).toMatchObject({ counted: 6, missing: 3, unexpected: 1, damaged: 1 });
    await server.data(arrivalFinish, { id, received: 'counted', completed_at });
    expect(await sent([{ act: 'receive', document_id: id, code: one }])).toMatchObject([{ units: 0 }]);
  });

  test('of a blind count are told without any amount, and bottles of a case only if somebody says that it came apart', async () => {
    const { id, cases, to_warehouse_id } = await underWay(1);
    await server.sql`update warehouse set blind_count = true where id = ${to_warehouse_id}`;
    expect(await taskOf('receive', id)).toMatchObject({ planned: null });
    expect((await (await taken('receive', id)).read()).head.lines).toEqual([]);
    const [bottle = ''] = cases[0]?.bottles ?? [];
    const of = { act: 'receive', document_id: id, code: bottle } as const;
    expect(await sent([of])).toMatchObject([{ result: 'refused', refusals: [{ reason: 'packed_elsewhere' }] }]);
    expect(await sent([{ ...of, singly: true }])).toMatchObject([{ result: 'taken', units: 1 }]);
    expect((await server.data(arrivalDesk, { id })).lines).toMatchObject([{ due: null, counted: 1 }]);
  });

  test('are for whoever gets them', async () => {
    const { id, cases } = await underWay(1, { dealer_id: dealerId });
    const receiver = await server.as(['arrival', 'arrival:tally'], { dealer: dealerId });
    const other = await server.as(['arrival', 'arrival:tally'], { dealer: await goods.dealer() });
    const scan = { act: 'receive', document_id: id, code: cases[0]?.code ?? '' } as const;
    expect([await taskOf('receive', id, other), (await taken('receive', id, other)).status]).toEqual([undefined, 404]);
    expect(await sent([scan], other)).toMatchObject([
      { result: 'refused', refusals: [{ reason: 'unknown_document' }] },
    ]);
    expect(await taskOf('receive', id, receiver)).toMatchObject({ planned: 3 });
    expect(await sent([scan], receiver)).toMatchObject([{ result: 'taken', units: 3 }]);
    const loader = await server.as(['freight', 'freight:load'], { dealer: dealerId });
    expect(await sent([scan], loader)).toMatchObject([{ result: 'refused' }]);
  });
});

describe('within a warehouse', () => {
  async function zoned() {
    const top = await goods.warehouse();
    const made = await goods.made(top);
    const given = { warehouse_code: `Z${top}`, warehouse_name: `Z${top}`, warehouse_type: 'finished' } as const;
    const { id: zone } = await server.data(warehouse.add, { ...given, status: 'enabled', parent_id: top });
    const [row] = await server.sql<{ name: string }[]>`select warehouse_code as name from warehouse where id = ${top}`;
    return { top, name: row?.name, zone, made, cases: await goods.cases(made, 2) };
  }

  test('goods are moved to a zone, out of a package if somebody says so', async () => {
    const { zone, cases } = await zoned();
    const [one, two] = cases;
    expect(await taskOf('move', zone)).toMatchObject({ planned: null });
    const move = (code = '', more = {}) => ({ act: 'move' as const, document_id: zone, code, ...more });
    const bottle = two?.bottles[0];
    expect(await sent([move(one?.code), move(one?.code), move(bottle), move(bottle, { moving: true })])).toMatchObject([
      { result: 'taken', units: 3 },
      { result: 'known' },
      { result: 'refused', refusals: [{ reason: 'packed_elsewhere' }] },
      { result: 'taken', units: 1 },
    ]);
    const { classOf } = await (await taken('move', zone)).read();
    expect([classOf(one?.code ?? '')?.on, classOf(two?.code ?? '')?.on]).toEqual(['this', undefined]);
  });

  test('what is on hold is told so', async () => {
    const { zone, made, cases } = await zoned();
    const code = cases[0]?.code ?? '';
    const hold = { scope: { lot: made.lot, product_id: made.productId }, reason: 'dull' } as const;
    await server.data(holdAdd, { ...hold, owner_id: 1, due_at: '2199-01-01T00:00:00Z' });
    const { head, classOf } = await (await taken('move', zone)).read();
    expect([head.policies?.on_hold, classOf(code)?.held]).toEqual(['refuse', true]);
    expect(await sent([{ act: 'move', document_id: zone, code }])).toMatchObject([
      { result: 'refused', refusals: [{ reason: 'on_hold' }] },
    ]);
  });

  test('a rejected bottle is told so where it is to be sold', async () => {
    const { top, made, cases } = await zoned();
    const [leaks = '', whole = ''] = cases[0]?.bottles ?? [];
    const { workOrderId: work_order_id, productId: product_id } = made;
    await server.data(codesReject, { work_order_id, codes: [leaks], reason: 'leaks', moving: true });
    const lines = [{ product_id, quantity: 3 }];
    const order = { from_warehouse_id: top, lines } as const;
    const sold = await server.data(waybill.add, { ...order, kind: 'sale', to_dealer_id: dealerId });
    const { head, classOf } = await (await taken('load', sold.id)).read();
    expect([classOf(leaks)?.rejected, classOf(whole)?.rejected]).toEqual([true, undefined]);
    expect(head.lots).toMatchObject([{ lot: made.lot, free: 5 }]);
    const scrapped = await server.data(waybill.add, { ...order, kind: 'scrap', receiver: 'X' });
    expect((await (await taken('load', scrapped.id)).read()).classOf(leaks)?.rejected).toBe(undefined);
  });

  test('a place is counted, and what differs becomes acts by the decision of another person', async () => {
    const { top, name, made, cases } = await zoned();
    const [one, two] = cases;
    const [stray] = await goods.cases(await goods.made(from), 1);
    const { id } = await server.data(stockCount.add, { warehouse_id: top });
    await server.data(countStart, { id });
    expect(await taskOf('count', id)).toMatchObject({ planned: 6, done: 0 });
    expect((await (await taken('count', id)).read()).head.lines).toMatchObject([
      { product_id: made.productId, lot: made.lot, quantity: 6, done: 0 },
    ]);
    const count = (code = '', act: 'count' | 'uncount' = 'count') => ({ act, document_id: id, code });
    const of = [count(one?.code), count(one?.bottles[0]), count(two?.code), count(two?.code, 'uncount')];
    expect(await sent([...of, count(stray?.code)])).toMatchObject([
      { result: 'taken', units: 3 },
      { result: 'known', units: 0 },
      { result: 'taken', units: 3 },
      { result: 'taken', units: 3 },
      { result: 'taken', units: 3 },
    ]);
    await server.data(countFinish, { id });
    const { found } = await server.data(countDetail, { id });
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['missing', 'elsewhere']));
    expect(await sent([count(two?.code)])).toMatchObject([
      { result: 'refused', refusals: [{ reason: 'unknown_document' }] },
    ]);
    const lead = await server.as(['stock', 'stock:adjust'], {});
    await server.data(countApprove, { id, reason: 'seen' }, { token: lead });
    expect((await server.data(boxCodes, { codes: [stray?.code ?? ''] }))[0]?.where).toMatchObject({ code: name });
  });
});

test('a return is taken back once, and what the dealer never got with its cause', async () => {
  const made = await goods.made(from);
  const codes = (await goods.cases(made, 2)).map(({ code }) => code);
  const [one = '', two = ''] = codes;
  const sold = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
  await server.data(load, { id: sold, codes: [one] });
  await server.data(ship, { id: sold });
  await server.data(sign, { id: sold, received: 'all' });
  const given = { dealer_id: dealerId, warehouse_id: await goods.warehouse(), reason: 'too many', lines: [] };
  const { id } = await server.data(refund.add, given);
  const { classOf } = await (await taken('return', id)).read();
  expect([classOf(one)?.units, classOf(two)]).toEqual([3, undefined]);
  const back = (code: string) => ({ act: 'return' as const, document_id: id, code });
  expect(await sent([back(one), back(one), back(two)])).toMatchObject([
    { result: 'taken', units: 3 },
    { result: 'known', units: 0 },
    { result: 'taken', units: 3 },
  ]);
  expect(await sent([back(one)])).toMatchObject([{ result: 'known' }]);
  const { codes: returned } = await server.data(refundDetail, { id });
  expect(new Map(returned.map(({ code, cause }) => [code, cause]))).toEqual(
    new Map([
      [one, null],
      [two, 'not_shipped'],
    ]),
  );
});

describe('packages', () => {
  const childrenOf = async (code: string) =>
    (await server.data(packageTree, { code })).children.map((one) => one.code).sort();

  async function ordered() {
    const made: Made = await goods.made(from);
    const [units, [box = '', other = '']] = [await goods.codes(1, 6), await goods.codes(3, 2)];
    const pack = (code: string, codes: string[], more = {}) => ({
      ...{ act: 'pack' as const, document_id: made.workOrderId, code, codes },
      ...more,
    });
    return { made, units, box, other, pack };
  }

  test('are packed for a work order, filled up, dissolved, and their labels replaced', async () => {
    const { made, units, box, other, pack } = await ordered();
    expect(await taskOf('pack', made.workOrderId)).toMatchObject({ planned: 1000, done: 0 });
    const { head } = await (await taken('pack', made.workOrderId)).read();
    expect(head.packaging?.levels).toContainEqual({ level: 3, units: 3, contents_level: 1, most_contents: 3 });
    const [short, full] = [units.slice(0, 2), units.slice(2, 5)];
    expect(await sent([pack(box, full), pack(other, short, { remainder: true })])).toMatchObject([
      { result: 'taken', units: 3 },
      { result: 'taken', units: 2 },
    ]);
    expect((await (await taken('pack', made.workOrderId)).read()).classOf(other)).toMatchObject({ level: 3, units: 2 });
    expect(await sent([pack(other, units.slice(5))])).toMatchObject([{ result: 'taken' }]);
    expect(await childrenOf(other)).toEqual([...short, ...units.slice(5)].sort());
    const [label = ''] = await goods.codes(3, 1);
    const reason = 'torn';
    const [bottle = ''] = full;
    expect(
      await sent([
        { act: 'replace', code: other, codes: [label], reason },
        { act: 'unpack', code: bottle, singly: true, reason },
        { act: 'unpack', code: label, reason },
      ]),
    ).toMatchObject([{ result: 'taken' }, { result: 'taken' }, { result: 'taken' }]);
    expect([await childrenOf(box), await childrenOf(label)]).toEqual([full.slice(1).sort(), []]);
  });

  test('hold what was counted in them', async () => {
    const { made, units, box, pack } = await ordered();
    await sent([pack(box, units.slice(0, 3))]);
    const counted = [...units.slice(0, 2), units[3] ?? ''];
    const scan = {
      act: 'repack' as const,
      document_id: made.workOrderId,
      code: box,
      codes: counted,
      reason: 'counted',
    };
    expect(await sent([scan])).toMatchObject([{ result: 'taken' }]);
    expect(await childrenOf(box)).toEqual(counted.toSorted());
    const loader = await server.as(['freight', 'freight:load'], {});
    expect(await sent([scan], loader)).toMatchObject([{ result: 'refused' }]);
  });

  test('get bottles on which labels were put one by one, each once', async () => {
    const { made, units } = await ordered();
    const [one = '', two = ''] = units;
    await server.data(codesBind, { work_order_id: made.workOrderId, codes: [one, two] });
    const { classOf } = await (await taken('commission', made.workOrderId)).read();
    expect(classOf(one)).toMatchObject({ product_id: made.productId, lot: made.lot, units: 1, fresh: true });
    const put = { act: 'commission' as const, document_id: made.workOrderId, code: one };
    expect(await sent([put, put])).toMatchObject([
      { result: 'taken', units: 1, product_id: made.productId },
      { result: 'known', units: 0 },
    ]);
    const { classOf: after } = await (await taken('commission', made.workOrderId)).read();
    expect([after(one)?.fresh, after(two)?.fresh]).toEqual([undefined, true]);
    expect(await taskOf('commission', made.workOrderId)).toMatchObject({ done: 1 });
  });

  test('that are refused name each code, and are settled like a single scan', async () => {
    const { units, box, pack } = await ordered();
    const [refused] = await sent([pack(box, [...units.slice(0, 2), '1999999999999'])]);
    expect(refused).toMatchObject({ result: 'refused', refusals: [{ code: '1999999999999', reason: 'unknown_code' }] });
    await server.data(settleScan, { id: refused?.id ?? '', how: 'dropped', reason: 'not ours' });
    const { refusals } = await server.data(refusedScans, {});
    expect(refusals.some(({ id }) => id === refused?.id)).toBe(false);
  });

  test('without the right to it are refused, whatever else the person may do', async () => {
    const { units, box, pack } = await ordered();
    const loader = await server.as(['freight', 'freight:load'], {});
    const some = [pack(box, units.slice(0, 3)), { act: 'unpack' as const, code: box, reason: 'mine' }];
    expect((await sent(some, loader)).map(({ result }) => result)).toEqual(['refused', 'refused']);
  });
});

describe('inspections', () => {
  let inspector: string;
  beforeAll(async () => {
    inspector = await server.as(['inspectrecord', 'inspectrecord:add'], { name: 'inspector' });
  });

  test('are judged, kept once, and recorded as changes, whether there is such a code or not', async () => {
    const [sold] = await goods.cases(await goods.made(from), 1);
    const [bottle = ''] = sold?.bottles ?? [];
    const position = { latitude: 31.2, longitude: 121.5, accuracy: 9 };
    const batch = scannedBy(newDevice(), [
      { act: 'inspect', code: bottle, position, reason: 'on the shelf' },
      { act: 'inspect', code: '999999999999' },
    ]);
    const [first, second] = (await server.data(scans, batch, { token: inspector })).results;
    expect([first, second]).toMatchObject([
      { result: 'taken', printed: bottle, inspection: { verdict: 'normal', observations: ['not_sold'] } },
      { result: 'taken', inspection: { verdict: 'unknown', expected: null } },
    ]);
    expect((await server.data(scans, batch, { token: inspector })).results).toEqual([first, second]);
    const { rows } = await server.data(inspectRecord.page, { code: bottle });
    expect(rows).toMatchObject([{ latitude: 31.2, note: 'on the shelf', id: first?.inspection?.id }]);
    const [entry] = (await server.data(auditLog.page, {})).rows.filter(({ call }) => call === inspectAdd.path);
    expect(entry).toMatchObject({ account_name: 'inspector' });
  });

  test('at a stop of a task are of its dealer', async () => {
    const [row] = await server.sql<{ id: number }[]>`select id from account where name = 'inspector'`;
    const warning_id = await suspected(server.sql, { subject: 'h1', province: '浙江省', at: [30.2, 120.1] });
    const stops = [{ name: 'Shop 1', dealer_id: dealerId }];
    await server.data(taskAdd, { warning_id, assignee_id: row?.id ?? 0, due_at: '2199-01-01T00:00:00Z', stops });
    const { tasks: own } = await server.data(tasks, {}, { token: inspector });
    const stop = own.find(({ kind }) => kind === 'inspect');
    expect(stop).toMatchObject({ about: 'Shop 1', done: 0 });
    const { head } = await (await taken('inspect', stop?.id ?? 0, inspector)).read();
    expect(head).toMatchObject({ lines: [], classes: [] });
    const [one] = await goods.cases(await goods.made(from), 1);
    const scan = { act: 'inspect' as const, document_id: stop?.id ?? 0, code: one?.code ?? '' };
    expect(await sent([scan], inspector)).toMatchObject([{ result: 'taken' }]);
    const { rows } = await server.data(inspectRecord.page, { code: one?.code ?? '' });
    expect(rows).toMatchObject([{ found_dealer_id: dealerId, task_id: expect.any(Number) }]);
    const dealer = await server.as(['freight', 'freight:load'], { dealer: dealerId });
    expect(await sent([scan], dealer)).toMatchObject([{ result: 'refused' }]);
  });

  test('of what is no code at all are refused, and settled by a person', async () => {
    const [refused] = await sent([{ act: 'inspect', code: '#REF!' }]);
    expect(refused).toMatchObject({ result: 'refused' });
    await server.data(settleScan, { id: refused?.id ?? '', how: 'dropped', reason: 'a slip' });
  });

  test('sent twice at once, refused ones have one answer', async () => {
    for (let round = 0; round < 5; round++) {
      const given = scannedBy(newDevice(), [{ act: 'inspect', code: '#REF!' }]);
      const both = await Promise.all([1, 2, 3, 4].map(() => server.data(scans, given)));
      for (const { results } of both) expect(results).toEqual(both[0]?.results);
      expect(both[0]?.results).toMatchObject([{ id: given.scans[0]?.id, result: 'refused' }]);
    }
  });
});
