import type { Range } from '../../../../codes/sets/ranges.ts';

/** Each of some ids once, in their order. */
export const inOrder = (ids: Iterable<number>): number[] => Array.from(Float64Array.from(new Set(ids)).sort());

/** Ids in their order, those that lie near one another together: `gap` is how many may be left out in between. */
export function rangesAround(sorted: ArrayLike<number>, gap: number): Range[] {
  const ranges: { first: number; last: number }[] = [];
  let range: (typeof ranges)[number] | undefined;
  for (let at = 0; at < sorted.length; at++) {
    const id = sorted[at] as number;
    if (range && id - range.last <= gap) {
      range.last = id;
    } else {
      range = { first: id, last: id };
      ranges.push(range);
    }
  }
  return ranges;
}

/**
 * How rows of some codes are asked for: by ranges where the codes lie close together, as those of a line do, for then the
 * rows that are there are read and none is looked for in vain; one by one otherwise.
 */
export function isDense(ids: ArrayLike<number>, ranges: readonly Range[]): boolean {
  const span = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return ids.length > 200 && span <= ids.length * 4;
}
