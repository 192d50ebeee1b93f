import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findRange,
  indexOfRange,
  intersect,
  type Range,
  rangeFrom,
  rangesOf,
  sizeOf,
  splitBySizes,
  splitEvenly,
  subtract,
  totalOf,
  union,
} from './ranges.ts';

const loose = fc
  .array(
    fc
      .record({ first: fc.nat({ max: 60 }), size: fc.nat({ max: 9 }) })
      .map(({ first, size }) => rangeFrom(first, size)),
    { maxLength: 12 },
  )
  .map((ranges) => ranges as Range[]);
const normal = loose.map((ranges) => union(ranges));

const members = (ranges: readonly Range[]) =>
  new Set(
    ranges.flatMap(({ first, last }) => Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)),
  );
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

function expectNormal(ranges: readonly Range[]) {
  for (const [n, { first, last }] of ranges.entries()) {
    expect(first).toBeLessThanOrEqual(last);
    if (n > 0) expect(first).toBeGreaterThan((ranges[n - 1] as Range).last + 1);
  }
}

describe('ranges as sets of numbers', () => {
  it('unite', () => {
    fc.assert(
      fc.property(loose, loose, (a, b) => {
        const both = union(a, b);
        expectNormal(both);
        expect(sorted(members(both))).toEqual(sorted(members(a).union(members(b))));
        expect(totalOf(both)).toBe(members(both).size);
        expect(rangesOf([...members(a), ...members(a)])).toEqual(union(a));
      }),
    );
  });

  it('intersect and subtract', () => {
    fc.assert(
      fc.property(normal, normal, (a, b) => {
        expectNormal(intersect(a, b));
        expect(sorted(members(intersect(a, b)))).toEqual(sorted(members(a).intersection(members(b))));
        expect(intersect(a, b)).toEqual(intersect(b, a));
        expectNormal(subtract(a, b));
        expect(sorted(members(subtract(a, b)))).toEqual(sorted(members(a).difference(members(b))));
        expect(union(subtract(a, b), intersect(a, b))).toEqual(a);
      }),
      { numRuns: 1000 },
    );
  });

  it('are searched', () => {
    fc.assert(
      fc.property(normal, fc.nat({ max: 80 }), (ranges, id) => {
        const found = findRange(ranges, id);
        expect(found !== undefined).toBe(members(ranges).has(id));
        if (found) expect(ranges[indexOfRange(ranges, id)]).toBe(found);
        else expect(indexOfRange(ranges, id)).toBe(-1);
      }),
    );
  });

  it('return a segment with its payload', () => {
    const segments = [
      { first: 1, last: 4, product: 'a' },
      { first: 5, last: 9, product: 'b' },
    ];
    expect(findRange(segments, 5)?.product).toBe('b');
    expect(findRange(segments, 10)).toBeUndefined();
  });

  it('stay exact at the largest code ids, and scale to many', () => {
    const top = 8191 * 2 ** 40;
    expect(subtract([rangeFrom(top, 2 ** 40)], [rangeFrom(top + 1, 1)])).toEqual([
      rangeFrom(top, 1),
      rangeFrom(top + 2, 2 ** 40 - 2),
    ]);
    const many = Array.from({ length: 100_000 }, (_, n) => rangeFrom(10 * n, 5));
    const whole = [rangeFrom(0, 1_000_000)];
    expect(totalOf(subtract(whole, many))).toBe(500_000);
    expect(totalOf(intersect(whole, many))).toBe(500_000);
    expect(union(many, subtract(whole, many))).toEqual(whole);
  });
});

describe('a range divided among printers', () => {
  it('is split into even, consecutive parts', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 1, max: 50 }),
        (first, count, parts) => {
          const range = rangeFrom(first, count);
          const split = splitEvenly(range, parts);
          expect(split.length).toBe(Math.min(parts, count));
          expect(split[0]?.first).toBe(range.first);
          expect(split.at(-1)?.last).toBe(range.last);
          for (const [n, part] of split.entries()) if (n > 0) expect(part.first).toBe((split[n - 1] as Range).last + 1);
          const sizes = split.map(sizeOf);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is split by sizes that add up to the whole', () => {
    expect(splitBySizes(rangeFrom(10, 6), [1, 2, 3])).toEqual([rangeFrom(10, 1), rangeFrom(11, 2), rangeFrom(13, 3)]);
    for (const sizes of [[], [5], [7], [6, 0], [3.5, 2.5], [Number.NaN, 6], [-1, 7]]) {
      expect(() => splitBySizes(rangeFrom(10, 6), sizes)).toThrow(RangeError);
    }
    for (const parts of [0, -1, 1.5, Number.NaN]) expect(() => splitEvenly(rangeFrom(1, 6), parts)).toThrow(RangeError);
  });
});
