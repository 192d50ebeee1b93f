import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actOn, anyAct, numbered, numberedCodes } from '../../test/goods/any-acts.ts';
import { captureAt, makeStage, newRecall } from '../../test/goods/capture-stage.ts';
import { namesOfCodes, toldOf, withNames } from '../../test/goods/told-of-codes.ts';
import { type TestServer, testServer } from '../../test/harness/server.ts';
import { differences } from '../figures/verify.ts';
import type { ActInput } from './acts/acting/act-input.ts';
import type { Capture } from './capture.ts';
import type { Captured } from './turns/checked-acts.ts';

// Acts of a group see in memory what those before them did; acts one by one read it from the database. Both have to be the same.

let server: TestServer;
let capture: Capture;
beforeAll(async () => {
  server = await testServer();
  await makeStage(server.sql);
  capture = captureAt(server.sql);
});
afterAll(() => server.stop());

/** Carries out acts on new codes, the first `alone` one by one and the others as one group; returns what can be told of it. */
async function carriedOut(acts: readonly object[], alone: number, begun: number, workOrderId: number) {
  const ids = await numberedCodes(server.sql);
  const common = { utcOffset: 480, by: { accountId: 1, deviceKeyId: null }, workOrderId };
  // Two at a time happen in the same millisecond.
  const inputs = acts.map((act, n) => ({ ...actOn(ids, act), ...common, at: begun + (n >> 1) }) as ActInput);
  const captured: Captured[] = [];
  for (const input of inputs.slice(0, alone)) captured.push(await capture.act(input));
  captured.push(...(await capture.inTurn((sql) => capture.actIn(sql, inputs.slice(alone)))));
  return withNames(namesOfCodes(ids), await toldOf(server.sql, ids, captured));
}

const lone = { remainder: false, moving: false, brief: false };
/** What was found to differ once. */
const examples: [object[], boolean, number][] = [
  // A package and what is in it; and a case that was moved, and is counted twice to be empty.
  [
    [
      { act: 'repack', parent: 9, contents: [5] },
      { act: 'unpack', children: [9, 5] },
    ],
    true,
    0,
  ],
  [
    [
      { act: 'pack', parent: 17, children: [9, 8], ...lone, moving: true },
      { act: 'repack', parent: 9, contents: [] },
      { act: 'repack', parent: 9, contents: [] },
    ],
    true,
    0,
  ],
];

test('acts of a group do what they would do one by one', { timeout: 600_000 }, async () => {
  const recall = await newRecall(server.sql);
  let n = 0;
  let [clock, order] = [Date.now() - 3_600_000, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAct(numbered, recall), { minLength: 2, maxLength: 20 }),
      fc.boolean(),
      fc.nat(20),
      async (acts, beginsWithSet, alone) => {
        const all = beginsWithSet ? [{ act: 'pack', parent: 16, children: [] }, ...acts] : acts;
        const begun = clock;
        clock += all.length;
        const inGroup = await carriedOut(all, Math.min(alone, all.length - 1), begun, ++order);
        const oneByOne = await carriedOut(all, all.length - 1, begun, order);
        expect(inGroup).toEqual(oneByOne);
        if (++n % 25 === 0) expect(await differences(server.sql)).toEqual([]);
      },
    ),
    { numRuns: 100, examples },
  );
  expect(await differences(server.sql)).toEqual([]);
});
