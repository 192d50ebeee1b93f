import { stock } from '@suyuan/contract/physical/stock/stock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyEvent, captureFor, numbered, numberedCodes } from '#test/goods/any-events.ts';
import { captureAt, factsOf, makeStage, newRecall } from '#test/goods/capture-stage.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import type { Capture } from '#trace/capture/capture.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { balanceOf, whereTheyAre } from './where-goods-are.ts';

let server: TestServer;
let capture: Capture;
beforeAll(async () => {
  server = await testServer();
  await makeStage(server.sql);
  // The warehouses of its places.
  for (const id of [7, 8, 9])
    await server.sql`
      insert into warehouse (id, warehouse_code, warehouse_name, warehouse_type) overriding system value
      values (${id}, ${`W${id}`}, ${`W${id}`}, 'finished')`;
  // Each work order has a lot of its own.
  capture = captureAt(server.sql, (id) => ({ ...factsOf(id), lotId: id }));
});
afterAll(() => server.stop());

const common = { utcOffset: 480, by: { accountId: 1, deviceKeyId: null }, custodian: 'enterprise' } as const;
const begun = Date.now() - 3_600_000;

/** What the stock of all warehouses tells of a lot: in stock, and waiting for inspection. */
async function stockOf(lot: number) {
  const [row] = await server.sql<{ lot_no: string }[]>`select lot_no from lot where id = ${lot}`;
  const rows = (await server.data(stock, { product_id: 1 })).filter((one) => one.lot === row?.lot_no);
  const sum = (of: 'units' | 'quarantined') => rows.reduce((all, one) => all + one[of], 0);
  return { in_stock: sum('units'), returned: sum('quarantined') };
}

async function newLot(): Promise<number> {
  const [row] = await server.sql<{ id: number }[]>`
    insert into lot (product_id, lot_no) values (1, gen_random_uuid()::text) returning id`;
  return row?.id as number;
}

/** Carries out events on new codes of a new lot, and returns the mass balance of the lot and that of its codes. */
async function balancesAfter(given: readonly object[]) {
  const lot = await newLot();
  const ids = await numberedCodes(server.sql);
  for (const [n, one] of given.entries()) {
    await capture.event({ ...captureFor(ids, one), ...common, workOrderId: lot, at: begun + n * 1000 } as EventInput);
  }
  return {
    lot,
    ofLot: balanceOf(await whereTheyAre(server.sql, { lots: [lot], codes: [], places: [] })),
    ofCodes: balanceOf(await whereTheyAre(server.sql, { lots: [], codes: ids, places: [] })),
  };
}

const bound = (...codes: number[]) => ({ act: 'bind', codes });
const packed = { act: 'pack', parent: 8, children: [0, 1], remainder: true, moving: false, brief: false };

test('rejected, unpacked and destroyed goods are distinguished, with their case or alone', async () => {
  const events = [
    bound(0, 1, 2, 3, 4, 5),
    packed,
    { act: 'store', placeId: 8, codes: [2] },
    { act: 'reject', codes: [3] },
    { act: 'scrap', codes: [4] },
    { act: 'take_back', placeId: 9, codes: [8, 2] },
    { act: 'destroy', placeId: null, codes: [8, 2] },
  ];
  const { ofLot, ofCodes } = await balancesAfter(events);
  expect(ofLot).toMatchObject({ made: 6, destroyed: 4, rejected: 1, unpacked: 1, in_stock: 0, returned: 0 });
  expect(ofLot.unaccounted).toBe(0);
  expect(ofCodes).toEqual(ofLot);
});

test('of a destroyed case of two lots each lot counts its own', async () => {
  const lots = [await newLot(), await newLot()] as [number, number];
  const ids = await numberedCodes(server.sql);
  const events: [number, object][] = [
    [lots[0], bound(0, 1)],
    [lots[1], bound(2)],
    [lots[0], { ...packed, children: [0, 1, 2] }],
    [lots[0], { act: 'destroy', placeId: null, codes: [8] }],
  ];
  for (const [n, [workOrderId, event]] of events.entries())
    await capture.event({ ...captureFor(ids, event), ...common, workOrderId, at: begun + n * 1000 } as EventInput);
  const found = await Promise.all(
    lots.map(async (lot) => balanceOf(await whereTheyAre(server.sql, { lots: [lot], codes: [], places: [] }))),
  );
  expect(found.reduce((sum, { destroyed }) => sum + destroyed, 0)).toBe(3);
  expect(found.map(({ unaccounted }) => unaccounted)).toEqual([0, 0]);
});

test('goods the line rejected out of a warehouse count once, as stock', async () => {
  const events = [bound(0), { act: 'store', placeId: 8, codes: [0] }, { act: 'reject', codes: [0] }];
  const { ofLot, ofCodes } = await balancesAfter(events);
  expect(ofLot.unaccounted).toBe(0);
  expect(ofCodes).toEqual(ofLot);
});

test('after any events, the classes of a lot add up to what was made and to its codes', {
  timeout: 600_000,
}, async () => {
  const recall = await newRecall(server.sql);
  const some = fc.array(anyEvent(numbered, recall), { minLength: 2, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(some, fc.boolean(), async (events, isMade) => {
      const all = isMade ? [bound(...numbered.units), ...events] : events;
      const { lot, ofLot, ofCodes } = await balancesAfter(all);
      expect(ofLot.unaccounted).toBe(0);
      expect(ofCodes).toEqual(ofLot);
      expect(await stockOf(lot)).toEqual({ in_stock: ofLot.in_stock, returned: ofLot.returned });
    }),
    { numRuns: 60 },
  );
});
