import type { InputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import {
  deviceBatch,
  deviceHeartbeat,
  deviceLease,
  deviceLeaseCodes,
  deviceLeaseReturn,
} from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd, deviceKeyRevoke, deviceKeyRotate } from '@suyuan/contract/plant/device/device-key.ts';
import {
  workOrderDetail,
  workOrderFinish,
  workOrderHold,
  workOrderReconciliation,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose, workOrderReopen, workOrderToCome } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { pack, packageTree, replace, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printedMoment } from '#platform/print/moment.ts';
import { codesOfOrder } from '#test/goods/codes-of-order.ts';
import { deviceAt, type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { differences } from '#trace/figures/verify.ts';

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let line_id: number;
let order: { id: number; order_no: string };

beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  ({ device, line_id } = await plant.line());
  order = await plant.workOrder(line_id, { quantity: 10_000 });
  await plant.codes(1, 100_000);
  await plant.codes(3, 10_000);
  await plant.codes(4, 1000);
});
afterAll(() => server.stop());

type SentEvent = InputOf<typeof deviceBatch>['acts'][number];

let count = 0;
const begun = Date.now() - 3_600_000;
/** An event of the order, a second after the one before. */
const event = (kind: SentEvent['act'], codes: readonly string[], more: Partial<SentEvent> = {}): SentEvent => ({
  id: `a${++count}`,
  act: kind,
  event_time: new Date(begun + count * 1000).toISOString(),
  order_no: order.order_no,
  codes: [...codes],
  ...more,
});
const packed = (parent: string, codes: readonly string[], more: Partial<SentEvent> = {}) =>
  event('packed', codes, { parent, ...more });

const codesOf = async (of: TestDevice, lease: number): Promise<string[]> => {
  const response = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, { headers: { 'device-key': of.key } });
  // Digits may begin as what is compressed does.
  expect(response.headers.get('content-encoding')).toBeNull();
  return (await response.text()).trimEnd().split('\n');
};
const lease = async (
  level: number,
  quantity: number,
  by = device,
  { order_no }: { readonly order_no: string } = order,
): Promise<string[]> => {
  const given = await by.data(deviceLease, { order_no, level, quantity });
  return codesOf(by, given.lease);
};
const send = async (events: readonly SentEvent[], batch_key = `b${++count}`, by = device) =>
  (await by.data(deviceBatch, { batch_key, acts: [...events] })).results;
const resultsOf = async (...events: SentEvent[]) => (await send(events)).map(({ result }) => result);
const exceptions = async () =>
  server.sql<{ cause: string; raw: { id: string } }[]>`select cause, raw from exception order by id`;
const reconciled = async () => server.data(workOrderReconciliation, { id: order.id });

