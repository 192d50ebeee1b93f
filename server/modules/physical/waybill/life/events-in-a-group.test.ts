import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LateBound } from '#platform/late-bound.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { anyEvent, captureFor, numbered, numberedCodes } from '#test/goods/any-events.ts';
import { captureAt, factsOf, freshCodes, makeStage, newRecall } from '#test/goods/capture-stage.ts';
import { expectConsistent } from '#test/goods/consistent-codes.ts';
import { namesOfCodes, resultsOf, withNames } from '#test/goods/results-of-events.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import type { Capture } from '#trace/capture/capture.ts';
import type { Captured } from '#trace/capture/checked-events.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { differences } from '#trace/figures/verify.ts';
import { placeOf } from '#trace/places.ts';
import type { Waybills } from '#trace/services.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import provideWaybills from '../waybill-facts.serve.ts';

// As events-in-a-group.test.ts of the capture, for goods that are loaded, shipped and received by waybills.

/** The places of two warehouses, which have the same ids. */
const [here, elsewhere] = [7, 8];
let dealer: number;
let dealerPlace: number;
let server: TestServer;
let capture: Capture;
let writers: readonly Capture[];
beforeAll(async () => {
  server = await testServer();
  const { sql } = server;
  await makeStage(sql);
  await sql`
    insert into warehouse (id, warehouse_code, warehouse_name, warehouse_type) overriding system value
    select id, 'W' || id, 'W' || id, 'finished' from unnest(${[here, elsewhere]}::bigint[]) id`;
  dealer = await server.party('dealer');
  dealerPlace = await placeOf(sql, { kind: 'dealer', ref: dealer });
  // Ids that are no number of anything else, so that they can be told from it.
  await sql`select setval(pg_get_serial_sequence('waybill', 'id'), 2000000)`;
  await sql`select setval(pg_get_serial_sequence('place', 'id'), 3000000)`;
  // What is loaded is of a released lot.
  const lotId = 4_000_000;
  await sql`
    insert into lot (id, product_id, lot_no, quality_released_at, quality_released_by, market_released_at, market_released_by)
    overriding system value values (${lotId}, 1, 'L', now(), 1, now(), 1)`;
  const waybills = new LateBound<Waybills>('waybills');
  provideWaybills(
    {} as Services,
    { waybills, waybillDealers: new LateBound<WaybillDealers>('waybillDealers') } as SharedServices,
  );
  const writer = () => captureAt(sql, (id) => ({ ...factsOf(id), lotId }), waybills);
  capture = writer();
  writers = [capture, writer(), writer(), writer()];
});
afterAll(() => server.stop());

/** A waybill of so many units, on which something lies that no test touches: it is not a draft again. */
async function newWaybill(quantity: number, common: object): Promise<{ id: number; no: string }> {
  const no = randomUUID();
  const [row] = await server.sql<{ id: number }[]>`
    with made as (
      insert into waybill (waybill_no, kind, from_warehouse_id, to_dealer_id, created_by)
      values (${no}, 'sale', ${here}, ${dealer}, 1) returning id
    )
    insert into waybill_line (waybill_id, line_no, product_id, quantity)
    select id, 1, 1, ${quantity} from made returning waybill_id as id`;
  const { id } = row as { id: number };
  const { units: children, cases } = await freshCodes(server.sql, 1);
  const [parent] = cases;
  for (const event of [
    { act: 'pack', parent, children, remainder: true },
    { act: 'load', waybillId: id, code: parent, overrideReason: 'no more was made' },
  ])
    expect(await capture.event({ ...common, ...event } as EventInput)).not.toHaveProperty('refused');
  return { id, no };
}

interface Events {
  readonly packed: readonly object[];
  readonly acts: readonly object[];
  readonly alone: number;
}

