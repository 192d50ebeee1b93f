import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asOrdered, revised, type Segment, type SegmentFacts } from './code-segments.ts';
import type { OrderFacts, OrderRange } from './code-target.ts';

const order: OrderFacts = { id: 1, first_id: 0, last_id: 59, quantity: 60, product_id: null, status: 'open' };
const lots = (segments: readonly Segment[]): (string | null)[] => {
  const codes: (string | null)[] = Array.from({ length: 60 }, () => null);
  for (const { first, last, lot } of segments) codes.fill(lot, first, last + 1);
  return codes;
};
const segment = (first: number, last: number, lot: string): Segment => ({
  ...asOrdered,
  first,
  last,
  order_id: 1,
  lot,
});
/** Disjoint runs in order, cut from the codes by a set of places. */
const runs = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 10 })
  .map((places) => places.sort((a, b) => a - b))
  .map((places) =>
    places.slice(0, -1).flatMap((first, at) => (at % 2 === 0 ? [{ first, last: (places[at + 1] as number) - 1 }] : [])),
  );

test('a revision has the effect of one for each code, in as few segments as possible', () => {
  const lot = fc.constantFrom('A', 'B');
  const revision = fc.constantFrom<(facts: SegmentFacts) => SegmentFacts>(
    (facts) => ({ ...facts, lot: 'A' }),
    (facts) => ({ ...facts, lot: null }),
    (facts) => ({ ...facts, lot: facts.lot === 'A' ? 'B' : facts.lot }),
  );
  fc.assert(
    fc.property(runs, runs, lot, lot, revision, (held, chosen, even, odd, revise) => {
      const before = held.map(({ first, last }, at) => segment(first, last, at % 2 === 0 ? even : odd));
      const ranges: OrderRange[] = chosen.map((range) => ({ ...range, order }));
      const { segments, changed } = revised(before, ranges, revise);
      const wanted = lots(before).map((one, code) =>
        chosen.some(({ first, last }) => code >= first && code <= last) ? revise({ ...asOrdered, lot: one }).lot : one,
      );
      expect(lots(segments)).toEqual(wanted);
      expect(changed).toBe(wanted.filter((one, code) => one !== lots(before)[code]).length);
      segments.slice(1).forEach((next, at) => {
        const previous = segments[at] as Segment;
        expect(next.first).toBeGreaterThan(previous.last);
        if (next.first === previous.last + 1) expect(next.lot).not.toBe(previous.lot);
      });
    }),
  );
});
