import type { MarkingEvent } from '@suyuan/contract/trace/error-declaration.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '#platform/database/database.ts';
import { fingerprintOf } from '#platform/serve/once/fingerprint.ts';
import { anyEvent, captureFor, numbered, numberedCodes, releasing, undoing } from '#test/goods/any-events.ts';
import { captureAt, freshCodes, freshSets, makeStage, newRecall } from '#test/goods/capture-stage.ts';
import { expectConsistent, stockBelowZero } from '#test/goods/consistent-codes.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { Sums } from '../figures/figure-check.ts';
import { differences } from '../figures/verify.ts';
import { Ledger } from '../state/ledger.ts';
import { contentsOf } from '../state/package-contents.ts';
import type { Capture } from './capture.ts';
import type { Captured } from './checked-events.ts';
import type { EventInput } from './context/event-input.ts';

let server: TestServer;
let first: Capture;
let second: Capture;
let order: number;

beforeAll(async () => {
  server = await testServer();
  await makeStage(server.sql);
  first = captureAt(server.sql);
  second = captureAt(server.sql);
});
afterAll(() => server.stop());

let clock = Date.now() - 3_600_000;
const common = () => ({
  at: ++clock,
  utcOffset: 480,
  by: { accountId: 1, deviceKeyId: null },
  custodian: 'enterprise' as const,
});
const nextOrder = () => ++order;
order = 0;

const packing = (parent: number, children: readonly number[], more: Partial<EventInput> = {}): EventInput =>
  ({ act: 'pack', workOrderId: order, parent, children, ...common(), ...more }) as EventInput;
const reasons = (captured: Captured): string[] =>
  'refused' in captured ? captured.refused.map(({ reason }) => reason) : [];
const taken = async (input: EventInput): Promise<Exclude<Captured, { refused: unknown }>> => {
  const captured = await first.event(input);
  expect(reasons(captured)).toEqual([]);
  return captured as Exclude<Captured, { refused: unknown }>;
};
const recordOf = async (id: number) => {
  const ledger = new Ledger(server.sql);
  await ledger.read([id]);
  return ledger.of(id);
};

