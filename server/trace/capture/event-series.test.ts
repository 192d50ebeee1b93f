import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { captureAt, factsOf, freshCodes, makeStage, perCase } from '#test/goods/capture-stage.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { differences } from '../figures/verify.ts';
import type { Capture } from './capture.ts';
import type { Captured } from './checked-events.ts';
import type { PackEvent } from './context/event-input.ts';

const order = 1;
/** Of each batch: enough that one code is looked at as the representative of all with the same state. */
const cases = 200;

let server: TestServer;
let capture: Capture;
let isRunning: boolean;
/** How often orders were read: for a check, and once more under the lock. */
let orderReads: number;
/** How often the capacity of packages of the order was read: by each check of a batch. */
let capacityReads: number;

beforeAll(async () => {
  server = await testServer();
  await makeStage(server.sql);
  capture = captureAt(server.sql, (id) => {
    orderReads += 1;
    const { capacities, ...facts } = factsOf(id);
    return {
      ...facts,
      status: isRunning ? 'running' : 'finished',
      stoppedAt: isRunning ? null : at - 1,
      get capacities() {
        capacityReads += 1;
        return capacities;
      },
    };
  });
});
beforeEach(() => {
  [isRunning, orderReads, capacityReads] = [true, 0, 0];
});
afterAll(async () => {
  expect(await differences(server.sql)).toEqual([]);
  await server.stop();
});

const at = Date.now() - 3_600_000;
const packing = (parent: number, children: readonly number[]): PackEvent => ({
  act: 'pack',
  workOrderId: order,
  parent,
  children,
  brief: true,
  at,
  utcOffset: 480,
  by: { accountId: 1, deviceKeyId: null },
  custodian: 'enterprise' as const,
});

/** Batches of cases that are full of units which nobody has used. */
async function batches(count: number): Promise<PackEvent[][]> {
  const { units, cases: boxes } = await freshCodes(server.sql, count * cases * perCase);
  return Array.from({ length: count }, (_, batch) =>
    Array.from({ length: cases }, (_, n) => {
      const box = batch * cases + n;
      return packing(boxes[box] as number, units.slice(box * perCase, (box + 1) * perCase));
    }),
  );
}

/** Does batches one after the other, and what happens `between` them. If `isAhead`, the next is checked before one is durable. */
async function done(
  all: readonly PackEvent[][],
  { between = async () => {}, isAhead = true }: { between?: () => Promise<void>; isAhead?: boolean } = {},
): Promise<Captured[][]> {
  const series = capture.series();
  const captured: Captured[][] = [];
  for (const [n, inputs] of all.entries()) {
    let lookedBefore = -1;
    const next = () => {
      lookedBefore = capacityReads;
      return all[n + 1];
    };
    await series.capture({ inputs, next }, async (_, outcomes) => {
      // Again, if the batch is done again.
      captured[n] = [...outcomes];
      if (isAhead && n + 1 < all.length) await expect.poll(() => capacityReads).toBeGreaterThan(lookedBefore);
    });
    await between();
  }
  await series.end();
  return captured;
}

const refusalsIn = (captured: readonly Captured[]) =>
  captured.flatMap((one) => ('refused' in one ? one.refused.map(({ code, reason }) => [code, reason]) : []));

test('batches without common codes are checked once each, while the previous one is written', async () => {
  const captured = await done(await batches(3));
  expect(captured.flatMap(refusalsIn)).toEqual([]);
  expect(captured.flat()).toHaveLength(3 * cases);
  expect(orderReads).toBe(6);
});

test('packings of the previous batch are taken into account', async () => {
  const [first = [], second = []] = await batches(2);
  const packed = first[7]?.children[0] as number;
  second[3] = packing(second[3]?.parent as number, [packed, ...(second[3]?.children.slice(1) ?? [])]);
  const [, captured = []] = await done([first, second], { isAhead: false });
  expect(refusalsIn(captured)).toEqual([[packed, 'packed_elsewhere']]);
});

test('packages filled by the previous batch are full', async () => {
  const [first = [], second = []] = await batches(2);
  const full = first[0]?.parent as number;
  second[0] = packing(full, second[0]?.children ?? []);
  const [, captured = []] = await done([first, second], { isAhead: false });
  expect(refusalsIn(captured)).toEqual([[full, 'over_capacity']]);
});

test('packings by others in between are taken into account', async () => {
  const [first = [], second = []] = await batches(2);
  const [stolen = 0] = second[5]?.children ?? [];
  const [box] = (await freshCodes(server.sql, 1)).cases as [number];
  let isTaken = false;
  const [, captured = []] = await done([first, second], {
    between: async () => {
      if (isTaken) return;
      isTaken = true;
      expect(refusalsIn([await capture.event({ ...packing(box, [stolen]), remainder: true })])).toEqual([]);
    },
  });
  expect(refusalsIn(captured)).toEqual([[stolen, 'packed_elsewhere']]);
});

test('a series knows whether others captured events between its last two batches', async () => {
  const all = await batches(3);
  const series = capture.series();
  const others = await freshCodes(server.sql, perCase);
  const capturing = (n: number) => series.capture({ inputs: all[n] ?? [], next: () => undefined }, async () => {});
  const isAlone: boolean[] = [];
  for (const n of all.keys()) {
    await capturing(n);
    isAlone.push(series.isAlone);
    if (n === 1) await capture.event(packing(others.cases[0] as number, others.units));
  }
  await series.end();
  expect(isAlone).toEqual([false, true, false]);
});

test('nothing is packed for an order finished in between', async () => {
  const [first = [], second = []] = await batches(2);
  const [before = [], captured = []] = await done([first, second], {
    between: async () => {
      isRunning = false;
    },
  });
  expect(refusalsIn(before)).toEqual([]);
  expect(refusalsIn(captured)).toEqual(second.map(({ parent }) => [parent, 'order_not_running']));
});