/** Codes and waybills of a run, in the state that its events begin with; and these. */
async function begin({ packed, acts: events }: Omit<Events, 'alone'>, from: number, workOrderId: number) {
  const { sql } = server;
  const ids = await numberedCodes(sql);
  const common = {
    utcOffset: 480,
    by: { accountId: 1, deviceKeyId: null },
    custodian: 'enterprise',
    workOrderId,
    at: from - 1000,
  } as const;
  const made = [await newWaybill(4, common), await newWaybill(1000, common)];
  const waybills = made.map(({ id }) => id);
  const places = await Promise.all(waybills.map((ref) => placeOf(sql, { kind: 'waybill', ref })));
  const inputs = [...packed, ...events].map((event, n) => {
    const input: Record<string, unknown> = { ...captureFor(ids, event), ...common, at: from + (n >> 1) };
    if (typeof input.waybill === 'number') {
      input.waybillId = waybills[input.waybill];
      input.underWayId = places[input.waybill];
      if (input.act === 'ship') input.placeId = input.underWayId;
    }
    return input as unknown as EventInput;
  });
  for (const input of inputs.slice(0, packed.length)) await capture.event(input);
  await sql`update waybill set status = 'shipped' where id = ${waybills[1] as number}`;
  return { ids, made, waybills, places, inputs: inputs.slice(packed.length) };
}

/** Carries out the events, the first `alone` one by one and the others as one group; returns what can be told of it. */
async function capturedBy({ alone, ...events }: Events, from: number, workOrderId: number) {
  const { sql } = server;
  const { ids, made, waybills, places, inputs: measured } = await begin(events, from, workOrderId);
  const captured: Captured[] = [];
  for (const input of measured.slice(0, alone)) captured.push(await capture.event(input));
  captured.push(...(await capture.withCaptureLock((held) => capture.captureIn(held, measured.slice(alone)))));
  const names = new Map([
    ...namesOfCodes(ids),
    [workOrderId, 'order'] as const,
    ...made.flatMap(({ id, no }, n) => [[id, `waybill ${n}`] as const, [no, `waybill no. ${n}`] as const]),
    ...places.map((id, n) => [id, `under way ${n}`] as const),
  ]);
  return withNames(names, {
    ...(await resultsOf(sql, ids, captured)),
    ...(await figuresOf(waybills, ids, workOrderId)),
  });
}

/** What is on the waybills, and what is counted of the work order. */
async function figuresOf(waybills: readonly number[], ids: readonly number[], workOrderId: number) {
  const { sql } = server;
  const goods = await sql`
    select waybill_id, code, product_id, lot_id, line_id > 0 as on_line, units, received, returned, loaded_at
    from waybill_goods where waybill_id = any(${waybills as number[]}::bigint[])
      and code = any(${ids as number[]}::bigint[]) order by waybill_id, code`;
  const loads = await sql`
    select waybill_id, line_id > 0 as on_line, units, packages, received, returned
    from waybill_load where waybill_id = any(${waybills as number[]}::bigint[]) order by waybill_id, on_line`;
  const figures = await sql`
    select measure, sum(quantity)::int as quantity from (
      select measure, work_order_id, quantity from figure union all select measure, work_order_id, quantity from figure_delta
    ) f where work_order_id = ${workOrderId} group by measure having sum(quantity) <> 0 order by measure`;
  return { goods, loads, figures };
}

// Mostly what is packed.
const any = fc.oneof(fc.constantFrom(...numbered.units), fc.constantFrom(...numbered.cases, ...numbered.pallets));
const codes = fc.uniqueArray(any, { minLength: 1, maxLength: 2 });
const reason = 'they take it so';

/** Events about waybills: the first is being loaded, the second has left. */
const anyTravel = () =>
  fc.oneof(
    fc.record({
      act: fc.constant('load'),
      waybill: fc.constantFrom(0, 0, 0, 1),
      code: any,
      overrideReason: fc.constantFrom(null, reason),
    }),
    fc.record({
      act: fc.constantFrom('unload', 'ship'),
      waybill: fc.constantFrom(0, 0, 0, 1),
      codes,
      placeId: fc.constant(null),
    }),
    fc
      .record({ act: fc.constantFrom('receive', 'void_ship'), waybill: fc.constant(1), codes, away: fc.boolean() })
      .map(({ away, ...event }) => ({
        ...event,
        placeId: away ? elsewhere : event.act === 'receive' ? dealerPlace : here,
      })),
    fc.record({
      act: fc.constant('exchange'),
      waybill: fc.constant(1),
      pairs: fc.oneof(
        fc.constant([{ old: 8, successor: 9 }]),
        fc.array(fc.record({ old: any, successor: any }), { minLength: 1, maxLength: 2 }),
      ),
      placeId: fc.constantFrom(here, elsewhere),
    }),
  );