describe('packing', () => {
  test('puts units into a case and cases onto a pallet, and counts them once', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshCodes(server.sql, 6);
    const [a, b] = cases as [number, number];
    expect(await taken(packing(a, units.slice(0, 3)))).toMatchObject({ units: 3, complete: true });
    await taken(packing(b, units.slice(3)));
    expect(await taken(packing(pallets[0] as number, [a, b]))).toMatchObject({ units: 6, complete: true });
    expect(await recordOf(units[5] as number)).toMatchObject({ life: 'active', parent: b, productId: 1 });
    const [stock] = await server.sql`select sum(units) as units from stock_delta where place_id = 7`;
    expect(Number(stock?.units)).toBe(6);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('refuses the whole packing and names every child that does not fit', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshCodes(server.sql, 6);
    const water = await freshCodes(server.sql, 2, 2);
    const [a, b, empty] = cases as [number, number, number];
    await taken(packing(a, units.slice(0, 3)));
    const [u0, u3, u4] = [units[0], units[3], units[4]] as [number, number, number];
    expect(await first.event(packing(b, [u0, u3, u3, water.units[0] as number, 12]))).toEqual({
      refused: [
        { code: u0, reason: 'packed_elsewhere', conflict: a },
        { code: u3, reason: 'repeated_line' },
        { code: water.units[0], reason: 'wrong_product', conflict: { productId: 2 } },
        { code: 12, reason: 'unknown_code' },
      ],
    });
    expect(reasons(await first.event(packing(b, [u3, u4])))).toEqual(['incomplete']);
    expect(reasons(await first.event(packing(b, [...units.slice(3), water.cases[0] as number])))).toContain(
      'wrong_level',
    );
    expect(reasons(await first.event(packing(pallets[0] as number, [a, empty])))).toEqual(['empty_package']);
    expect(reasons(await first.event(packing(a, [a])))).toEqual(['contains_itself']);
    expect(reasons(await first.event(packing(a, [u3])))).toEqual(['over_capacity']);
    expect(reasons(await first.event({ ...packing(b, [u3, u4]), workOrderId: 0 } as EventInput))).toEqual([
      'order_not_running',
    ]);
    expect(reasons(await first.event(packing(b, units.slice(3), { at: Date.now() + 600_000 })))).toContain(
      'time_in_future',
    );
    expect(await recordOf(u3)).toMatchObject({ life: 'issued', parent: null });
  });

  test('is at most five minutes ahead of the clock, and not before the last event of a code', async () => {
    nextOrder();
    const { units, cases } = await freshCodes(server.sql, 6);
    const [box, next] = cases as [number, number];
    const [unit] = units as [number];
    const ahead = Date.now() + 4 * 60_000;
    await taken(packing(box, units.slice(0, 3), { at: ahead }));
    const tooFar = { at: Date.now() + 6 * 60_000 };
    expect(new Set(reasons(await first.event(packing(next, units.slice(3), tooFar))))).toEqual(
      new Set(['time_in_future']),
    );
    const out = (at: number): EventInput => ({ act: 'unpack', children: [unit], ...common(), at });
    expect(await first.event(out(ahead - 1))).toEqual({
      refused: [{ code: unit, reason: 'before_last_act', conflict: new Date(ahead).toISOString() }],
    });
    await taken(out(ahead));
  });

  test('refuses closed codes, as contents and as package', async () => {
    nextOrder();
    const [open, closed] = [await freshCodes(server.sql, 3), await freshCodes(server.sql, 3)];
    for (const [id] of [closed.units, closed.cases] as [number][])
      await server.sql`update code_order set status = 'closed', closed_at = now(), close_reason = 'test' where first_id = ${id}`;
    expect(new Set(reasons(await first.event(packing(open.cases[0] as number, closed.units))))).toEqual(
      new Set(['closed']),
    );
    expect(reasons(await first.event(packing(closed.cases[0] as number, open.units)))).toEqual(['closed']);
  });

  test('leaves an incomplete package on request, to be filled up later', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshCodes(server.sql, 3);
    const [box, pallet] = [cases[0], pallets[0]] as [number, number];
    expect(await taken(packing(box, units.slice(0, 2), { remainder: true }))).toMatchObject({ complete: false });
    expect(await taken(packing(pallet, [box], { remainder: true }))).toMatchObject({ units: 2 });
    expect(await taken(packing(box, units.slice(2)))).toMatchObject({ units: 1, complete: true });
    expect((await recordOf(pallet)).contents).toMatchObject({ units: 3, complete: false });
    const [figure] = await server.sql`
      select sum(quantity) as n from figure_delta where measure = 'remainders' and work_order_id = ${order}`;
    expect(Number(figure?.n)).toBe(1);
  });

  test('moves contents from another package on request', async () => {
    nextOrder();
    const { units, cases } = await freshCodes(server.sql, 3);
    const [a, b] = cases as [number, number];
    await taken(packing(a, units));
    await taken(packing(b, units.slice(0, 1), { remainder: true, moving: true }));
    expect(await recordOf(units[0] as number)).toMatchObject({ parent: b });
    expect((await recordOf(a)).contents).toMatchObject({ units: 2, complete: false });
    const past = await server.sql`select parent from packing_past where child = ${units[0] as number}`;
    expect(past.map(({ parent }) => Number(parent))).toEqual([a]);
  });

  test('can be declared wrong, and its units are on no product again', async () => {
    nextOrder();
    const { units, cases } = await freshCodes(server.sql, 3);
    const box = cases[0] as number;
    const { eventId } = await taken(packing(box, units));
    await taken({ act: 'retract', parent: box, event: eventId, error: 'did_not_occur', ...common() });
    expect(await recordOf(units[0] as number)).toMatchObject({ life: 'issued', parent: null, productId: null });
    expect(await differences(server.sql)).toEqual([]);
    await taken(packing(box, units));
  });

  test('that is reported again after its label was replaced has no event to declare wrong', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshCodes(server.sql, 3);
    const fresh = await freshCodes(server.sql, 3);
    const [box, pallet, next] = [cases[0], pallets[0], fresh.cases[0]] as [number, number, number];
    await taken(packing(box, units.slice(0, 3)));
    await taken(packing(pallet, [box], { remainder: true }));
    await taken({ act: 'replace', old: box, successor: next, ...common() });
    const { eventId, known } = await taken(packing(pallet, [next], { remainder: true }));
    expect(known).toBe(1);
    const undone = { act: 'retract', parent: pallet, event: eventId, error: 'did_not_occur' } as const;
    expect(reasons(await first.event({ ...undone, ...common() }))).toEqual(['not_packed']);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('is corrected by its counted contents', async () => {
    nextOrder();
    const { units, cases } = await freshCodes(server.sql, 4);
    const box = cases[0] as number;
    await taken(packing(box, units.slice(0, 3)));
    await taken({ act: 'repack', workOrderId: order, parent: box, contents: units.slice(1), ...common() });
    expect(await recordOf(units[0] as number)).toMatchObject({ parent: null, life: 'active' });
    expect(await recordOf(units[3] as number)).toMatchObject({ parent: box });
    expect((await recordOf(box)).contents).toMatchObject({ units: 3, complete: true });
  });
});

