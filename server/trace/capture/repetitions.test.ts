import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEvent, captureFor, numbered, numberedCodes } from '#test/goods/any-events.ts';
import { captureServer } from '#test/goods/capture-server.ts';
import { newRecall } from '#test/goods/capture-stage.ts';
import { differences } from '../figures/verify.ts';
import type { Captured } from './checked-events.ts';
import type { EventInput } from './context/event-input.ts';

const { server, capture } = await captureServer();

/** Events that are known whatever happened to their codes since. */
const known = [
  'bind',
  'scrap',
  'sample',
  'reject',
  'print',
  'unpack',
  'replace',
  'store',
  'take_back',
  'restock',
  'rework',
];

const events = async (): Promise<number> => {
  const [row] = await server.sql<{ count: number }[]>`select count(*)::int as count from trace_event`;
  return row?.count ?? 0;
};

test('an event repeated under another key, at the same or an earlier time, is recorded once', {
  timeout: 600_000,
}, async () => {
  const recall = await newRecall(server.sql);
  const print = fc.record({
    act: fc.constant('print'),
    codes: fc.uniqueArray(fc.constantFrom(...numbered.units), { minLength: 1, maxLength: 3 }),
  });
  const eventOrPrint = fc.oneof({ arbitrary: anyEvent(numbered, recall), weight: 5 }, { arbitrary: print, weight: 1 });
  let [clock, workOrderId, repeated] = [Date.now() - 3_600_000, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(eventOrPrint, { minLength: 2, maxLength: 12 }),
      fc.boolean(),
      fc.nat(1),
      async (given, inGroup, earlier) => {
        const ids = await numberedCodes(server.sql);
        workOrderId += 1;
        const common = { utcOffset: 480, custodian: 'enterprise', workOrderId, late: true } as const;
        const inputs = given.map((one): EventInput => {
          clock += 2;
          return {
            ...captureFor(ids, one),
            ...common,
            by: { accountId: 1, deviceKeyId: null },
            at: clock,
          } as EventInput;
        });
        const first: Captured[] = [];
        for (const input of inputs) first.push(await capture.event(input));
        const taken = inputs.flatMap((input, n) => {
          const outcome = first[n] as Captured;
          return 'refused' in outcome || !known.includes(input.act) ? [] : [{ input, outcome }];
        });
        const before = await events();
        const again = taken.map(({ input }) => ({ ...input, at: input.at - earlier, batchKey: 'another' }));
        const answers: Captured[] = inGroup
          ? await capture.withCaptureLock((sql) => capture.captureIn(sql, again))
          : [];
        if (!inGroup) for (const input of again) answers.push(await capture.event(input));
        for (const [n, answer] of answers.entries()) {
          // What was packed again since is not out: then it is no repetition, and comes too late.
          if (again[n]?.act === 'unpack' && 'refused' in answer) continue;
          const isKnown = expect.objectContaining({ known: expect.any(Number), units: 0 });
          expect([again[n], answer]).toEqual([again[n], isKnown]);
        }
        expect(await events()).toBe(before);
        repeated += answers.length;
      },
    ),
    { numRuns: 80 },
  );
  expect(repeated).toBeGreaterThan(50);
  expect(await differences(server.sql)).toEqual([]);
});