/** What lies in the warehouse. */
const packed = [
  { act: 'pack', parent: 16, children: [] },
  { act: 'pack', parent: 10, children: [6, 7], remainder: true },
];
/** What left by the second waybill: a pallet, or two cases, while a third stays. */
const pallet = [
  { act: 'load', waybill: 1, code: 16 },
  { act: 'ship', waybill: 1, codes: [16] },
];
const cases = [
  { act: 'unpack', parent: 16 },
  { act: 'load', waybill: 1, code: 8 },
  { act: 'load', waybill: 1, code: 10, overrideReason: reason },
  { act: 'ship', waybill: 1, codes: [8, 10] },
];
const begun = [
  [],
  [{ act: 'load', waybill: 0, code: 16 }],
  pallet,
  cases,
  [...cases, { act: 'load', waybill: 0, code: 9 }],
];

/** What was found to differ once. */
const examples: [object[], object[], number][] = [
  // The line has room again.
  [
    [
      { act: 'load', waybill: 0, code: 8 },
      { act: 'unload', waybill: 0, codes: [8], placeId: null },
      { act: 'load', waybill: 0, code: 9 },
    ],
    [],
    0,
  ],
  // When it was loaded, and not when it was received.
  [
    [
      { act: 'exchange', waybill: 1, pairs: [{ old: 8, successor: 9 }], placeId: 7 },
      { act: 'store', codes: [6], placeId: 8 },
      { act: 'receive', waybill: 1, codes: [9], placeId: 8 },
    ],
    cases,
    0,
  ],
];

test('grouped events of waybills have the same effect as one by one', { timeout: 600_000 }, async () => {
  const recall = await newRecall(server.sql);
  let [clock, order, n] = [Date.now() - 3_600_000, 1_000_000, 0];
  const events = fc.array(
    fc.oneof({ arbitrary: anyTravel(), weight: 3 }, { arbitrary: anyEvent(numbered, recall), weight: 1 }),
    { minLength: 2, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(events, fc.constantFrom(...begun), fc.nat(12), async (events, before, alone) => {
      const all = { packed: [...packed, ...before], acts: events };
      const at = clock;
      clock += events.length + 10;
      const inGroup = await capturedBy({ ...all, alone: Math.min(alone, events.length - 1) }, at, ++order);
      const oneByOne = await capturedBy({ ...all, alone: events.length - 1 }, at, ++order);
      expect(inGroup).toEqual(oneByOne);
      if (++n % 25 === 0) expect(await differences(server.sql)).toEqual([]);
    }),
    { numRuns: 30, examples },
  );
  expect(await differences(server.sql)).toEqual([]);
});

test('with four writers at once, goods of waybills have one state and one package, and every count is right', {
  timeout: 600_000,
}, async () => {
  const recall = await newRecall(server.sql);
  let [clock, order] = [Date.now() - 3_600_000, 1_500_000];
  const event = fc.oneof({ arbitrary: anyTravel(), weight: 3 }, { arbitrary: anyEvent(numbered, recall), weight: 2 });
  const events = fc.array(fc.tuple(event, fc.nat(3)), { minLength: 6, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(events, fc.constantFrom(...begun), async (given, before) => {
      const all = { packed: [...packed, ...before], acts: given.map(([one]) => one) };
      const { ids, inputs } = await begin(all, clock, ++order);
      clock += given.length + 10;
      await Promise.all(inputs.map((input, n) => writers[given[n]?.[1] ?? 0]?.event(input)));
      await expectConsistent(server.sql, ids);
    }),
    { numRuns: 20 },
  );
});
