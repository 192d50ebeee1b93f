import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spansOf } from './spans.ts';

const ruleSpan = 1000;
const ids = fc.uniqueArray(fc.integer({ min: 0, max: 5 * ruleSpan - 1 }), { maxLength: 200 });

test('every id is in one span, at its place, and no span goes beyond its rule', () => {
  fc.assert(
    fc.property(ids, (some) => {
      const column = Float64Array.from(some);
      const spans = [...spansOf(column, ruleSpan)];
      const members = spans.flatMap((span) => span.members);
      expect(members.toSorted((a, b) => a - b)).toEqual([...some.keys()]);
      for (const { rule, first, count, members: own } of spans) {
        expect(first + count).toBeLessThanOrEqual(ruleSpan);
        for (const at of own) {
          const counter = (column[at] as number) - rule * ruleSpan;
          expect(counter >= first && counter < first + count).toBe(true);
        }
      }
    }),
  );
});

test('neighbours are enciphered together, and what is far apart alone', () => {
  expect([...spansOf(Float64Array.of(7, 5, 500, 6), ruleSpan)]).toEqual([
    { rule: 0, first: 5, count: 3, members: [1, 3, 0] },
    { rule: 0, first: 500, count: 1, members: [2] },
  ]);
});
