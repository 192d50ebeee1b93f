import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEvent, captureFor, numbered, numberedCodes, undoing } from '#test/goods/any-events.ts';
import { captureServer } from '#test/goods/capture-server.ts';
import { newRecall } from '#test/goods/capture-stage.ts';
import { namesOfCodes, resultsOf, withNames } from '#test/goods/results-of-events.ts';
import { differences } from '../figures/verify.ts';
import type { Captured } from './checked-events.ts';
import type { EventInput } from './context/event-input.ts';

// Events of a group see in memory what those before them did; events one by one read it from the database. Both have to be the same.

const { server, capture } = await captureServer();

/** An event, or one that undoes the nth event, if that was taken and can be undone. */
type Given = object | { readonly undo: number };

/** Carries out events on new codes, the first `alone` one by one and the others as one group; returns the results. */
async function capturedBy(given: readonly Given[], alone: number, { begun, workOrderId, known = alone }: Run) {
  const ids = await numberedCodes(server.sql);
  const common = {
    utcOffset: 480,
    by: { accountId: 1, deviceKeyId: null },
    custodian: 'enterprise',
    workOrderId,
  } as const;
  const inputs: EventInput[] = [];
  const captured: Captured[] = [];
  const undone = new Set<number>();
  /** Only of what both runs carry out one by one, because the id of the event has to be known; and once. */
  const undo = async (nth: number): Promise<object> => {
    const [input, outcome] = [inputs[nth], captured[nth]];
    const nothing = { act: 'inspect', codes: ids.slice(0, 1) };
    if (nth >= known || undone.has(nth) || !input || !outcome || 'refused' in outcome) return nothing;
    undone.add(nth);
    return (await undoing(server.sql, input, outcome.eventId)) ?? nothing;
  };
  for (const [n, one] of given.entries()) {
    const event = 'undo' in one ? await undo(one.undo) : captureFor(ids, one);
    // Two at a time happen in the same millisecond.
    const input = { ...event, ...common, at: begun + (n >> 1) } as EventInput;
    if (n < alone) captured.push(await capture.event(input));
    inputs.push(input);
  }
  captured.push(...(await capture.withCaptureLock((sql) => capture.captureIn(sql, inputs.slice(alone)))));
  return withNames(namesOfCodes(ids), await resultsOf(server.sql, ids, captured));
}

interface Run {
  readonly begun: number;
  readonly workOrderId: number;
  /** How many events another run carries out one by one, if that is less. */
  readonly known?: number;
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
  // The label of a package whose packing was declared wrong, used again.
  [
    [
      { act: 'pack', parent: 10, children: [0], ...lone, remainder: true },
      { undo: 0 },
      { act: 'pack', parent: 10, children: [0], ...lone, remainder: true, brief: true },
      { act: 'inspect', codes: [2] },
    ],
    false,
    1,
  ],
];

test('grouped events have the same effect as one by one', { timeout: 600_000 }, async () => {
  const recall = await newRecall(server.sql);
  const given: fc.Arbitrary<Given> = fc.oneof(
    { arbitrary: anyEvent(numbered, recall), weight: 6 },
    { arbitrary: fc.record({ undo: fc.nat(8) }), weight: 1 },
  );
  let n = 0;
  let [clock, order] = [Date.now() - 3_600_000, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { minLength: 2, maxLength: 20 }),
      fc.boolean(),
      fc.nat(20),
      async (events, beginsWithSet, alone) => {
        const all = beginsWithSet ? [{ act: 'pack', parent: 16, children: [] }, ...events] : events;
        const begun = clock;
        clock += all.length;
        const run = { begun, workOrderId: ++order };
        const known = Math.min(alone, all.length - 1);
        const inGroup = await capturedBy(all, known, run);
        const oneByOne = await capturedBy(all, all.length - 1, { ...run, known });
        expect(inGroup).toEqual(oneByOne);
        if (++n % 25 === 0) expect(await differences(server.sql)).toEqual([]);
      },
    ),
    { numRuns: 100, examples },
  );
  expect(await differences(server.sql)).toEqual([]);
});
