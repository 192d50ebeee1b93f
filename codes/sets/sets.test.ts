import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { rangeFrom, sizeOf } from './ranges.ts';
import {
  childIdsOf,
  childrenOf,
  countAt,
  countPerSet,
  depthOf,
  depthsOf,
  type IssuedSets,
  inside,
  layoutProblem,
  parentIdOf,
  parentOf,
  pathOf,
  perParentOf,
  rangeAt,
  ratioOf,
  rowOfSet,
  type SetLayout,
} from './sets.ts';

const layouts = fc.record({
  sets: fc.integer({ min: 1, max: 5 }),
  perParent: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
});
const depths = (layout: SetLayout) => Array.from({ length: depthsOf(layout) }, (_, depth) => depth);
const indexes = (layout: SetLayout, depth: number) => Array.from({ length: countAt(layout, depth) }, (_, n) => n);

/** An order whose depths lie at ids far apart, as those of several rules do. */
const issued = (layout: SetLayout): IssuedSets => ({
  ...layout,
  firsts: depths(layout).map((depth) => (9 - depth) * 2 ** 40 + 77 * depth),
});

describe('a set', () => {
  it('has every code in exactly one package', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        for (const depth of depths(layout).slice(1)) {
          const held = indexes(layout, depth - 1).flatMap((parent) => {
            const children = childrenOf(layout, depth - 1, parent) ?? rangeFrom(0, 0);
            return Array.from({ length: sizeOf(children) }, (_, n) => [children.first + n, parent]);
          });
          expect(held).toEqual(indexes(layout, depth).map((child) => [child, parentOf(layout, depth, child)]));
        }
        expect(indexes(layout, 0).map((index) => parentOf(layout, 0, index))).toEqual(
          indexes(layout, 0).map(() => undefined),
        );
        expect(childrenOf(layout, layout.perParent.length, 0)).toBeUndefined();
      }),
    );
  });

  it('finds the path through the packages around a code', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const innermost = layout.perParent.length;
        for (const index of indexes(layout, innermost)) {
          const path = pathOf(layout, innermost, index);
          expect(path.length).toBe(depthsOf(layout));
          for (const [depth, at] of path.entries()) {
            if (depth > 0) expect(path[depth - 1]).toBe(parentOf(layout, depth, at));
            const { first, last } = inside(layout, depth, at, innermost);
            expect(first <= index && index <= last).toBe(true);
          }
        }
      }),
    );
  });

  it('is printed in rows that cover the whole order', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const rows = Array.from({ length: layout.sets }, (_, set) => rowOfSet(layout, set));
        for (const depth of depths(layout)) {
          const codes = rows.flatMap((row) => {
            const { first, last } = row[depth] ?? rangeFrom(0, 0);
            return Array.from({ length: last - first + 1 }, (_, n) => first + n);
          });
          expect(codes).toEqual(indexes(layout, depth));
          expect(codes.length).toBe(layout.sets * countPerSet(layout, depth));
        }
      }),
    );
  });

  it('gives the same packages by code ids', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const order = issued(layout);
        for (const depth of depths(layout)) {
          const { first, last } = rangeAt(order, depth);
          expect(last - first + 1).toBe(countAt(layout, depth));
          for (const id of [first, last]) {
            expect(depthOf(order, id)).toBe(depth);
            const children = childIdsOf(order, id);
            expect(children === undefined).toBe(depth === layout.perParent.length);
            if (children)
              expect([children.first, children.last].map((child) => parentIdOf(order, child))).toEqual([id, id]);
            expect(parentIdOf(order, id) === undefined).toBe(depth === 0);
          }
          for (const other of [first - 1, last + 1]) {
            expect([depthOf(order, other), parentIdOf(order, other), childIdsOf(order, other)]).toEqual([
              undefined,
              undefined,
              undefined,
            ]);
          }
        }
      }),
    );
  });

  it('of 1:6:24', () => {
    const layout: SetLayout = { sets: 1000, perParent: perParentOf('1:6:24') ?? [] };
    expect(layout.perParent).toEqual([6, 4]);
    expect([0, 1, 2].map((depth) => countAt(layout, depth))).toEqual([1000, 6000, 24_000]);
    expect(pathOf(layout, 2, 23_999)).toEqual([999, 5999, 23_999]);
    expect(rowOfSet(layout, 1)).toEqual([rangeFrom(1, 1), rangeFrom(6, 6), rangeFrom(24, 24)]);
    expect(ratioOf(layout)).toBe('1:6:24');
  });
});

describe('a ratio', () => {
  it('is read as written', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        expect(perParentOf(ratioOf(layout))).toEqual(layout.perParent);
      }),
    );
    expect(perParentOf('1：6 : 24')).toEqual([6, 4]);
  });

  test.each(['', '1', '6:24', '2:4', '1:6:25', '1:0', '1:-6', '1:6:', '1:06', '1:1e3', `1:${'9'.repeat(10)}`])(
    'is not %j',
    (ratio) => expect(perParentOf(ratio)).toBeUndefined(),
  );
});

test.each<[Partial<SetLayout>, string | undefined]>([
  [{}, undefined],
  [{ perParent: [1, 1, 1, 1] }, undefined],
  [{ perParent: [] }, 'set_depth'],
  [{ perParent: [2, 2, 2, 2, 2] }, 'set_depth'],
  [{ sets: 0 }, 'set_counts'],
  [{ sets: 1.5 }, 'set_counts'],
  [{ perParent: [6, 0] }, 'set_counts'],
  [{ perParent: [100_001] }, 'set_counts'],
  [{ perParent: [Number.NaN] }, 'set_counts'],
  [{ sets: 1e8, perParent: [1e5, 1e5] }, 'set_too_large'],
])('a layout of %o: %s', (layout, problem) => {
  expect(layoutProblem({ sets: 10, perParent: [6, 4], ...layout })).toBe(problem);
});

it('refuses a depth it does not have', () => {
  const layout = { sets: 1, perParent: [2] };
  expect(() => parentOf(layout, 2, 0)).toThrow(RangeError);
  expect(() => rangeAt({ ...layout, firsts: [0, 10] }, 2)).toThrow(RangeError);
});
