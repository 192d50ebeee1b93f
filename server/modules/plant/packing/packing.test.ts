import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { workOrder, workOrderHold, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import {
  eventHistory,
  pack,
  packable,
  packageTree,
  packSet,
  packUndo,
  repack,
  replace,
  unpack,
} from '@suyuan/contract/plant/packing/packing.ts';
import { orderAdd, setAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { codesTold } from '@suyuan/contract/trace/event-row.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let hierarchyId: number;
const rules: Partial<Record<Level, number>> = {};
type Level = 1 | 3 | 4;

beforeAll(async () => {
  server = await testServer();
  const levels = [];
  for (const [unit_code, level, quantity] of [
    ['bottle', 1, 1],
    ['case', 3, 3],
    ['pallet', 4, 2],
  ] as const) {
    const { id: unit_id } = await server.data(packagingUnit.add, { unit_code, level, symbol_zh: unit_code });
    levels.push({ unit_id, quantity });
    rules[level] = (
      await server.data(codeRule.add, {
        rule_name: unit_code,
        level,
        prefix: `${level}`,
        alphabet: 'digits',
        body_length: 12,
        check: 'none',
        carrier: 'plain',
      })
    ).id;
  }
  const relation = await server.data(hierarchy.add, { hierarchy_code: 'H', hierarchy_name: '1=2=6', levels });
  hierarchyId = relation.id;
});
afterAll(() => server.stop());

/** Codes that nobody has used, as they are printed. */
async function codesOf(level: Level, quantity: number): Promise<string[]> {
  const { id } = await server.data(orderAdd, { rule_id: rules[level] as number, quantity });
  return codesOfOrder(server, id);
}

let made = 0;
/** A running work order of a product of its own. */
async function runningOrder(): Promise<number> {
  const name = `P${++made}`;
  const { id: product_id } = await server.data(product.add, { product_code: name, product_name: name });
  const given = { product_id, quantity: 100, hierarchy_id: hierarchyId, lot: name };
  const { id } = await server.data(workOrder.add, given);
  await server.data(workOrderRelease, { id });
  await server.data(workOrderStart, { id });
  return id;
}

/** A running order, and a case of it that holds three units. */
async function packedCase() {
  const work_order_id = await runningOrder();
  const units = await codesOf(1, 5);
  const [box, other] = (await codesOf(3, 2)) as [string, string];
  const children = units.slice(0, 3);
  const { event_id } = await server.data(pack, { work_order_id, parent: box, children });
  return { work_order_id, units, box, other, children, event_id };
}

/** What a call was refused for, code by code. */
async function refusalsOf(call: Call, input: object, token = server.admin): Promise<readonly EventRefusal[]> {
  const { status, envelope } = await server.call(call, input, { language: 'en', token });
  expect(status).toBe(409);
  return (envelope.data as { refusals: readonly EventRefusal[] }).refusals;
}
const reasonsOf = async (call: Call, input: object) =>
  (await refusalsOf(call, input)).map(({ code, reason }) => [code, reason]);
const childrenOf = async (code: string) => (await server.data(packageTree, { code })).children.map((one) => one.code);
const statusOf = async (call: Call, input: unknown, token = server.admin) =>
  (await server.call(call, input, { token })).status;

describe('packing', () => {
  test('names the product or lot of a code that does not fit, and its hold', async () => {
    const { work_order_id, children, other } = await packedCase();
    const [loose] = children as [string];
    const ours = (await server.data(workOrder.page, { id: work_order_id })).rows[0];
    const { product_id, lot } = { product_id: ours?.product_id as number, lot: ours?.lot as string };
    await server.data(unpack, { children: [loose], reason: 'torn' });
    const orderOf = async (given: { product_id: number; lot: string }) => {
      const { id } = await server.data(workOrder.add, { ...given, quantity: 10, hierarchy_id: hierarchyId });
      await server.data(workOrderRelease, { id });
      await server.data(workOrderStart, { id });
      return id;
    };
    const packedFor = async (id: number) =>
      refusalsOf(pack, { work_order_id: id, parent: other, children: [loose], remainder: true });
    expect(await packedFor(await runningOrder())).toMatchObject([
      {
        reason: 'wrong_product',
        conflict: `${ours?.product_code} ${ours?.product_name}`,
        message: expect.stringContaining(`of ${ours?.product_code} ${ours?.product_name}, another product`),
      },
    ]);
    expect(await packedFor(await orderOf({ product_id, lot: 'OTHER' }))).toMatchObject([
      { reason: 'wrong_lot', conflict: lot, message: expect.stringContaining(`of lot ${lot}`) },
    ]);
    await server.sql`
      insert into hold (lot_id, reason, held_by) select id, 'for the test', 1 from lot where lot_no = ${lot}`;
    expect(await packedFor(work_order_id)).toMatchObject([
      {
        reason: 'on_hold',
        conflict: lot,
        message: `The goods are on hold (${lot}). Have them released first, or take others.`,
      },
    ]);
  });

  test('follows what the work order can mix, and whether it can leave incomplete packages', async () => {
    const { work_order_id, children } = await packedCase();
    const [loose] = children as [string];
    const boxes = (await codesOf(3, 2)) as [string, string];
    const ours = (await server.data(workOrder.page, { id: work_order_id })).rows[0];
    const other = (await server.data(workOrder.page, { id: await runningOrder() })).rows[0];
    const orderOf = async (product_id: number, more: object) => {
      const given = {
        product_id,
        lot: `L${++made}`,
        quantity: 10,
        hierarchy_id: hierarchyId,
      };
      const { id } = await server.data(workOrder.add, { ...given, ...more });
      await server.data(workOrderRelease, { id });
      await server.data(workOrderStart, { id });
      return id;
    };
    const takenOut = () => server.data(unpack, { children: [loose], reason: 'moved' });
    const packing = { children: [loose], remainder: true };
    await takenOut();
    const ofProduct = await orderOf(ours?.product_id as number, { mix: 'one_product' });
    await server.data(pack, { ...packing, work_order_id: ofProduct, parent: boxes[0] });
    await takenOut();
    const next = { ...packing, parent: boxes[1] };
    const unmixed = await orderOf(other?.product_id as number, { mix: 'one_product' });
    expect(await reasonsOf(pack, { ...next, work_order_id: unmixed })).toEqual([[loose, 'wrong_product']]);
    await server.data(pack, { ...next, work_order_id: await orderOf(other?.product_id as number, { mix: 'mixed' }) });
    await takenOut();
    const whole = await orderOf(ours?.product_id as number, { mix: 'mixed', remainder: 'refused' });
    expect(await reasonsOf(pack, { ...next, work_order_id: whole })).toEqual([[boxes[1], 'remainder_refused']]);
  });

  test('names every code that does not fit, with reason and conflict, and packs nothing', async () => {
    const { work_order_id, units, box, other } = await packedCase();
    const children = [units[0], units[3], units[3], other, '1000', 'nothing'] as string[];
    const known = children.slice(0, 4);
    expect(await reasonsOf(pack, { work_order_id, parent: other, children })).toEqual([
      ['1000', 'unknown_code'],
      ['nothing', 'unknown_code'],
      [units[0], 'packed_elsewhere'],
      [units[3], 'repeated_line'],
      [other, 'contains_itself'],
    ]);
    const refusals = await refusalsOf(pack, { work_order_id, parent: other, children: known });
    expect(refusals).toEqual([
      {
        code: units[0],
        reason: 'packed_elsewhere',
        message: `It lies in ${box}. Take it out there first; under Packing it can also be moved.`,
        conflict: box,
      },
      expect.objectContaining({ code: units[3], reason: 'repeated_line' }),
      expect.objectContaining({ code: other, reason: 'contains_itself' }),
    ]);
    expect(await childrenOf(other)).toEqual([]);
  });

  test('an incomplete package is accepted only on request, and is filled up later', async () => {
    const work_order_id = await runningOrder();
    const units = await codesOf(1, 3);
    const [box] = (await codesOf(3, 1)) as [string];
    const two = { work_order_id, parent: box, children: units.slice(0, 2) };
    expect(await refusalsOf(pack, two)).toMatchObject([{ code: box, reason: 'incomplete', conflict: '2 / 3' }]);
    expect(await server.data(pack, { ...two, remainder: true })).toMatchObject({ packed: 2, complete: false });
    expect(await server.data(packageTree, { code: box })).toMatchObject({ remainder: true, units: 2, capacity: 3 });
    const last = { work_order_id, parent: box, children: units.slice(2) };
    expect(await server.data(pack, last)).toMatchObject({ packed: 1, complete: true });
    expect(await server.data(packageTree, { code: box })).toMatchObject({ remainder: false, units: 3 });
  });

  test('serves more concurrent people than there are database connections', async () => {
    const { box, units } = await packedCase();
    const trees = await Promise.all(Array.from({ length: 24 }, () => server.data(packageTree, { code: box })));
    for (const { children } of trees) expect(children.map(({ code }) => code)).toEqual(units.slice(0, 3));
  });

  test('contents of another package are moved on request', async () => {
    const { work_order_id, units, box, other } = await packedCase();
    const children = [units[0], units[3], units[4]] as string[];
    await server.data(pack, { work_order_id, parent: other, children, moving: true });
    expect(await childrenOf(box)).not.toContain(units[0]);
    expect(await childrenOf(other)).toHaveLength(3);
  });

  test('the same batch key repeats the answer, and packs once', async () => {
    const work_order_id = await runningOrder();
    const children = await codesOf(1, 3);
    const [box] = (await codesOf(3, 1)) as [string];
    const sent = { work_order_id, parent: box, children, batch_key: 'desk 1, 17' };
    const answer = await server.data(pack, sent);
    expect(await server.data(pack, sent)).toEqual(answer);
    expect(await server.data(eventHistory, { act: 'pack', code: box })).toHaveLength(1);
  });

  test('unpacking, replacing and correcting happen once under a key, which belongs to its call', async () => {
    const { work_order_id, units, box } = await packedCase();
    const [one, two, fresh] = [units[0], units[1], units[3]] as [string, string, string];
    const [reason, batch_key] = ['torn', 'desk 2'];
    const out = { children: [one], reason, batch_key };
    expect(await server.data(unpack, out)).toEqual(await server.data(unpack, out));
    expect((await server.call(unpack, { ...out, children: [two] })).status).toBe(409);
    const other = { old: two, new: fresh, reason, batch_key };
    expect(await server.data(replace, other)).toEqual(await server.data(replace, other));
    const counted = { work_order_id, parent: box, contents: [fresh], reason, batch_key };
    expect(await server.data(repack, counted)).toEqual(await server.data(repack, counted));
    expect(await childrenOf(box)).toEqual([fresh]);
    expect(await server.data(eventHistory, { act: 'replace', code: fresh })).toHaveLength(1);
  });

  test('is refused for an order that is not running', async () => {
    const { work_order_id, units, other } = await packedCase();
    await server.data(workOrderHold, { id: work_order_id });
    const request = { work_order_id, parent: other, children: units.slice(3), remainder: true };
    expect(await reasonsOf(pack, request)).toEqual([[other, 'order_not_running']]);
  });
});

describe('a set', () => {
  /** Cases with the three units each that were ordered with them. */
  async function sets(count: number): Promise<{ boxes: string[]; units: string[] }> {
    const rule_ids = [rules[3], rules[1]] as number[];
    const { orders } = await server.data(setAdd, { ratio: '1:3', sets: count, rule_ids });
    const [boxes, units] = await Promise.all(orders.map(({ id }) => codesOfOrder(server, id)));
    return { boxes: boxes ?? [], units: units ?? [] };
  }

  test('is packed whole by its outermost code, and undone', async () => {
    const work_order_id = await runningOrder();
    const { boxes, units } = await sets(2);
    const [box, next] = boxes as [string, string];
    const confirming = { work_order_id, code: box, batch_key: 'set 1' };
    const answer = await server.data(packSet, confirming);
    expect(answer.packed).toBe(3);
    expect(await server.data(packSet, confirming)).toEqual(answer);
    expect(await childrenOf(box)).toEqual(units.slice(0, 3));
    expect(await server.data(packageTree, { code: units[2] as string })).toMatchObject({
      ...{ life: 'active', work_order_id, parents: [{ code: box, units: 3 }] },
    });
    expect(await childrenOf(next)).toEqual([]);
    await server.data(packUndo, { parent: box, event_id: answer.event_id });
    expect(await childrenOf(box)).toEqual([]);
    const history = await server.data(eventHistory, { code: units[0] as string });
    expect(history.map(({ act: eventType, corrected }) => [eventType, corrected])).toEqual([
      ['unpack', false],
      ['pack', true],
    ]);
  });

  test('is refused with a reason if it is not a set, or one of its codes is used', async () => {
    const work_order_id = await runningOrder();
    const { boxes, units } = await sets(2);
    const [box, next] = boxes as [string, string];
    const [plain] = (await codesOf(3, 1)) as [string];
    await server.data(packSet, { work_order_id, code: box });
    for (const code of [units[4], plain])
      expect(await reasonsOf(packSet, { work_order_id, code })).toContainEqual([code, 'not_a_set']);
    // Confirmed once more it is known; but not once something was taken out of it.
    expect(await server.data(packSet, { work_order_id, code: box })).toMatchObject({ packed: 0, known: 1 });
    await server.data(unpack, { children: units.slice(0, 1), reason: '渗漏' });
    expect(await refusalsOf(packSet, { work_order_id, code: box })).toEqual([
      {
        code: box,
        reason: 'packed_already',
        message:
          'It is packed already, with 2 units in it, and cannot be confirmed as a whole set. ' +
          'Scan what goes into it one by one.',
        conflict: '2',
      },
    ]);
    const moving = { parent: plain, children: [units[0], units[3]] as string[], remainder: true };
    await server.data(pack, { work_order_id, ...moving });
    expect(await reasonsOf(packSet, { work_order_id, code: next })).toEqual([[units[3], 'packed_elsewhere']]);
    expect(await childrenOf(box)).toEqual(units.slice(1, 3));
  });

  test('is refused if packages of the work order hold more or less', async () => {
    const work_order_id = await runningOrder();
    const reason = 'set_differs';
    for (const [ratio, conflict] of [
      ['1:2', '2 ≠ 3'],
      ['1:4', '4 ≠ 3'],
    ] as const) {
      const rule_ids = [rules[3], rules[1]] as number[];
      const { orders } = await server.data(setAdd, { ratio, sets: 1, rule_ids });
      const [code] = (await codesOfOrder(server, orders[0]?.id as number)) as [string];
      expect(await refusalsOf(packSet, { work_order_id, code })).toMatchObject([{ code, reason, conflict }]);
    }
  });
});

describe('scanning', () => {
  test('shows what a code is, its contents, and whether it fits, before anything is packed', async () => {
    const { work_order_id, units, box, other } = await packedCase();
    const [fresh, full, wrong] = await server.data(packable, {
      work_order_id,
      codes: [other, box, units[3] as string],
    });
    expect(fresh).toEqual({
      sent: other,
      code: other,
      level: 3,
      units: 0,
      capacity: 3,
      contents: 0,
      contents_level: 1,
      most_contents: 3,
      void_inside: 0,
      lies_in: null,
      refusals: [],
    });
    expect(full).toMatchObject({ units: 3, refusals: [{ code: box, reason: 'over_capacity', conflict: '4 > 3' }] });
    expect(wrong).toMatchObject({ level: 1, refusals: [{ reason: 'not_a_package' }] });
    const codes = [units[3], units[0], 'nothing'] as string[];
    expect(await server.data(packable, { work_order_id, parent: other, codes })).toMatchObject([
      { units: 1, refusals: [] },
      { lies_in: box, refusals: [{ reason: 'packed_elsewhere', conflict: box }] },
      { sent: 'nothing', code: null, refusals: [{ reason: 'unknown_code' }] },
    ]);
    expect(await childrenOf(other)).toEqual([]);
  });

  test('a code can be checked without a work order', async () => {
    const { units, box } = await packedCase();
    expect(await server.data(packable, { codes: [units[0] as string, box] })).toMatchObject([
      { lies_in: box, refusals: [] },
      { level: 3, units: 3, capacity: 3, lies_in: null, refusals: [] },
    ]);
  });
});

test('the history of a code shows the first codes of an event, packages first, and their number', async () => {
  const work_order_id = await runningOrder();
  const [units, boxes] = [await codesOf(1, 24), await codesOf(3, 8)];
  for (const [n, parent] of boxes.entries())
    await server.data(pack, { work_order_id, parent, children: units.slice(3 * n, 3 * n + 3) });
  await server.data(unpack, { children: units, reason: 'repacked' });
  const [latest] = await server.data(eventHistory, { act: 'unpack', code: units[23] as string });
  expect(latest).toMatchObject({ code_count: 32, codes: boxes.slice(0, codesTold) });
});

describe('a wrong packing', () => {
  test('is undone by the person who made it: its codes are free again', async () => {
    const { work_order_id, box, other, children, event_id } = await packedCase();
    await server.data(packUndo, { parent: box, event_id });
    expect(await childrenOf(box)).toEqual([]);
    expect(await server.data(pack, { work_order_id, parent: other, children })).toMatchObject({ complete: true });
    const history = await server.data(eventHistory, { code: children[0] as string });
    expect(history.map(({ act: eventType, corrected }) => [eventType, corrected])).toEqual([
      ['pack', false],
      ['unpack', false],
      ['pack', true],
    ]);
  });

  test('is not undone by another person', async () => {
    const { box, event_id } = await packedCase();
    const other = await server.as(['relevance', 'relevance:pack']);
    expect((await server.call(packUndo, { parent: box, event_id }, { token: other })).envelope.data).toMatchObject({
      refusals: [{ code: box, reason: 'packed_by_another' }],
    });
    expect(await statusOf(packUndo, { parent: box, event_id: event_id + 1_000_000 })).toBe(404);
    expect(await childrenOf(box)).toHaveLength(3);
  });

  test('is corrected by the counted contents of the box', async () => {
    const { work_order_id, units, box } = await packedCase();
    const contents = units.slice(1, 4);
    await server.data(repack, { work_order_id, parent: box, contents, reason: '实物清点' });
    expect((await childrenOf(box)).toSorted()).toEqual(contents.toSorted());
    expect((await server.data(packageTree, { code: units[0] as string })).parents).toEqual([]);
    const repeated = [...units.slice(1, 4), units[4]];
    expect(await reasonsOf(repack, { work_order_id, parent: box, contents: repeated, reason: '实物清点' })).toEqual([
      [box, 'over_capacity'],
    ]);
  });
});

describe('unpacking', () => {
  test('takes several out with a reason, and leaves the package incomplete', async () => {
    const { units, box } = await packedCase();
    await server.data(unpack, { children: units.slice(0, 2), reason: '瓶盖渗漏' });
    expect(await childrenOf(box)).toEqual([units[2]]);
    expect(await server.data(packageTree, { code: box })).toMatchObject({ remainder: true, units: 1 });
    const [line] = await server.data(eventHistory, { act: 'unpack', code: units[0] as string });
    expect(line).toMatchObject({ act: 'unpack', reason: '瓶盖渗漏', by: expect.any(String), corrected: false });
    expect(line?.codes.toSorted()).toEqual(units.slice(0, 2).toSorted());
  });

  test('dissolves a package, once', async () => {
    const { box } = await packedCase();
    expect(await server.data(unpack, { parent: box, reason: '返工' })).toMatchObject({ packed: 3 });
    expect(await childrenOf(box)).toEqual([]);
    expect(await server.data(unpack, { parent: box, reason: '返工' })).toMatchObject({ packed: 0, known: 1 });
  });

  test('refuses codes that are in no package, by name', async () => {
    const { units } = await packedCase();
    const loose = units[0] as string;
    await server.data(unpack, { children: [loose], reason: '返工' });
    expect(await reasonsOf(unpack, { children: [loose, units[1], units[1]], reason: '返工' })).toEqual([
      [loose, 'not_packed'],
      [units[1], 'repeated_line'],
    ]);
  });
});

describe('replacing', () => {
  test('gives a new code the place and contents of the old one', async () => {
    const { box, other, children } = await packedCase();
    await server.data(replace, { old: box, new: other, reason: '标签破损' });
    expect(await server.data(packageTree, { code: box })).toMatchObject({ life: 'inactive', children: [] });
    expect((await childrenOf(other)).toSorted()).toEqual(children.toSorted());
    const [line] = await server.data(eventHistory, { act: 'replace', code: other });
    expect(line?.codes.toSorted()).toEqual([box, other].toSorted());
  });

  test('is refused for a code of another level, one in use, and one already replaced', async () => {
    const { units, box, other } = await packedCase();
    const reason = '标签破损';
    expect(await reasonsOf(replace, { old: box, new: units[4], reason })).toEqual([[units[4], 'other_level']]);
    expect(await reasonsOf(replace, { old: units[0], new: units[1], reason })).toEqual([
      [units[1], 'commissioned_already'],
    ]);
    const { id: product_id } = await server.data(product.add, { product_code: 'ELSE', product_name: 'Else' });
    const theirs = await server.data(orderAdd, { rule_id: rules[1] as number, product_id, quantity: 1 });
    const [another] = await codesOfOrder(server, theirs.id);
    expect(await reasonsOf(replace, { old: units[0], new: another, reason })).toEqual([[another, 'other_product']]);
    await server.data(replace, { old: box, new: other, reason });
    const [next] = (await codesOf(3, 1)) as [string];
    expect(await reasonsOf(replace, { old: box, new: next, reason })).toEqual([[box, 'inactive']]);
  });
});

describe('people of a factory', () => {
  test("cannot find other factories' work orders and codes", async () => {
    const [ours, theirs] = [await server.party('factory'), await server.party('factory')];
    const { work_order_id, units, box, other } = await packedCase();
    await server.sql`update work_order set factory_id = ${theirs} where id = ${work_order_id}`;
    const permissions = ['relevance', 'relevance:pack', 'unrelevance1', 'unrelevance1:add'] as const;
    const token = await server.as(permissions, { factory: ours });
    const request = { work_order_id, parent: other, children: units.slice(3) };
    expect(await statusOf(pack, request, token)).toBe(404);
    expect(await statusOf(packable, { work_order_id, codes: [other] }, token)).toBe(404);
    for (const [call, input] of [
      [unpack, { parent: box, reason: '返工' }],
      [packageTree, { code: box }],
      [eventHistory, { code: box }],
    ] as const) {
      expect(await refusalsOf(call, input, token)).toMatchObject([{ code: box, reason: 'unknown_code' }]);
    }
    expect(await server.data(packable, { codes: [box] }, { token })).toMatchObject([{ code: null, units: 0 }]);
    const own = await server.as(permissions, { factory: theirs });
    expect(await statusOf(packageTree, { code: box }, own)).toBe(200);
  });

  test('can fill a case again after emptying it', async () => {
    const factory = await server.party('factory');
    const { work_order_id, units, box } = await packedCase();
    await server.sql`update work_order set factory_id = ${factory} where id = ${work_order_id}`;
    const permissions = ['relevance', 'relevance:pack', 'unrelevance1', 'unrelevance1:add'] as const;
    const token = await server.as(permissions, { factory });
    await server.data(unpack, { parent: box, reason: '返工' }, { token });
    const packing = { work_order_id, parent: box, children: units.slice(0, 3) };
    expect(await server.data(packable, { work_order_id, codes: [box] }, { token })).toMatchObject([{ code: box }]);
    expect(await server.data(pack, packing, { token })).toMatchObject({ packed: 3, complete: true });
  });
});

test('a given time is kept: before the last event of a code it is refused, and nothing is moved', async () => {
  const { work_order_id, units, box, other, event_id } = await packedCase();
  const [row] = await server.sql<{ at: Date }[]>`select event_time as at from trace_event where id = ${event_id}`;
  const event_time = new Date((row as { at: Date }).at.getTime() - 1).toISOString();
  const fresh = units[4] as string;
  const calls: readonly [Call, object, string][] = [
    [unpack, { parent: box, reason: 'x' }, box],
    [unpack, { children: [units[0]], reason: 'x' }, units[0] as string],
    [replace, { old: units[0], new: fresh, reason: 'x' }, units[0] as string],
    [pack, { work_order_id, parent: other, children: [units[0]], moving: true, remainder: true }, units[0] as string],
  ];
  for (const [call, input, code] of calls) {
    expect([call.path, await reasonsOf(call, { ...input, event_time })]).toEqual([
      call.path,
      expect.arrayContaining([[code, 'before_last_act']]),
    ]);
  }
  const since = new Date((row as { at: Date }).at.getTime() + 1).toISOString();
  const taken = await server.data(unpack, { children: [units[0] as string], reason: 'x', event_time: since });
  const [later] = await server.sql<{ at: Date }[]>`
    select event_time as at from trace_event where id = ${taken.event_id}`;
  expect(later?.at.toISOString()).toBe(since);
});

test('bad input is refused with 400, an unknown work order with 404', async () => {
  const { work_order_id, units, box, other } = await packedCase();
  const many = Array.from({ length: 2001 }, (_, n) => `1${n}`);
  const packing = { work_order_id, parent: other, children: [units[3]] };
  const cases: readonly [Call, object, number][] = [
    [pack, { ...packing, work_order_id: 999_999 }, 404],
    [repack, { work_order_id: 999_999, parent: box, contents: [], reason: 'x' }, 404],
    [packable, { work_order_id: 999_999, codes: [box] }, 404],
    [pack, { ...packing, children: [] }, 400],
    [pack, { ...packing, children: many }, 400],
    [pack, { ...packing, parent: ' ' }, 400],
    [pack, { ...packing, event_time: '2026-02-30T00:00:00Z' }, 400],
    [pack, { ...packing, event_time: '2200-01-01T00:00:00+08:00', remainder: true }, 409],
    [packable, { codes: many }, 400],
    [packable, { codes: [] }, 400],
    [unpack, { reason: 'x' }, 400],
    [unpack, { parent: box, children: [units[0]], reason: 'x' }, 400],
    [unpack, { parent: box }, 400],
    [unpack, { parent: box, reason: ' ' }, 400],
    [unpack, { children: many, reason: 'x' }, 400],
    [replace, { old: box, new: box, reason: 'x' }, 409],
    [replace, { old: 'nothing', new: '\u0000', reason: 'x' }, 400],
    [repack, { work_order_id, parent: box, contents: many, reason: 'x' }, 400],
    [packUndo, { parent: box, event_id: 0 }, 400],
    [packageTree, { code: '' }, 400],
    [packageTree, { code: 'nothing' }, 409],
    [eventHistory, { size: 201 }, 400],
  ];
  for (const [call, input, status] of cases) {
    expect([call.path, JSON.stringify(input).slice(0, 120), await statusOf(call, input)]).toEqual([
      call.path,
      JSON.stringify(input).slice(0, 120),
      status,
    ]);
  }
});