describe('a device', () => {
  test('repeated under another key is accepted without recording, counting or raising anything', async () => {
    const [bottles, labels] = [await lease(1, 3), await lease(1, 4)];
    const [box] = await lease(3, 1);
    const events = [
      event('printed', labels),
      event('bound', bottles),
      packed(box as string, bottles),
      event('scrapped', labels.slice(0, 1), { cause: 'torn' }),
      event('sampled', labels.slice(1, 2), { cause: 'check' }),
      event('rejected', labels.slice(2, 3), { cause: 'dirty' }),
      event('unpacked', [], { parent: box as string, cause: 'open' }),
    ];
    const all = Array.from(events, () => 'taken');
    expect(await resultsOf(...events)).toEqual(all);
    const recorded = async () => {
      const [row] = await server.sql`select count(*)::int as count, max(id) as last from trace_event`;
      return { row, figures: await reconciled(), exceptions: (await exceptions()).length };
    };
    const before = await recorded();
    // Packing goes by contents: of the package that is open again the repeated packing is too late.
    const repeated = events.filter(({ act: kind }) => kind !== 'packed');
    const other = deviceAt(server, await server.data(deviceKeyAdd, { line_id, name: 'second gateway' }));
    for (const [by, seconds] of [
      [device, 0],
      [other, 0],
      [device, 30],
    ] as const) {
      const earlier = (at: string) => new Date(Date.parse(at) - seconds * 1000).toISOString();
      const again = repeated.map((one) => ({
        ...one,
        id: `${one.id}-${by.id}-${seconds}`,
        event_time: earlier(one.event_time),
      }));
      const results = await send(again, undefined, by);
      expect(results.map(({ result }) => result)).toEqual(all.slice(1));
      expect(await recorded()).toEqual(before);
    }
    const later = repeated
      .filter(({ act: kind }) => kind !== 'unpacked')
      .map((one, n) => ({ ...one, id: `later-${n}`, event_time: event('printed', []).event_time }));
    expect((await send(later)).filter(({ result }) => result === 'refused')).not.toEqual([]);
  });

  test('is identified only by its key, which can be rotated and revoked', async () => {
    const beat = { state: 'execute', queue: 0 };
    for (const key of ['', 'sk_none', `${device.key}x`]) {
      const { status, envelope } = await deviceAt(server, { id: 0, key }).call(deviceHeartbeat, beat);
      expect([status, envelope.code]).toEqual([401, ErrorCode.unknownDevice]);
    }
    expect((await server.call(deviceHeartbeat, beat)).status).toBe(401);
    const { device: other } = await plant.line();
    const next = deviceAt(server, await server.data(deviceKeyRotate, { id: other.id }));
    expect((await other.call(deviceHeartbeat, beat)).status).toBe(401);
    expect((await next.call(deviceHeartbeat, beat)).status).toBe(200);
    await server.data(deviceKeyRevoke, { id: next.id });
    const { status, envelope } = await next.call(deviceBatch, {});
    expect([status, envelope.message]).toEqual([401, expect.stringContaining('device key')]);
  });

  test('gets the work orders of its line with its heartbeat', async () => {
    const counters = { processed: 12, defective: 1 };
    const { time, orders } = await device.data(deviceHeartbeat, { state: 'execute', queue: 3, counters });
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
    expect(orders).toMatchObject([
      {
        order_no: order.order_no,
        status: 'running',
        product_code: 'W',
        lot: 'LOT1',
        quantity: 10_000,
        limit: 10_500,
        capacities: [
          { level: 1, units: 1 },
          { level: 3, units: 3 },
          { level: 4, units: 6 },
        ],
      },
    ]);
    await device.data(deviceHeartbeat, { state: 'held', queue: 0 });
    const rows =
      await server.sql`select state, queue, counters from device_heartbeat where device_key_id = ${device.id}`;
    expect(rows).toEqual([{ state: 'held', queue: 0, counters: null }]);
    const unknown = await device.call(deviceHeartbeat, { state: 'running', queue: 0 });
    expect(reasonsOf(unknown.envelope)).toEqual(['state not_a_choice']);
  });

  test("cannot use other lines' work orders and goods", async () => {
    const units = await lease(1, 4);
    const [box] = (await lease(3, 1)) as [string];
    expect(await resultsOf(packed(box, units.slice(0, 3)))).toEqual(['taken']);
    const other = await plant.line();
    const mine = await plant.workOrder(other.line_id);
    const foreign = await send([event('bound', units.slice(3))], 'x', other.device);
    expect(foreign[0]?.refusals).toMatchObject([{ reason: 'unknown_order', conflict: order.order_no }]);
    const stolen = await send(
      [
        event('unpacked', [], { parent: box, order_no: mine.order_no }),
        event('unpacked', units.slice(0, 1), { order_no: mine.order_no }),
      ],
      'y',
      other.device,
    );
    for (const { refusals } of stolen) expect(refusals?.[0]).toMatchObject({ reason: 'foreign_code' });
    const leased = await other.device.call(deviceLease, { order_no: order.order_no, level: 1, quantity: 1 });
    expect(reasonsOf(leased.envelope)).toEqual(['order_no no_such']);
  });
});

