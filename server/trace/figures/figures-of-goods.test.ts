import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyEvent, captureFor, numbered, numberedCodes, undoing } from '#test/goods/any-events.ts';
import { captureAt, factsOf, freshCodes, makeStage, newRecall } from '#test/goods/capture-stage.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import type { Capture } from '../capture/capture.ts';
import type { EventInput } from '../capture/context/event-input.ts';
import { differences } from './verify.ts';

// Figures by order, product and lot, where work orders with different goods are mixed, filled up and taken apart.

let server: TestServer;
let capture: Capture;
/** Four orders: of each product two, with a lot each. */
const orders = [1, 2, 3, 4];
beforeAll(async () => {
  server = await testServer();
  await makeStage(server.sql);
  for (const id of orders) {
    await server.sql`
      insert into lot (id, product_id, lot_no) overriding system value values (${id}, ${goodsOf(id).productId}, ${`L${id}`})`;
  }
  capture = captureAt(server.sql, (id) => ({ ...factsOf(id), ...goodsOf(id), mix: 'mixed' }));
});
afterAll(() => server.stop());

const goodsOf = (order: number) => ({ productId: 1 + (order % 2), lotId: order });

let clock = Date.now() - 3_600_000;
const common = (workOrderId: number) => ({
  ...{ workOrderId, at: ++clock, utcOffset: 480 },
  by: { accountId: 1, deviceKeyId: null },
  custodian: 'enterprise' as const,
});

/** What is counted of a measure, by order, product and lot. */
async function counted(measure: string): Promise<Record<string, number>> {
  const rows = await server.sql<{ key: string; quantity: number }[]>`
    select concat_ws(' ', work_order_id, product_id, lot_id) as key, sum(quantity)::int as quantity
    from figure_delta where measure = ${measure} group by 1 having sum(quantity) <> 0 order by 1`;
  return Object.fromEntries(rows.map(({ key, quantity }) => [key, quantity]));
}

test('a dissolved package is counted back under its product and lot', async () => {
  const { units, cases } = await freshCodes(server.sql, 3);
  const [box] = cases as [number];
  await capture.event({ act: 'pack', parent: box, children: units, ...common(1) } as EventInput);
  expect(await counted('packages')).toEqual({ '1 2 1': 1 });
  await capture.event({ act: 'unpack', parent: box, ...common(1) } as EventInput);
  expect([await counted('packages'), await counted('remainders')]).toEqual([{}, {}]);
  expect(await differences(server.sql)).toEqual([]);
});

test('a package filled up with goods of another order is counted back under its own product and lot', async () => {
  const { units, cases } = await freshCodes(server.sql, 3);
  const [box] = cases as [number];
  await capture.event({
    ...{ act: 'pack', parent: box, children: units.slice(0, 1), remainder: true },
    ...common(1),
  } as EventInput);
  await capture.event({ act: 'pack', parent: box, children: units.slice(1), ...common(2) } as EventInput);
  expect([await counted('packages'), await counted('remainders')]).toEqual([{ '1 2 1': 1 }, {}]);
  await capture.event({ act: 'unpack', children: units.slice(0, 1), ...common(1) } as EventInput);
  expect(await counted('remainders')).toEqual({ '1 2 1': 1 });
  await capture.event({ act: 'unpack', parent: box, ...common(2) } as EventInput);
  expect([await counted('packages'), await counted('remainders')]).toEqual([{}, {}]);
  expect(await differences(server.sql)).toEqual([]);
});

test('a unit packed for another order than it was bound for counts for that one', async () => {
  const { units, cases } = await freshCodes(server.sql, 3);
  await capture.event({ act: 'bind', codes: units, ...common(1) } as EventInput);
  const before = await counted('bound');
  await capture.event({ act: 'pack', parent: cases[0] as number, children: units, ...common(3) } as EventInput);
  expect(await differences(server.sql)).toEqual([]);
  const after = await counted('bound');
  expect((before['1 2 1'] as number) - (after['1 2 1'] ?? 0)).toBe(3);
});

test('figures add up by product and lot as by order, and none is negative, whatever is done', {
  timeout: 600_000,
}, async () => {
  const recall = await newRecall(server.sql);
  const given = fc.oneof(
    {
      arbitrary: fc.record({ order: fc.constantFrom(...orders), act: anyEvent(numbered, recall) }),
      weight: 6,
    },
    { arbitrary: fc.record({ undo: fc.nat(8) }), weight: 1 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 2, maxLength: 20 }), async (events) => {
      const ids = await numberedCodes(server.sql);
      const done: (object | undefined)[] = [];
      for (const one of events) done.push(await captureOne(ids, one, done));
      expect(await differences(server.sql)).toEqual([]);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

type Given = { readonly order: number; readonly act: object } | { readonly undo: number };

/** Carries out an event, or undoes the nth one before; returns what undoes it, if it was taken and can be undone. */
async function captureOne(
  ids: readonly number[],
  one: Given,
  done: (object | undefined)[],
): Promise<object | undefined> {
  const event = 'undo' in one ? done[one.undo] : { ...captureFor(ids, one.act), ...common(one.order) };
  if (!event) return undefined;
  const input = { ...event, ...('undo' in one ? common(1) : {}) } as EventInput;
  const captured = await capture.event(input);
  return 'refused' in captured ? undefined : undoing(server.sql, input, captured.eventId);
}

test('figures counted back without a product are moved to that of their order, on their day', async () => {
  const { sql } = server;
  const [order] = await sql<{ id: number }[]>`
    insert into work_order (order_no, product_id, lot_id, quantity, created_by)
    values ('GD-OLD', 2, 1, 10, 1) returning id`;
  const counts = (table: string) => sql<{ day: string; product: number; lot: number; quantity: number }[]>`
    select to_char(day, 'MM-DD') as day, product_id as product, lot_id as lot, quantity::int from ${sql(table)}
    where work_order_id = ${order?.id as number} order by day`;
  for (const table of ['figure', 'figure_delta']) {
    for (const [day, product, lot, quantity] of [
      ['2026-01-01', 2, 1, 5],
      ['2026-01-02', 2, 1, 4],
      ['2026-01-02', 0, 0, -1],
      ['2026-01-03', 0, 0, -2],
    ] as const) {
      await sql`
        insert into ${sql(table)} (day, shift_day, measure, work_order_id, product_id, lot_id, quantity
          ${table === 'figure' ? sql`` : sql`, event_id`})
        values (${day}, ${day}, 'packages', ${order?.id as number}, ${product}, ${lot}, ${quantity}
          ${table === 'figure' ? sql`` : sql`, 1`})`;
    }
  }
  await sql.begin((all) => all.unsafe(readFileSync('server/migrations/0066_figures_of_packages.sql', 'utf8')));
  expect(await counts('figure')).toEqual([
    { day: '01-01', product: 2, lot: 1, quantity: 5 },
    { day: '01-02', product: 2, lot: 1, quantity: 3 },
    { day: '01-03', product: 2, lot: 1, quantity: -2 },
  ]);
  expect(new Set((await counts('figure_delta')).map(({ product, lot }) => `${product} ${lot}`))).toEqual(
    new Set(['2 1']),
  );
});

test('every negative figure is reported', async () => {
  const { sql } = server;
  await sql`
    insert into figure_delta (event_id, day, shift_day, measure, work_order_id, product_id, quantity)
    values (1, '2026-01-05', '2026-01-05', 'shipped', 1, 2, -3)`;
  expect((await differences(sql)).map(({ where }) => where)).toContain('figure shipped 1 2 0');
});
