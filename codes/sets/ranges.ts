/**
 * A range of code ids or counters, both ends inclusive. A list of ranges is *normal* if it is sorted and no two ranges overlap
 * or touch. All functions here that return lists return normal ones.
 */
export interface Range {
  readonly first: number;
  readonly last: number;
}

export const sizeOf = ({ first, last }: Range): number => last - first + 1;

export const totalOf = (ranges: readonly Range[]): number => ranges.reduce((sum, range) => sum + sizeOf(range), 0);

/** The range of `count` numbers from `first`; `count` is at least 1. */
export const rangeFrom = (first: number, count: number): Range => ({ first, last: first + count - 1 });

/** The numbers of a range, in their order. */
export const numbersIn = (range: Range): number[] => Array.from({ length: sizeOf(range) }, (_, n) => range.first + n);

/** Any ranges, in any order and overlapping, as the normal list of the same numbers. Empty ranges are dropped. */
export function union(...lists: readonly (readonly Range[])[]): Range[] {
  const ranges = lists
    .flat()
    .filter(({ first, last }) => first <= last)
    .sort((a, b) => a.first - b.first);
  const result: { first: number; last: number }[] = [];
  for (const { first, last } of ranges) {
    const previous = result.at(-1);
    if (previous && first <= previous.last + 1) previous.last = Math.max(previous.last, last);
    else result.push({ first, last });
  }
  return result;
}

/** The normal list of single numbers, in any order and repeated. */
export const rangesOf = (ids: readonly number[]): Range[] => union(ids.map((id) => ({ first: id, last: id })));

/** The intersection of two normal lists. */
export function intersect(a: readonly Range[], b: readonly Range[]): Range[] {
  const common: Range[] = [];
  for (let i = 0, j = 0; ; ) {
    const one = a[i];
    const other = b[j];
    if (!one || !other) return common;
    const first = Math.max(one.first, other.first);
    const last = Math.min(one.last, other.last);
    if (first <= last) common.push({ first, last });
    if (one.last < other.last) i++;
    else j++;
  }
}

/** The numbers of `from` that are not in `without`; both normal. */
export function subtract(from: readonly Range[], without: readonly Range[]): Range[] {
  const rest: Range[] = [];
  let j = 0;
  for (const { first: begin, last } of from) {
    let first = begin;
    for (; (without[j]?.last ?? Number.POSITIVE_INFINITY) < first; j++);
    // A range of `without` may extend into the next range of `from`, so `j` does not move past it.
    for (let k = j; first <= last; k++) {
      const hole = without[k];
      if (!hole || hole.first > last) {
        rest.push({ first, last });
        break;
      }
      if (hole.first > first) rest.push({ first, last: hole.first - 1 });
      first = hole.last + 1;
      j = k;
    }
  }
  return rest;
}

/** The index of the range in a normal list that contains `id`; -1 if there is none. */
export function indexOfRange(ranges: readonly Range[], id: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle] as Range).last < id) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range && range.first <= id ? low : -1;
}

/** The range of a normal list that contains `id`, with all of its properties; undefined if there is none. */
export function findRange<R extends Range>(ranges: readonly R[], id: number): R | undefined {
  return ranges[indexOfRange(ranges, id)];
}

/**
 * Splits a range into `parts` runs, one for each printer, whose sizes differ by at most one, larger ones first. A shorter range
 * is split into runs of one number.
 */
export function splitEvenly(range: Range, parts: number): Range[] {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError('a range is split into one part or more');
  const size = sizeOf(range);
  const count = Math.min(parts, size);
  const small = Math.floor(size / count);
  const larger = size % count;
  return splitBySizes(
    range,
    Array.from({ length: count }, (_, n) => (n < larger ? small + 1 : small)),
  );
}

/** Splits a range into runs of the given sizes. Throws a RangeError unless they add up to the range. */
export function splitBySizes(range: Range, sizes: readonly number[]): Range[] {
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 1))
    throw new RangeError('a part has one number or more');
  if (sizes.reduce((sum, size) => sum + size, 0) !== sizeOf(range))
    throw new RangeError('the parts do not make up the range');
  let next = range.first;
  return sizes.map((size) => {
    const part = rangeFrom(next, size);
    next += size;
    return part;
  });
}