describe('a batch', () => {
  test('reports a pallet from its labels on, and the work order reconciles', async () => {
    const units = await lease(1, 9);
    const [a, b] = (await lease(3, 2)) as [string, string];
    const [pallet] = (await lease(4, 1)) as [string];
    const before = await reconciled();
    expect(
      await resultsOf(
        event('printed', units),
        event('scrapped', units.slice(8), { cause: 'label torn' }),
        event('bound', units.slice(0, 8)),
        event('rejected', units.slice(6, 7), { cause: 'underfilled' }),
        event('sampled', units.slice(7, 8)),
        packed(a, units.slice(0, 3)),
        packed(b, units.slice(3, 6)),
        packed(pallet, [a, b]),
      ),
    ).toEqual(Array.from({ length: 8 }, () => 'taken'));
    const tree = await server.data(packageTree, { code: pallet });
    expect(tree).toMatchObject({ units: 6, remainder: false, order_no: order.order_no, lot: 'LOT1' });
    const after = await reconciled();
    const more = (key: 'printed' | 'bound' | 'packed' | 'rejected' | 'sampled' | 'label_scrapped') =>
      after[key] - before[key];
    expect([more('printed'), more('bound'), more('packed'), more('rejected')]).toEqual([9, 8, 6, 1]);
    expect([more('sampled'), more('label_scrapped'), after.holds]).toEqual([1, 1, true]);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('repeated gets its first answer, in the language of the caller', async () => {
    const units = await lease(1, 3);
    const [box] = (await lease(3, 1)) as [string];
    const events = [packed(box, units), event('bound', ['nonsense'])];
    const before = await reconciled();
    const [first, again] = await Promise.all([send(events, 'same'), send(events, 'same')]);
    expect(again).toEqual(first);
    expect(first).toMatchObject([{ result: 'taken' }, { result: 'refused', refusals: [{ code: 'nonsense' }] }]);
    expect((await reconciled()).packed - before.packed).toBe(3);
    const { envelope } = await device.call(deviceBatch, { batch_key: 'same', acts: events }, 'zh');
    expect(envelope.data.results[1]?.refusals?.[0]?.message).toMatch(/[一-鿿]/);
  });

  test('with the key of another batch is refused, and becomes an exception', async () => {
    const [first, second] = (await lease(1, 2)) as [string, string];
    const events = [event('bound', [first])];
    const answer = await send(events, 'reused');
    const other = [event('bound', [second])];
    const { status, envelope } = await device.call(deviceBatch, { batch_key: 'reused', acts: other });
    expect([status, envelope.message]).toEqual([
      409,
      expect.stringMatching(/^This batch_key stands for something else/),
    ]);
    expect(await send(events, 'reused')).toEqual(answer);
    const { rows } = await server.data(productionData.page, { kind: 'reused_key' }, { language: 'en' });
    expect(rows).toMatchObject([{ work_order_no: order.order_no, codes: 1, retriable: false, status: 'open' }]);
    const { raw } = await server.data(productionData.detail, { id: rows[0]?.id as number });
    expect(JSON.parse(raw as string)).toEqual({ batch_key: 'reused', acts: other });
    expect(await resultsOf(...other)).toEqual(['taken']);
  });

  test('names the first hundred refusals of an event, and that there are more', async () => {
    const misread = Array.from({ length: 150 }, (_, n) => `misread ${n}`);
    const units = await lease(1, 150);
    await send([event('scrapped', units)]);
    const [unread, gone, few] = await send([
      event('bound', misread),
      event('bound', units),
      event('bound', units.slice(50)),
    ]);
    for (const one of [unread, gone]) expect(one).toMatchObject({ result: 'refused', more: true });
    expect([unread, gone].map((one) => one?.refusals?.length)).toEqual([100, 100]);
    expect([few?.refusals?.length, few?.more]).toEqual([100, undefined]);
  });

  test('names each unreadable event, and applies none of it', async () => {
    const [unit] = (await lease(1, 1)) as [string];
    const refused = async (events: unknown) => {
      const { status, envelope } = await device.call(deviceBatch, { batch_key: `w${++count}`, acts: events });
      return [status, ...reasonsOf(envelope)];
    };
    const good = event('bound', [unit]);
    expect(await refused([])).toEqual([400, 'acts too_few']);
    expect(await refused(Array.from({ length: 1001 }, (_, n) => ({ ...good, id: `${n}` })))).toEqual([
      400,
      'acts too_many',
    ]);
    expect(await refused([good, { ...good, colour: 'red' }])).toEqual([400, 'acts.1.colour unknown_field']);
    expect(await refused([{ ...good, codes: ['\ud800'] }])).toEqual([400, 'acts.0.codes.0 half_character']);
    expect(await refused([good, good])).toEqual([400, 'acts.1.id twice']);
    expect(await refused([{ ...good, codes: [] }])).toEqual([400, 'acts.0.codes too_few']);
    expect(await refused([{ ...good, act: 'packed' }])).toEqual([400, 'acts.0.parent required']);
    expect(await refused([{ ...good, parent: unit }])).toEqual([400, 'acts.0.parent unknown_field']);
    expect(await refused([{ ...good, act: 'unpacked', parent: unit }])).toEqual([
      400,
      'acts.0.parent parent_or_children',
    ]);
    expect(await refused([{ ...good, event_time: 'yesterday' }])).toEqual([400, 'acts.0.event_time format_date-time']);
    const many = Array.from({ length: 2000 }, () => unit);
    const crowded = Array.from({ length: 26 }, (_, n) => ({ ...good, id: `${n}`, codes: many }));
    expect(await refused(crowded)).toEqual([400, 'acts.25.codes too_many']);
    const { envelope } = await device.call(deviceBatch, { acts: [good] });
    expect(reasonsOf(envelope)).toEqual(['batch_key required']);
    expect(await resultsOf(good)).toEqual(['taken']);
  });

  test('is applied except for the refused events, each with its reason', async () => {
    const [unit, other] = (await lease(1, 2)) as [string, string];
    const [box] = (await lease(3, 1)) as [string];
    const ahead = new Date(Date.now() + 600_000).toISOString();
    const results = await send([
      event('bound', [unit], { event_time: ahead }),
      event('bound', ['6901234567892']),
      event('bound', [other, other]),
      packed(box, [unit]),
      event('bound', [unit], { order_no: 'none' }),
      event('bound', [unit]),
    ]);
    expect(results.map(({ result, refusals }) => [result, refusals?.[0]?.reason])).toEqual([
      ['refused', 'time_in_future'],
      ['refused', 'unknown_code'],
      ['refused', 'repeated_line'],
      ['refused', 'incomplete'],
      ['refused', 'unknown_order'],
      ['taken', undefined],
    ]);
    expect(results[0]?.refusals?.[0]).toMatchObject({ code: unit, message: expect.stringMatching(/\w/) });
    await server.data(workOrderHold, { id: order.id });
    const meanwhile = { event_time: new Date().toISOString() };
    expect((await send([event('bound', [other], meanwhile)]))[0]?.refusals).toMatchObject([
      { reason: 'order_not_running' },
    ]);
    await server.data(workOrderStart, { id: order.id });
  });

  test('is to be sent again while the clock of the server is behind, instead of being refused', async () => {
    const [unit, other] = (await lease(1, 2)) as [string, string];
    const inTwoHours = new Date(Date.now() + 7_200_000).toISOString();
    const sent = { batch_key: 'clock', acts: [event('bound', [unit], { event_time: inTwoHours })] };
    // As it is when a server recorded an event and its clock was then set back.
    const [last] = await server.sql<{ id: number; at: Date }[]>`
      select id, recorded_at as at from trace_event order by id desc limit 1`;
    const recordedAt = (at: string | Date) =>
      server.sql`update trace_event set recorded_at = ${at} where id = ${last?.id ?? 0}`;
    await recordedAt(inTwoHours);
    const { status, envelope } = await device.call(deviceBatch, sent);
    expect([status, envelope.message]).toEqual([503, expect.stringContaining('clock of the server is behind')]);
    // What has its time in the past is taken.
    expect(await resultsOf(event('bound', [other]))).toEqual(['taken']);
    await recordedAt(last?.at as Date);
    const again = (await device.data(deviceBatch, sent)).results;
    expect(again.map(({ result, refusals }) => [result, refusals?.[0]?.reason])).toEqual([
      ['refused', 'time_in_future'],
    ]);
  });

  test('reports a code with a wrong check character as misread', async () => {
    const rule = { rule_name: 'checked', level: 1, prefix: '5', alphabet: 'digits', body_length: 14 } as const;
    const { id: rule_id } = await server.data(codeRule.add, { ...rule, check: 'luhn', carrier: 'plain' });
    const codes = await server.data(orderAdd, { rule_id, product_id: plant.product_id, quantity: 1 });
    const [code] = (await codesOfOrder(server, codes.id)) as [string];
    // A number of 16 digits that ends in 0 could be a spreadsheet's.
    const misread = `${code.slice(0, -1)}${((Number(code.at(-1)) + 1) % 9) + 1}`;
    const results = await send([event('bound', [misread]), event('bound', [code], at(0))]);
    expect(results).toMatchObject([
      { result: 'refused', refusals: [{ code: misread, reason: 'bad_check_character', conflict: null }] },
      { result: 'taken' },
    ]);
    expect(results[0]?.refusals?.[0]?.message).toContain('Misread');
  });
});

test('a set is packed by its outermost code alone, once; its bottles go into no other package', async () => {
  const orders = await plant.sets(1);
  const [[pallet], [first], bottles] = (await Promise.all(orders.map((id) => codesOfOrder(server, id)))) as [
    ...[[string], [string], string[]],
  ];
  const [box] = (await lease(3, 1)) as [string];
  const before = await reconciled();
  const results = await send([
    packed(pallet, []),
    // Told again it is so already.
    packed(pallet, []),
    packed(first, []),
    packed(box, bottles.slice(0, 3)),
  ]);
  expect(results.map(({ result, refusals }) => [result, refusals?.[0]?.reason, refusals?.[0]?.conflict])).toEqual([
    ['taken', undefined, undefined],
    ['taken', undefined, undefined],
    ['refused', 'not_a_set', pallet],
    ['refused', 'packed_elsewhere', first],
  ]);
  expect((await reconciled()).packed - before.packed).toBe(bottles.length);
  expect(await differences(server.sql)).toEqual([]);
});

describe('two servers on one database', () => {
  test('accept a batch once, and lease no code twice', async () => {
    const beside = await testServer({}, server);
    const there = deviceAt(beside, device);
    try {
      const wish = { order_no: order.order_no, level: 1, quantity: 60 };
      const leases = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 ? there : device).data(deviceLease, wish)),
      );
      const codes = await Promise.all(leases.map((given) => codesOf(device, given.lease)));
      expect(new Set(codes.flat()).size).toBe(8 * 60);
      const boxes = await lease(3, 20);
      const events = boxes.map((box, n) => packed(box, codes.flat().slice(n * 3, n * 3 + 3)));
      const before = await reconciled();
      const answers = await Promise.all([device, there, device, there].map((by) => send(events, 'on both', by)));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(new Set(answers[0]?.map(({ result }) => result))).toEqual(new Set(['taken']));
      expect((await reconciled()).packed - before.packed).toBe(60);
      expect(await differences(server.sql)).toEqual([]);
    } finally {
      await beside.stop();
    }
  });
});

