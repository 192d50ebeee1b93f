import type { Range } from '@suyuan/codes/sets/ranges.ts';

/** Sorted and without duplicates. */
export const inOrder = (ids: Iterable<number>): number[] => Array.from(Float64Array.from(new Set(ids)).sort());

/** Ranges that cover sorted ids; ids at most `gap` apart share a range. */
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
 * Whether to query rows by ranges rather than by single codes: worthwhile for many codes close together, as those of a line,
 * because an index scan then reads only rows that exist.
 */
export function isDense(ids: ArrayLike<number>, ranges: readonly Range[]): boolean {
  const span = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return ids.length > 200 && span <= ids.length * 4;
}