describe('a set confirmed by its outermost code', () => {
  const confirming = (pallet: number, more: Partial<EventInput> = {}) => packing(pallet, [], more);
  const rowsOf = async (codes: readonly number[]) => {
    const [row] = await server.sql`
      select (select count(*) from packing where child = any(${codes as number[]}::bigint[]))::int as packing,
        (select count(*) from packing_past where child = any(${codes as number[]}::bigint[]))::int as past,
        (select count(*) from package where code = any(${codes as number[]}::bigint[]))::int as package,
        (select count(*) from event_code where code = any(${codes as number[]}::bigint[]))::int as named`;
    return row;
  };
  const figuresNow = async () => {
    const rows = await server.sql`
      select measure, sum(quantity)::int as n from figure_delta where work_order_id = ${order} group by 1`;
    return Object.fromEntries(rows.filter(({ n }) => n !== 0).map(({ measure, n }) => [measure, n]));
  };

  test('is packed completely, without rows for its contents', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshSets(server.sql, 2);
    const [pallet] = pallets as [number, number];
    expect(await taken(confirming(pallet))).toMatchObject({ units: 6, complete: true });
    expect(await rowsOf([...units, ...cases])).toEqual({ packing: 0, past: 0, package: 0, named: 0 });
    expect(await rowsOf(pallets)).toEqual({ packing: 0, past: 0, package: 1, named: 1 });
    expect(await recordOf(units[4] as number)).toMatchObject({
      ...{ life: 'active', parent: cases[1], productId: 1, workOrderId: order },
    });
    expect(await recordOf(cases[1] as number)).toMatchObject({
      parent: pallet,
      contents: { units: 3, complete: true },
    });
    expect(await recordOf(units[6] as number)).toMatchObject({ life: 'issued', parent: null });
    const rules = { levelOf: (code: number) => (units.includes(code) ? 1 : 2) };
    expect(await contentsOf(server.sql, rules, pallet)).toMatchObject([
      { units: 3, level: 3, children: [{ level: 1 }, { level: 1 }, { level: 1 }] },
      { units: 3, level: 3, children: [{ level: 1 }, { level: 1 }, { level: 1 }] },
    ]);
    expect(await figuresNow()).toEqual({ bound: 6, packed: 6, packed_by_people: 6, packages: 3 });
    expect(await differences(server.sql)).toEqual([]);
  });

  test('becomes incomplete, with a row, when a unit is taken out', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshSets(server.sql, 1);
    const [pallet] = pallets as [number];
    const { eventId } = await taken(confirming(pallet));
    await taken({ act: 'unpack', children: [units[0] as number], ...common() });
    expect(await recordOf(units[0] as number)).toMatchObject({ life: 'active', parent: null, productId: 1 });
    expect((await recordOf(cases[0] as number)).contents).toMatchObject({ units: 2, complete: false });
    expect((await recordOf(pallet)).contents).toMatchObject({ units: 5, complete: false });
    expect(await recordOf(units[1] as number)).toMatchObject({ parent: cases[0], implied: true });
    expect(await differences(server.sql)).toEqual([]);
    const undone = { act: 'retract', parent: pallet, event: eventId, error: 'did_not_occur' } as const;
    expect(reasons(await first.event({ ...undone, ...common() }))).toEqual(['later_acts']);
    await taken(packing(cases[0] as number, units.slice(0, 1)));
    expect((await recordOf(pallet)).contents).toMatchObject({ units: 6, complete: true });
    expect(await differences(server.sql)).toEqual([]);
  });

  test('is dissolved level by level', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshSets(server.sql, 1);
    const [pallet] = pallets as [number];
    await taken(confirming(pallet));
    await taken({ act: 'unpack', parent: pallet, ...common() });
    expect(await recordOf(pallet)).toMatchObject({ contents: null });
    expect(await recordOf(cases[0] as number)).toMatchObject({ parent: null, contents: { units: 3, complete: true } });
    await taken({ act: 'unpack', parent: cases[0] as number, ...common() });
    expect(await recordOf(cases[0] as number)).toMatchObject({ contents: null });
    expect(await recordOf(units[0] as number)).toMatchObject({ parent: null, life: 'active' });
    expect(await recordOf(units[3] as number)).toMatchObject({ parent: cases[1] });
    expect(await differences(server.sql)).toEqual([]);
  });

  test('keeps its contents when its labels are replaced, at any depth', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshSets(server.sql, 1);
    const fresh = await freshCodes(server.sql, 1);
    await taken(confirming(pallets[0] as number));
    for (const [old, successor] of [
      [units[0], fresh.units[0]],
      [cases[0], fresh.cases[0]],
      [pallets[0], fresh.pallets[0]],
    ] as [number, number][]) {
      await taken({ act: 'replace', old, successor, ...common() });
      expect(await recordOf(old)).toMatchObject({ life: 'inactive', parent: null, contents: null });
      expect(await differences(server.sql)).toEqual([]);
    }
    expect(await recordOf(fresh.units[0] as number)).toMatchObject({ parent: fresh.cases[0] });
    expect(await recordOf(cases[1] as number)).toMatchObject({ parent: fresh.pallets[0] });
    expect(await recordOf(units[5] as number)).toMatchObject({ parent: cases[1] });
    expect((await recordOf(fresh.pallets[0] as number)).contents).toMatchObject({ units: 6, complete: true });
  });

  test('counts what leaves a case whose label is replaced at the same moment', async () => {
    const repacked = (units: readonly number[]) => ({ act: 'repack', workOrderId: order, contents: [units[1]] });
    for (const change of [repacked, () => ({ act: 'repack', workOrderId: order, contents: [] })]) {
      nextOrder();
      const { units, cases, pallets } = await freshSets(server.sql, 1);
      const [old, successor] = [cases[1], (await freshCodes(server.sql, 1)).cases[0]] as [number, number];
      await taken(confirming(pallets[0] as number));
      const replacing: EventInput = { act: 'replace', old, successor, ...common() };
      const emptying = { ...change(units), parent: successor, ...common() } as EventInput;
      await Promise.all([replacing, emptying].map(taken));
      expect(await recordOf(units[4] as number)).toMatchObject({ life: 'active', parent: null, productId: 1 });
      expect(await differences(server.sql)).toEqual([]);
    }
  });

  test('can be declared wrong, and confirmed again', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshSets(server.sql, 1);
    const [pallet, box] = [pallets[0], cases[0]] as [number, number];
    const byHand = await taken(packing(box, units.slice(0, 3)));
    await taken({ act: 'retract', parent: box, event: byHand.eventId, error: 'did_not_occur', ...common() });
    const { eventId } = await taken(confirming(pallet));
    expect(await recordOf(units[0] as number)).toMatchObject({ parent: box, implied: true });
    await taken({ act: 'retract', parent: pallet, event: eventId, error: 'did_not_occur', ...common() });
    expect(await recordOf(units[0] as number)).toMatchObject({ life: 'issued', parent: null, productId: null });
    expect(await recordOf(cases[0] as number)).toMatchObject({ life: 'issued', contents: null });
    expect(await figuresNow()).toEqual({});
    expect(await differences(server.sql)).toEqual([]);
    await taken(confirming(pallet));
    expect(await recordOf(units[0] as number)).toMatchObject({ parent: cases[0] });
    expect(await differences(server.sql)).toEqual([]);
  });

  test('stays empty where a packing is declared wrong that was the last in one of its packages', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshSets(server.sql, 1);
    const stray = await freshCodes(server.sql, 1);
    const [box, unit, ...others] = [cases[0] as number, ...units.slice(0, 3)];
    await taken(confirming(pallets[0] as number));
    await taken({ act: 'unpack', children: [box, unit as number], ...common() });
    const mistake = await taken(packing(box, stray.units.slice(0, 1)));
    await taken({ act: 'unpack', children: others, ...common() });
    await taken({ act: 'retract', parent: box, event: mistake.eventId, error: 'incorrect_data', ...common() });
    expect(await recordOf(box)).toMatchObject({ contents: null, parent: null });
    expect(await differences(server.sql)).toEqual([]);
  });

  test('is refused if it is not a set, is packed already, or one of its codes has events', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshSets(server.sql, 4);
    const [a, b, c, d] = pallets as [number, number, number, number];
    const plain = await freshCodes(server.sql, 1);
    expect(await first.event(confirming(cases[0] as number))).toEqual({
      refused: [{ code: cases[0], reason: 'not_a_set', conflict: a }],
    });
    expect(reasons(await first.event(confirming(plain.pallets[0] as number)))).toEqual(['not_a_set']);
    await taken(confirming(a));
    expect(await taken(confirming(a))).toMatchObject({ units: 0, known: 1 });
    await taken({ act: 'scrap', workOrderId: order, codes: [units[7] as number], ...common() });
    await taken(packing(cases[3] as number, units.slice(9, 12)));
    expect(await first.event(confirming(b))).toEqual({
      refused: expect.arrayContaining([
        { code: units[7], reason: 'destroyed' },
        { code: units[9], reason: 'packed_elsewhere', conflict: cases[3] },
        { code: cases[3], reason: 'commissioned_already' },
      ]),
    });
    await server.sql`
      insert into code_segment (first_id, last_id, order_id, product_id)
      select ${units[16] as number}, ${units[17] as number}, id, 2 from code_order where first_id = ${units[0] as number}`;
    expect(await first.event(confirming(c))).toEqual({
      refused: [{ code: c, reason: 'wrong_product', conflict: { productId: 2 } }],
    });
    await server.sql`update code_order set product_id = 2 where first_id = ${a}`;
    expect(await first.event(confirming(d))).toEqual({
      refused: [{ code: d, reason: 'wrong_product', conflict: { productId: 2 } }],
    });
    await server.sql`update code_order set product_id = null where first_id = ${a}`;
    await server.sql`insert into hold (code, reason, held_by) values (${cases[7] as number}, 'doubt', 1)`;
    expect(await first.event(confirming(d))).toEqual({ refused: [{ code: d, reason: 'on_hold' }] });
    expect(reasons(await first.event(packing(cases[4] as number, [units[0] as number])))).toContain('packed_elsewhere');
    expect(await differences(server.sql)).toEqual([]);
  });

  test('gives the same result grouped with other events as one by one', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshSets(server.sql, 3);
    const captured = await first.withCaptureLock((sql) =>
      first.captureIn(sql, [
        confirming(pallets[0] as number),
        { act: 'unpack', children: [units[0] as number], ...common() },
        { act: 'unpack', parent: cases[1] as number, ...common() },
        { act: 'scrap', workOrderId: order, codes: [units[6] as number], ...common() },
        confirming(pallets[1] as number),
        confirming(pallets[2] as number),
        { act: 'unpack', parent: pallets[2] as number, ...common() },
      ]),
    );
    expect(captured.map(reasons)).toEqual([[], [], [], [], ['destroyed'], [], []]);
    expect((await recordOf(pallets[0] as number)).contents).toMatchObject({ units: 2 });
    expect(await recordOf(cases[4] as number)).toMatchObject({ parent: null, contents: { units: 3 } });
    expect(await differences(server.sql)).toEqual([]);
  });
});