describe('late reports', () => {
  test('are applied in the order of their time', async () => {
    const units = await lease(1, 6);
    const [a, b] = (await lease(3, 2)) as [string, string];
    const [pallet] = (await lease(4, 1)) as [string];
    const [bound, one, two, three] = [
      event('bound', units),
      packed(a, units.slice(0, 3)),
      packed(b, units.slice(3)),
      packed(pallet, [a, b]),
    ];
    expect(await resultsOf(three, two, one)).toEqual(['taken', 'taken', 'taken']);
    // Told after what followed from it.
    expect(await resultsOf(bound)).toEqual(['taken']);
    expect((await server.data(packageTree, { code: pallet })).units).toBe(6);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('wait for what they depend on, batch after batch', async () => {
    const units = await lease(1, 6);
    const [a, b] = (await lease(3, 2)) as [string, string];
    const [pallet] = (await lease(4, 1)) as [string];
    const [one, two, three, out] = [
      packed(a, units.slice(0, 3)),
      packed(b, units.slice(3)),
      packed(pallet, [a, b]),
      event('unpacked', [b]),
    ];
    expect(await resultsOf(out)).toEqual(['waiting']);
    expect(await resultsOf(three)).toEqual(['waiting']);
    expect(await resultsOf(one)).toEqual(['taken']);
    expect((await server.data(packageTree, { code: a })).parents).toEqual([]);
    expect(await resultsOf(two)).toEqual(['taken']);
    expect(await server.data(packageTree, { code: pallet })).toMatchObject({ units: 3, remainder: true });
    expect(await server.sql`select 1 from waiting_act`).toEqual([]);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('become exceptions if nothing arrives for a day', async () => {
    const [unit] = (await lease(1, 1)) as [string];
    const out = event('unpacked', [unit]);
    expect(await resultsOf(out)).toEqual(['waiting']);
    await server.sql`update waiting_act set waits_since = now() - interval '25 hours'`;
    await send([event('bound', await lease(1, 1))]);
    expect(await server.sql`select 1 from waiting_act`).toEqual([]);
    expect((await exceptions()).at(-1)).toMatchObject({ cause: 'not_commissioned', raw: { id: out.id } });
  });

  test('become exceptions if later events conflict', async () => {
    const units = await lease(1, 3);
    const [box] = (await lease(3, 1)) as [string];
    const early = event('rejected', units.slice(0, 1));
    await send([packed(box, units), event('unpacked', units.slice(0, 1))]);
    const [result] = await send([early]);
    expect(result?.refusals).toMatchObject([{ reason: 'before_last_act' }]);
    // A device is told the moment itself, and people by the clocks of the enterprise.
    const [{ conflict, message } = { conflict: '', message: '' }] = result?.refusals ?? [];
    expect(conflict).toMatch(/^\d{4}-.*T.*Z$/);
    expect(message).toContain(`(${printedMoment(conflict, 'Asia/Shanghai')})`);
    expect((await exceptions()).at(-1)).toMatchObject({ cause: 'before_last_act', raw: { id: early.id } });
    expect(await differences(server.sql)).toEqual([]);
  });
});

/** The exceptions about events for a work order, by cause. */
const late = async (work_order: number) =>
  server.sql<{ id: number; reason: string; act: string }[]>`
    select id, cause as reason, raw ->> 'id' as act from exception
    where work_order_id = ${work_order} and status = 'open' order by id`;
const at = (ago: number) => ({ event_time: new Date(Date.now() - ago).toISOString() });
const day = 24 * 3_600_000;

describe('an event with an impossible time', () => {
  test('is refused by name and kept as an exception, which is accepted once its time is corrected', async () => {
    const line = await plant.line();
    const { id, order_no } = await plant.workOrder(line.line_id);
    const [one, two, three] = (await lease(1, 3, line.device, { order_no })) as [string, string, string];
    const first = event('bound', [one], { order_no, event_time: '1970-01-01T00:00:00Z' });
    const printed = event('printed', [two], { order_no, event_time: '1999-12-31T12:00:00Z' });
    const results = await send([first, printed, event('bound', [three], { order_no, ...at(day) })], 'old', line.device);
    expect(results.map(({ result, refusals }) => [result, refusals?.[0]?.reason])).toEqual([
      ['refused', 'time_too_early'],
      ['refused', 'time_too_early'],
      ['taken', undefined],
    ]);
    const [running] = await server.sql<{ started_at: Date }[]>`select started_at from work_order where id = ${id}`;
    const moment = printedMoment(running?.started_at.toISOString() ?? '', 'Asia/Shanghai');
    expect(results[0]?.refusals?.[0]?.message).toContain(moment);
    const kept = await late(id);
    expect(kept.map(({ reason, act: of }) => [reason, of])).toEqual([
      ['time_too_early', first.id],
      ['time_too_early', printed.id],
    ]);
    const content = JSON.stringify({ ...first, ...at(day) });
    const { results: tried } = await server.data(productionData.retry, { ids: [kept[0]?.id as number], content });
    expect(tried).toMatchObject([{ taken: true }]);
    expect(await server.data(workOrderReconciliation, { id })).toMatchObject({ bound: 2 });
  });

  test('is refused before its code was issued, except for the tolerance of clocks', async () => {
    const line = await plant.line();
    const { order_no } = await plant.workOrder(line.line_id);
    const [one, two] = (await lease(1, 2, line.device, { order_no })) as [string, string];
    await server.sql`update code_order set created_at = now()`;
    const results = await send(
      [event('bound', [one], { order_no, ...at(6 * 60_000) }), event('bound', [two], { order_no, ...at(4 * 60_000) })],
      'before the codes',
      line.device,
    );
    expect(results.map(({ result, refusals }) => [result, refusals?.[0]?.reason])).toEqual([
      ['refused', 'time_too_early'],
      ['taken', undefined],
    ]);
    await server.sql`update code_order set created_at = ${new Date(Date.now() - 365 * 86_400_000)}`;
  });
});

describe('a finished work order', () => {
  test('accepts late reports from before its end; later events become exceptions', async () => {
    const line = await plant.line();
    const { id, order_no } = await plant.workOrder(line.line_id);
    const [one, two] = (await lease(1, 3, line.device, { order_no })) as [string, string];
    const [early, later] = [event('bound', [one], { order_no }), event('bound', [two], { order_no, ...at(-60_000) })];
    await server.data(workOrderFinish, { id });
    const [taken, refused] = await send([early, later], 'after the end', line.device);
    expect([taken?.result, refused?.refusals?.[0]?.reason]).toEqual(['taken', 'order_not_running']);
    expect((await late(id)).map(({ act: of }) => of)).toEqual([later.id]);
  });

  test('is closed with outstanding reports named, by a second person with a reason, and reopened for late ones', async () => {
    const line = await plant.line();
    const { id, order_no } = await plant.workOrder(line.line_id);
    const [one, two, three] = (await lease(1, 3, line.device, { order_no })) as [string, string, string];
    const [box] = (await lease(3, 1, line.device, { order_no })) as [string];
    await server.sql`update work_order set started_at = now() - interval '1 hour' where id = ${id}`;
    await line.device.data(deviceHeartbeat, { state: 'execute', queue: 3 });
    // A case that nothing was put into yet goes on to a pallet: it waits.
    const [pallet] = (await lease(4, 1, line.device, { order_no })) as [string];
    const waits = event('packed', [box], { order_no, parent: pallet, remainder: true, ...at(60_000) });
    expect(
      (await send([event('bound', [one], { order_no, ...at(60_000) }), waits], 'waits', line.device))[1]?.result,
    ).toBe('waiting');
    const person = await server.as(['orderlist', 'orderlist:finish', 'orderlist:close'], { name: 'finisher' });
    await server.data(workOrderFinish, { id }, { token: person });
    expect(await server.data(workOrderToCome, { id })).toMatchObject({
      waiting: 1,
      exceptions: 0,
      unsent: [{ name: 'line controller', queue: 3 }],
      silent: [],
      nothing: false,
    });
    const refused = await server.call(workOrderClose, { id });
    expect(reasonsOf(refused.envelope)).toEqual(['reason required']);
    const reason = 'the controller was exchanged';
    expect((await server.call(workOrderClose, { id, reason }, { token: person })).status).toBe(409);
    await server.sql`update device_heartbeat set queue = 0, seen_at = now() - interval '30 minutes'
      where device_key_id = ${line.device.id}`;
    expect(await server.data(workOrderToCome, { id })).toMatchObject({
      unsent: [],
      silent: [{ name: 'line controller', seen_at: expect.any(String) }],
      nothing: false,
    });
    await server.data(workOrderClose, { id, reason });
    const signed = { bound: 1, loose: 1, packed: 0, since: [] };
    expect(await server.data(workOrderReconciliation, { id })).toMatchObject(signed);

    const after = [
      event('bound', [two], { order_no, ...at(50_000) }),
      event('rejected', [three], { order_no, ...at(0) }),
    ];
    const results = await send(after, 'after the close', line.device);
    expect(results.map(({ refusals }) => refusals?.[0]?.reason)).toEqual(['order_closed', 'order_closed']);
    const kept = await late(id);
    // What waited when it was closed is among them: it is not lost.
    expect(kept.map(({ act: of }) => of).toSorted()).toEqual([waits.id, ...after.map((one) => one.id)].toSorted());
    const ids = after.map((one) => kept.find(({ act: of }) => of === one.id)?.id as number);
    const again = await server.data(productionData.retry, { ids });
    expect(again.results.map(({ taken }) => taken)).toEqual([false, false]);

    // Who closed it does not open it again.
    expect((await server.call(workOrderReopen, { id, reason: 'late events' })).status).toBe(409);
    expect(await server.data(workOrderReopen, { id, reason: 'late events' }, { token: person })).toEqual({
      id,
      status: 'finished',
    });
    expect(await server.data(workOrderDetail, { id })).toMatchObject({
      closed_at: null,
      reopened: [{ by: 'finisher', reason: 'late events' }],
    });
    const { results: taken } = await server.data(productionData.retry, { ids });
    // The second one happened after the order was finished: its time is put right, or it stays.
    expect(taken.map((one) => one.taken)).toEqual([true, false]);
    expect(await server.data(workOrderReconciliation, { id })).toMatchObject({ bound: 2, since: [] });
  });

  test('keeps the signed figures, whatever becomes of its goods', async () => {
    const line = await plant.line();
    const { id, order_no } = await plant.workOrder(line.line_id);
    const units = await lease(1, 3, line.device, { order_no });
    const [box] = (await lease(3, 1, line.device, { order_no })) as [string];
    await send([packed(box, units, { order_no })], 'one case', line.device);
    await server.data(workOrderFinish, { id });
    await server.data(workOrderClose, { id });
    await server.data(unpack, { parent: box, reason: 'a bottle leaks' });
    expect(await server.data(workOrderReconciliation, { id })).toMatchObject({
      packed: 3,
      loose: 0,
      packages: 1,
      holds: true,
      since: [
        { figure: 'packed', now: 0 },
        { figure: 'loose', now: 3 },
        { figure: 'packages', now: 0 },
      ],
    });
  });
});

test('nothing is made for a held work order, but scrapping and handling of goods continue', async () => {
  const line = await plant.line();
  const { id, order_no } = await plant.workOrder(line.line_id);
  const units = await lease(1, 9, line.device, { order_no });
  const [box, other] = (await lease(3, 2, line.device, { order_no })) as [string, string];
  await send([packed(box, units.slice(0, 3), { order_no })], 'before', line.device);
  await server.data(workOrderHold, { id });
  const before = at(60_000);
  const now = () => ({ order_no, ...at(0) });
  const results = await send(
    [
      event('bound', units.slice(3, 4), { order_no, ...before }),
      event('printed', units.slice(4, 5), now()),
      event('bound', units.slice(4, 5), now()),
      packed(other, units.slice(4, 7), now()),
      event('rejected', units.slice(4, 5), now()),
      event('scrapped', units.slice(7, 8), now()),
      event('sampled', units.slice(8, 9), now()),
      event('unpacked', units.slice(0, 1), now()),
    ],
    'held',
    line.device,
  );
  expect(results.map(({ result, refusals }) => refusals?.[0]?.reason ?? result)).toEqual([
    'taken',
    'order_not_running',
    'order_not_running',
    'order_not_running',
    'order_not_running',
    'taken',
    'taken',
    'taken',
  ]);
  // By hand, a case is not packed either, and a torn label is replaced.
  const packing = { work_order_id: id, parent: other, children: units.slice(4, 7) };
  expect((await server.call(pack, packing)).status).toBe(409);
  await server.data(replace, { old: units[1] as string, new: units[5] as string, reason: 'torn' });
});

describe('a rotated key', () => {
  test('repeats the answer to a batch accepted with the previous key', async () => {
    const line = await plant.line();
    const { order_no } = await plant.workOrder(line.line_id);
    const given = await line.device.data(deviceLease, { order_no, level: 1, quantity: 1, batch_key: 'codes' });
    const events = [event('bound', await codesOf(line.device, given.lease), { order_no })];
    const first = await send(events, 'kept', line.device);
    const next = deviceAt(server, await server.data(deviceKeyRotate, { id: line.device.id }));
    expect(await send(events, 'kept', next)).toEqual(first);
    const again = await next.data(deviceLease, { order_no, level: 1, quantity: 1, batch_key: 'codes' });
    expect(again).toEqual(given);
  });
});

describe('a lease of codes', () => {
  test('belongs to one device, with any number of concurrent requests', async () => {
    const { key } = device;
    const others = Array.from({ length: 6 }, () => deviceAt(server, { id: device.id, key }));
    const given = await Promise.all([...others, ...others].map((one) => lease(1, 250, one)));
    expect(new Set(given.flat()).size).toBe(12 * 250);
  });

  test('is repeated if its answer was lost', async () => {
    const wish = { order_no: order.order_no, level: 1, quantity: 10, batch_key: 'codes-1' };
    const first = await device.data(deviceLease, wish);
    expect(await device.data(deviceLease, wish)).toEqual(first);
    expect((await codesOf(device, first.lease))[0]).toBe(first.first);
  });

  test('takes back unused codes from its end, for others', async () => {
    const wish = { order_no: order.order_no, level: 4, quantity: 10 };
    const given = await device.data(deviceLease, wish);
    const codes = await codesOf(device, given.lease);
    await send([event('printed', codes.slice(0, 4))]);
    const back = (unused: number) => device.call(deviceLeaseReturn, { lease: given.lease, unused });
    const used = await back(7);
    expect([used.status, used.envelope.message]).toEqual([409, expect.stringContaining(codes[3] as string)]);
    expect((await back(6)).envelope.data).toEqual({ lease: given.lease, unused: 6 });
    expect((await back(6)).status).toBe(200);
    expect((await back(5)).status).toBe(409);
    expect(reasonsOf((await back(11)).envelope)).toEqual(['unused too_large']);
    expect(await codesOf(device, given.lease)).toEqual(codes.slice(0, 4));
    const again = await device.data(deviceLease, wish);
    expect((await codesOf(device, again.lease)).slice(0, 6)).toEqual(codes.slice(4));
    expect((await device.call(deviceLeaseReturn, { lease: again.lease, unused: 10 })).status).toBe(200);
    const { device: stranger } = await plant.line();
    expect((await stranger.call(deviceLeaseReturn, { lease: given.lease, unused: 6 })).status).toBe(404);
  });

  test('reports that no codes are left', async () => {
    const none = await device.call(deviceLease, { order_no: order.order_no, level: 2, quantity: 1 });
    expect([none.status, none.envelope.message]).toEqual([409, expect.stringContaining('level 2')]);
  });
});
