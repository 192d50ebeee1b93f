import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { captureAt, freshCodes, freshSets, makeStage, perCase } from '#test/goods/capture-stage.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import type { EventInput } from '../capture/context/event-input.ts';
import { differences } from './verify.ts';

const workOrderId = 1;

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  await makeStage(server.sql);
});
afterAll(() => server.stop());

/** Packs units, or confirms the set that the parent is the outermost code of. */
let clock = Date.now() - 3_600_000;
async function packed(parent: number, children: readonly number[]): Promise<void> {
  const by = { accountId: 1, deviceKeyId: null };
  const done = { at: ++clock, utcOffset: 480, by, custodian: 'enterprise' } as const;
  const event: EventInput = { ...done, act: 'pack', workOrderId, parent, children };
  expect(await captureAt(server.sql).event(event)).not.toHaveProperty('refused');
}

/** A full case of units from the ends and the midst of an order that is counted in several parts; beside it, a set is confirmed. */
let full: number;
beforeEach(async () => {
  const large = await freshCodes(server.sql, 250_000);
  full = large.cases.at(-1) as number;
  await packed(full, [0, 150_000, -1].map((at) => large.units.at(at)) as number[]);
  await packed((await freshSets(server.sql, 1)).pallets[0] as number, []);
});

test('stored states match the events: for distant codes of a large order, sets, and unused orders', async () => {
  await freshCodes(server.sql, 3);
  expect(await differences(server.sql)).toEqual([]);
  const { sql } = server;
  const [kept] = await sql`select sum(units)::int as units from stock_delta`;
  expect(kept?.units).toBeGreaterThan(perCase);
});

test('a changed package, stock or figure is named, with both numbers and the last event', async () => {
  const { sql } = server;
  await sql`update package set units = 5 where code = ${full}`;
  const [stock] = await sql`select id, place_id, product_id from stock_delta limit 1`;
  await sql`update stock_delta set units = units + 4 where id = ${stock?.id}`;
  const [figure] = await sql`select id from figure_delta where measure = 'packed' limit 1`;
  await sql`update figure_delta set quantity = quantity + 2 where id = ${figure?.id}`;
  const found = await differences(sql);
  const rows = found.map(({ where, kept, counted }) => [where.split(' ')[0], kept - counted]);
  expect(rows).toEqual([
    ['package', 5 - perCase],
    ['stock', 4],
    ['figure', 2],
  ]);
  expect(found[0]?.where).toBe(`package ${full}`);
  expect(found[1]?.where).toContain(`stock ${stock?.place_id} ${stock?.product_id} `);
  for (const { last } of found) expect(last).toMatch(/^pack \d+, \d{4}-\d\d-\d\dT.*, by/);
});