describe('an event that was declared wrong', () => {
  const unmarking = (did: MarkingEvent, codes: readonly number[], event: number): EventInput => ({
    ...{ act: 'unmark', did, codes, event, cause: null, error: 'did_not_occur' },
    ...common(),
  });

  test('leaves codes in their state before it, and counts nothing on its day', async () => {
    nextOrder();
    const { units } = await freshCodes(server.sql, 3);
    const when = { ...common(), at: Date.now() - 40 * 86_400_000 };
    await taken({ act: 'bind', workOrderId: order, codes: units, ...when });
    const { eventId } = await taken({ act: 'scrap', workOrderId: order, codes: units.slice(0, 2), ...when });
    await taken(unmarking('scrap', units.slice(0, 2), eventId));
    expect(await recordOf(units[0] as number)).toMatchObject({ life: 'active', onProduct: true });
    const days = await server.sql`
      select measure, day::text, sum(quantity)::int as n from figure_delta where work_order_id = ${order}
      group by 1, 2 having sum(quantity) <> 0 order by 1`;
    const day = new Date(when.at + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(days).toEqual([
      { measure: 'bound', day, n: 3 },
      { measure: 'loose', day, n: 3 },
    ]);
    expect(await differences(server.sql)).toEqual([]);
  });

  test('returns a sample to stock; codes never on a product are on none again', async () => {
    nextOrder();
    const { units, cases } = await freshCodes(server.sql, 3);
    await taken(packing(cases[0] as number, units));
    await taken({ act: 'unpack', children: units.slice(0, 1), ...common() });
    await taken({ act: 'store', placeId: 8, codes: units.slice(0, 1), ...common() });
    const { eventId } = await taken({ act: 'sample', workOrderId: order, codes: units.slice(0, 1), ...common() });
    await taken(unmarking('sample', units.slice(0, 1), eventId));
    const label = await freshCodes(server.sql, 1);
    const bound = await taken({ act: 'bind', workOrderId: order, codes: label.units, ...common() });
    await taken(unmarking('bind', label.units, bound.eventId));
    expect(await recordOf(label.units[0] as number)).toMatchObject({ life: 'issued', productId: null });
    expect(await differences(server.sql)).toEqual([]);
    expect(await stockBelowZero(server.sql)).toEqual([]);
  });

  test('has no later events that depend on it: these are reported first', async () => {
    nextOrder();
    const { units, cases, pallets } = await freshCodes(server.sql, 6);
    const [box, other] = cases as [number, number];
    const bound = await taken({ act: 'bind', workOrderId: order, codes: units.slice(0, 3), ...common() });
    const { eventId } = await taken(packing(box, units.slice(0, 3)));
    expect(reasons(await first.event(unmarking('bind', units.slice(0, 3), bound.eventId)))).toContain(
      'packed_elsewhere',
    );
    const retracting = { act: 'retract', parent: box, event: eventId, error: 'did_not_occur' } as const;
    await taken({ act: 'store', placeId: 8, codes: [box], ...common() });
    expect(reasons(await first.event({ ...retracting, ...common() }))).toEqual(['later_acts']);
    const second = await taken(packing(other, units.slice(3)));
    await taken({ act: 'store', placeId: 8, codes: [other], ...common() });
    await taken(packing(pallets[0] as number, [box, other]));
    expect(reasons(await first.event({ ...retracting, parent: other, event: second.eventId, ...common() }))).toContain(
      'packed_elsewhere',
    );
  });
});

test('leaves inspected codes in their state, whatever is declared wrong or reported late', async () => {
  nextOrder();
  const { units, cases } = await freshCodes(server.sql, 3);
  const [box] = cases as [number];
  const looked = (codes: readonly number[]): EventInput => ({ act: 'inspect', codes, ...common() });
  await taken(looked(units.slice(0, 1)));
  expect(await recordOf(units[0] as number)).toMatchObject({ life: 'issued', lastAt: 0, productId: null });
  await taken(packing(box, units));
  const before = await recordOf(box);
  await taken(looked([box, units[1] as number]));
  expect(await recordOf(box)).toEqual(before);
  await taken({ act: 'store', placeId: 8, codes: [box], ...common(), at: before.lastAt });
  await taken({ act: 'store', placeId: 7, codes: [box], ...common(), at: before.lastAt });
  expect(reasons(await first.event(looked([box, 12])))).toEqual(['unknown_code']);
  const other = await freshCodes(server.sql, 3);
  const wrong = await taken(packing(other.cases[0] as number, other.units));
  await taken(looked([other.cases[0] as number, ...other.units]));
  await taken({
    ...{ act: 'retract', parent: other.cases[0] as number, event: wrong.eventId, error: 'did_not_occur' },
    ...common(),
  });
  expect(await recordOf(other.units[0] as number)).toMatchObject({ life: 'issued', parent: null });
  expect(await differences(server.sql)).toEqual([]);
});

const letGo = async (event: number) => ({ ...(await releasing(server.sql, event)), ...common() }) as EventInput;

test('lets held codes be packed again when the last hold ends, in grouped events too', async () => {
  nextOrder();
  const { units, cases } = await freshCodes(server.sql, 3);
  const holding = async (): Promise<EventInput> => ({
    ...{ act: 'hold', document: { kind: 'recall', id: await newRecall(server.sql) }, reason: 'glass' },
    ...{ lots: [], codes: units.slice(0, 2), places: [] },
    ...common(),
  });
  const together = await Promise.all([first.event(await holding()), first.event(packing(cases[0] as number, units))]);
  expect(together.map(reasons)).toEqual([[], ['on_hold', 'on_hold']]);
  const again = await taken(await holding());
  await taken(await letGo((together[0] as { eventId: number }).eventId));
  expect(reasons(await first.event(packing(cases[0] as number, units)))).toEqual(['on_hold', 'on_hold']);
  const last = await letGo(again.eventId);
  const [freed, packed] = await Promise.all([first.event(last), first.event(packing(cases[0] as number, units))]);
  expect([reasons(freed), reasons(packed)]).toEqual([[], []]);
  expect(await differences(server.sql)).toEqual([]);
});

test('turns rejected codes into what became of them: packed by mistake, moved, replaced', async () => {
  nextOrder();
  const { units, cases } = await freshCodes(server.sql, 5);
  const [box = 0] = cases;
  await taken({ act: 'reject', workOrderId: order, codes: units.slice(0, 3), ...common() });
  const { eventId } = await taken(packing(box, units.slice(0, 3)));
  await taken({ act: 'retract', parent: box, event: eventId, error: 'did_not_occur', ...common() });
  expect(await recordOf(units[0] as number)).toMatchObject({ life: 'active', rejected: true });
  await taken(packing(box, units.slice(0, 1), { remainder: true }));
  await taken({ act: 'store', placeId: 8, codes: units.slice(1, 2), ...common() });
  await taken({ act: 'replace', old: units[2] as number, successor: units[4] as number, ...common() });
  expect(await recordOf(units[1] as number)).toMatchObject({ rejected: false });
  expect(await differences(server.sql)).toEqual([]);
});

test('puts a rejected or removed label where it is packed again, even among very many', async () => {
  nextOrder();
  const { units, cases } = await freshCodes(server.sql, 3);
  const box = cases[0] as number;
  const packed = () => taken(packing(box, units, { brief: true }));
  await taken({ act: 'reject', workOrderId: order, codes: [box], ...common() } as EventInput);
  await packed();
  expect((await recordOf(box)).namedBy).toMatchObject({ placeId: 7 });
  await taken({ act: 'store', placeId: 8, codes: [box], ...common() } as EventInput);
  await taken({ act: 'unpack', parent: box, ...common() });
  await packed();
  expect((await recordOf(box)).namedBy).toMatchObject({ placeId: 8 });
  expect(await differences(server.sql)).toEqual([]);
});

test('many concurrent packings by representatives give the same result as one by one', async () => {
  nextOrder();
  const { units, cases, pallets } = await freshCodes(server.sql, 900);
  const [water, closed] = [await freshCodes(server.sql, 3, 2), await freshCodes(server.sql, 3)];
  await server.sql`update code_order set status = 'closed', closed_at = now() where first_id = ${closed.units[0] as number}`;
  await server.sql`insert into hold (code, reason, held_by) values (${units[30] as number}, 'doubt', 1)`;
  await taken({ act: 'bind', workOrderId: order, codes: units.slice(60, 62), ...common() });
  await taken(packing(cases[250] as number, units.slice(90, 93)));
  const when = common();
  const set = await freshSets(server.sql, 1);
  await taken(packing(set.pallets[0] as number, []));
  const boxOf = (box: number, children: readonly number[] = units.slice(box * 3, box * 3 + 3)): EventInput =>
    packing(cases[box] as number, children, { ...when, brief: true, remainder: true });
  const inputs = [
    ...Array.from({ length: 200 }, (_, box) => boxOf(box)),
    boxOf(200, [units[600] as number, units[600] as number]),
    boxOf(201, [units[0] as number, units[601] as number]),
    boxOf(206, [units[100] as number, units[620] as number]),
    boxOf(202, [...water.units.slice(0, 2), units[602] as number]),
    boxOf(203, closed.units),
    boxOf(204, units.slice(604, 608)),
    boxOf(205, units.slice(608, 610)),
    boxOf(207, [set.units[4] as number, units[613] as number]),
    packing(units[611] as number, [units[612] as number], when),
    packing(pallets[0] as number, [cases[0], cases[1]] as number[], { ...when, remainder: true }),
  ];
  const wayOf = async (event: (sql: Connection) => Promise<Captured[]>) => {
    let outcome: unknown;
    const undo = new Error('undone');
    await first
      .withCaptureLock(async (sql) => {
        const captured = await event(sql);
        const rows = await Promise.all([
          sql`select child, parent from packing order by child`,
          sql`select code, units, children, complete, product_id, work_order_id from package order by code`,
          sql`select measure, sum(quantity) as n from figure_delta where work_order_id = ${order} group by 1 order by 1`,
          sql`select place_id, sum(units) as n from stock_delta group by 1 order by 1`,
          sql`select code, act, naming, units from event_code order by 1, 2, 3, 4`,
        ]);
        outcome = { outcomes: captured.map((one) => ('refused' in one ? one : { ...one, eventId: 0 })), rows };
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    return outcome as { outcomes: readonly object[] };
  };
  const together = await wayOf((sql) => first.captureIn(sql, inputs));
  const singly = await wayOf(async (sql) => {
    const captured: Captured[] = [];
    for (const input of inputs) captured.push(...(await first.captureIn(sql, [input])));
    return captured;
  });
  expect(together).toEqual(singly);
  expect(together.outcomes.filter((one) => 'refused' in one)).toHaveLength(10);
});

test('a unit taken out of a case makes the case and its pallet incomplete', async () => {
  nextOrder();
  const { units, cases, pallets } = await freshCodes(server.sql, 6);
  const [a, b] = cases as [number, number];
  await taken(packing(a, units.slice(0, 3)));
  await taken(packing(b, units.slice(3)));
  await taken(packing(pallets[0] as number, [a, b]));
  await taken({ act: 'unpack', children: [units[0] as number], reason: 'leaking', ...common() });
  expect((await recordOf(a)).contents).toMatchObject({ units: 2, complete: false });
  expect((await recordOf(pallets[0] as number)).contents).toMatchObject({ units: 5, complete: false });
  expect(await recordOf(units[0] as number)).toMatchObject({ productId: 1, workOrderId: order, parent: null });
});

test('a dissolved package no longer exists, nor does its package if that is empty', async () => {
  nextOrder();
  const { units, cases, pallets } = await freshCodes(server.sql, 3);
  const [box, pallet] = [cases[0], pallets[0]] as [number, number];
  await taken(packing(box, units));
  await taken(packing(pallet, [box], { remainder: true }));
  expect(await taken({ act: 'unpack', parent: box, ...common() })).toMatchObject({ units: 3 });
  expect(await recordOf(box)).toMatchObject({ contents: null, parent: null, life: 'active' });
  expect((await recordOf(pallet)).contents).toBeNull();
  expect(await recordOf(pallet)).toMatchObject({ workOrderId: null, productId: null });
  expect(await differences(server.sql)).toEqual([]);
});

test('the label of a case that was moved and then emptied is on no product', async () => {
  nextOrder();
  const { units, cases, pallets } = await freshCodes(server.sql, 2);
  const [box, from, to] = [cases[0], ...pallets] as [number, number, number];
  await taken(packing(box, units.slice(1), { remainder: true }));
  for (const pallet of [from, to]) await taken(packing(pallet, [box], { remainder: true, moving: true }));
  await taken({ act: 'repack', workOrderId: order, parent: box, contents: [], ...common() });
  expect(await recordOf(box)).toMatchObject({ contents: null, workOrderId: null, productId: null });
  // Counted as empty again, it is an event about nothing.
  const again = await first.event({ act: 'repack', workOrderId: order, parent: box, contents: [], ...common() });
  expect(reasons(again)).toEqual(['not_packed']);
});

test('a package and its contents are taken out by one event, in either order', async () => {
  for (const [count, isBoxFirst] of [
    [1, true],
    [1, false],
    [2, true],
    [2, false],
  ] as const) {
    nextOrder();
    const { units, cases, pallets } = await freshCodes(server.sql, count);
    const [unit, box, pallet] = [units[0], cases[0], pallets[0]] as [number, number, number];
    await taken(packing(box, units, { remainder: true }));
    await taken(packing(pallet, [box], { remainder: true }));
    const children = isBoxFirst ? [box, unit] : [unit, box];
    expect(await taken({ act: 'unpack', children, ...common() })).toMatchObject({ units: count });
    expect(await recordOf(unit)).toMatchObject({ parent: null, productId: 1 });
    const left = await recordOf(box);
    expect([left.parent, left.contents?.units ?? 0]).toEqual([null, count - 1]);
    expect((await recordOf(pallet)).contents).toBeNull();
  }
  expect(await differences(server.sql)).toEqual([]);
});

test('a damaged label of a package passes its place and contents to another', async () => {
  nextOrder();
  const { units, cases, pallets } = await freshCodes(server.sql, 3);
  const [old, fresh, pallet] = [cases[0], cases[1], pallets[0]] as [number, number, number];
  await taken(packing(old, units));
  await taken(packing(pallet, [old], { remainder: true }));
  await taken({ act: 'replace', old, successor: fresh, reason: 'torn', ...common() });
  expect(await recordOf(old)).toMatchObject({ life: 'inactive', parent: null, contents: null });
  expect(await recordOf(fresh)).toMatchObject({ life: 'active', parent: pallet });
  expect((await recordOf(fresh)).contents).toMatchObject({ units: 3, complete: true });
  expect(await recordOf(units[0] as number)).toMatchObject({ parent: fresh, productId: 1 });
  expect(reasons(await first.event(packing(old, units, { moving: true })))).toContain('inactive');
});

test('a scrapped or sampled code leaves its package, and counts as such', async () => {
  nextOrder();
  const { units, cases } = await freshCodes(server.sql, 5);
  const marking = (eventType: 'bind' | 'scrap' | 'sample' | 'reject', codes: number[]): EventInput => ({
    act: eventType,
    workOrderId: order,
    codes,
    ...common(),
  });
  const [a, b, c, d] = units as [number, number, number, number];
  await taken(marking('bind', [a, b, c]));
  await taken(marking('sample', [a]));
  await taken(marking('scrap', [b, d]));
  await taken(marking('reject', [c]));
  expect(reasons(await first.event(packing(cases[0] as number, [a, b, c], { remainder: true })))).toEqual([
    'sampled',
    'destroyed',
  ]);
  await taken(packing(cases[0] as number, [c], { remainder: true }));
  expect(reasons(await first.event(marking('sample', [c])))).toEqual(['packed_elsewhere']);
  // A package is emptied first, and is bound by what is packed into it.
  expect(reasons(await first.event(marking('scrap', [cases[0] as number])))).toEqual(['has_contents']);
  expect(reasons(await first.event(marking('bind', [cases[1] as number])))).toEqual(['not_a_unit']);
  const water = await freshCodes(server.sql, 1, 2);
  expect(await first.event(marking('bind', water.units))).toEqual({
    refused: [{ code: water.units[0], reason: 'wrong_product', conflict: { productId: 2 } }],
  });
  const figures = await server.sql`
    select measure, sum(quantity)::int as n from figure_delta where work_order_id = ${order} group by 1`;
  expect(Object.fromEntries(figures.filter(({ n }) => n !== 0).map(({ measure, n }) => [measure, n]))).toEqual({
    bound: 3,
    put_aside: 1,
    scrapped: 2,
    packed: 1,
    sampled: 1,
    destroyed: 1,
    packed_by_people: 1,
    label_scrapped: 1,
    packages: 1,
    remainders: 1,
  });
  expect(await differences(server.sql)).toEqual([]);
});

const sentAs = (key: string) => ({
  batchKey: key,
  idempotency: { call: '/api/pack', key, fingerprint: fingerprintOf({}) },
});

describe('a batch key', () => {
  test('that was accepted repeats its answer and does nothing twice', async () => {
    nextOrder();
    const { units, cases } = await freshCodes(server.sql, 3);
    const sent = packing(cases[0] as number, units, sentAs('again'));
    const answers = await Promise.all([first.event(sent), first.event(sent), second.event(sent)]);
    expect(answers[0]).toMatchObject({ units: 3, complete: true });
    expect([answers[1], answers[2], await second.event(sent)]).toEqual(Array(3).fill(answers[0]));
    expect(await server.sql`select 1 from trace_event where work_order_id = ${order}`).toHaveLength(1);
  });

  test('belongs to one person', async () => {
    nextOrder();
    const { units, cases } = await freshCodes(server.sql, 6);
    const [a, b] = cases as [number, number];
    await taken(packing(a, units.slice(0, 3), sentAs('mine')));
    const other = { ...sentAs('mine'), by: { accountId: 2, deviceKeyId: null } };
    expect(await taken(packing(b, units.slice(3), other))).toMatchObject({ units: 3 });
    const device = { ...sentAs('mine'), by: { accountId: null, deviceKeyId: 1 } };
    // Not the answer of the first or second person: it is so already.
    expect(await taken(packing(b, units.slice(3), device))).toMatchObject({ units: 0, known: 3 });
  });

  test('that was refused is tried again', async () => {
    nextOrder();
    const { units, cases } = await freshCodes(server.sql, 6);
    const [a, b] = cases as [number, number];
    await taken(packing(a, units.slice(0, 3)));
    const moved = () => packing(b, units.slice(0, 3), sentAs('later'));
    const both = await Promise.all([first.event(moved()), first.event(moved())]);
    expect(both.map(reasons)).toEqual(Array(2).fill(Array(3).fill('packed_elsewhere')));
    await taken({ act: 'unpack', parent: a, ...common() });
    expect(await taken(moved())).toMatchObject({ units: 3 });
  });
});

/** Undoes what was done, where that can be. */
async function undone(by: Capture, input: EventInput, captured: Captured): Promise<void> {
  if ('refused' in captured) return;
  const event = await undoing(server.sql, input, captured.eventId);
  if (event) await by.event({ ...event, ...common() } as EventInput);
}

/** Captures an event that nobody waits for: it is checked and written before the capture lock is taken. */
const inBatch = async (by: Capture, input: EventInput): Promise<Captured> => {
  const [captured] = await by.inBatch((sql) => by.captureIn(sql, [input]));
  return captured as Captured;
};

/** Minutes for which random histories are tried; a few of them are otherwise. */
const minutes = Number(process.env.SUYUAN_TEST_MINUTES ?? 0);

test('with people and batches of four servers at once, every code has one state and one package, and every count is right', {
  timeout: 900_000 + minutes * 60_000,
}, async () => {
  const recall = await newRecall(server.sql);
  const writers = [first, second, captureAt(server.sql), captureAt(server.sql)];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyEvent(numbered, recall), fc.nat(writers.length - 1), fc.boolean(), fc.boolean()), {
        minLength: 10,
        maxLength: 30,
      }),
      fc.boolean(),
      async (events, beginsWithSet) => {
        const ids = await numberedCodes(server.sql);
        nextOrder();
        if (beginsWithSet) await taken(packing(ids[16] as number, []));
        await Promise.all(
          events.map(async ([event, writer, isMistake, isOfBatch]) => {
            const by = writers[writer] as Capture;
            const input = { ...captureFor(ids, event), workOrderId: order, ...common() } as EventInput;
            const captured = isOfBatch ? await inBatch(by, input) : await by.event(input);
            if (isMistake) await undone(by, input, captured);
          }),
        );
        await expectConsistent(server.sql, ids);
        await new Sums(server.sql, '0 seconds').sweep();
        expect(await differences(server.sql)).toEqual([]);
      },
    ),
    minutes > 0 ? { numRuns: 1_000_000, interruptAfterTimeLimit: minutes * 60_000 } : { numRuns: 30 },
  );
});
