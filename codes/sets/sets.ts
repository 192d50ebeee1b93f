import { type Range, rangeFrom } from './ranges.ts';

/**
 * Sets (套标): an order that issues packages and their contents together, such as 1 pallet : 4 cases : 24 inner packs : 96 units.
 * The codes of each depth are numbered from 0 in the order of the sets, so which code lies in which follows from the numbers,
 * and no rows are stored. Depth 0 is the outermost package.
 */
export interface SetLayout {
  readonly sets: number;
  /** For each depth below the outermost, how many there are in one of the depth above. */
  readonly perParent: readonly number[];
}

/** Pallet, case, inner pack, unit, and one to spare. */
const deepest = 5;
const maxInParent = 100_000;

/** The problem of a layout as a stable key for translation; undefined if there is none. */
export function layoutProblem({
  sets,
  perParent,
}: SetLayout): 'set_depth' | 'set_counts' | 'set_too_large' | undefined {
  if (perParent.length < 1 || perParent.length >= deepest) return 'set_depth';
  const isCount = (count: number) => Number.isInteger(count) && count >= 1;
  if (!isCount(sets) || !perParent.every((count) => isCount(count) && count <= maxInParent)) return 'set_counts';
  return Number.isSafeInteger(perParent.reduce((total, count) => total * count, sets)) ? undefined : 'set_too_large';
}

/**
 * The counts per parent of a ratio as the trade writes it, each number being the total in one set: 1:6:24 means six in the
 * outermost package and four in each of these. Undefined if it is no ratio, or if a number does not divide the next.
 */
export function perParentOf(ratio: string): number[] | undefined {
  if (!/^1(\s*[:：]\s*[1-9]\d{0,8})+$/.test(ratio)) return undefined;
  const totals = ratio.split(/[:：]/).map(Number);
  const perParent = totals.slice(1).map((total, n) => total / (totals[n] as number));
  return perParent.every(Number.isInteger) ? perParent : undefined;
}

/** The ratio of a set, as `perParentOf` reads it. */
export const ratioOf = ({ perParent }: SetLayout): string =>
  [1, ...perParent.map((_, n) => product(perParent.slice(0, n + 1)))].join(':');

export const depthsOf = ({ perParent }: SetLayout): number => perParent.length + 1;

/** How many codes of a depth there are in one set. */
export const countPerSet = ({ perParent }: SetLayout, depth: number): number => product(perParent.slice(0, depth));

/** How many codes of a depth the order issues. */
export const countAt = (layout: SetLayout, depth: number): number => layout.sets * countPerSet(layout, depth);

/** The package at the depth above that `index` lies in; undefined for an outermost one. */
export function parentOf(layout: SetLayout, depth: number, index: number): number | undefined {
  return depth === 0 ? undefined : Math.floor(index / perParentAt(layout, depth));
}

/** The indices directly in `index`; undefined at the innermost depth. */
export function childrenOf(layout: SetLayout, depth: number, index: number): Range | undefined {
  return depth === layout.perParent.length ? undefined : inside(layout, depth, index, depth + 1);
}

/** The indices in `index` at any inner depth: for a case, those of its units. */
export function inside({ perParent }: SetLayout, depth: number, index: number, innerDepth: number): Range {
  const count = product(perParent.slice(depth, innerDepth));
  return rangeFrom(index * count, count);
}

/** `index` with the packages around it, outermost first, as on a line of a printer's file. */
export function pathOf(layout: SetLayout, depth: number, index: number): number[] {
  const path = [index];
  for (let at = depth; at > 0; at--) path.unshift(Math.floor((path[0] as number) / perParentAt(layout, at)));
  return path;
}

/** The indices of one set, which are printed together, as one range for each depth. */
export const rowOfSet = (layout: SetLayout, set: number): Range[] =>
  Array.from({ length: depthsOf(layout) }, (_, depth) => inside(layout, 0, set, depth));

/** A set order: its layout, and the code id or counter that each depth begins at. */
export interface IssuedSets extends SetLayout {
  readonly firsts: readonly number[];
}

/** The code ids or counters that the order has at a depth. */
export const rangeAt = (order: IssuedSets, depth: number): Range =>
  rangeFrom(firstAt(order, depth), countAt(order, depth));

/** The depth of a code of the order; undefined when it is of another. */
export function depthOf(order: IssuedSets, id: number): number | undefined {
  const depth = order.firsts.findIndex((first, at) => id >= first && id < first + countAt(order, at));
  return depth < 0 ? undefined : depth;
}

/** The id of the package that a code of the order lies in; undefined for an outermost one, or a code of another order. */
export function parentIdOf(order: IssuedSets, id: number): number | undefined {
  const depth = depthOf(order, id);
  const parent = depth === undefined ? undefined : parentOf(order, depth, id - firstAt(order, depth));
  return depth === undefined || parent === undefined ? undefined : firstAt(order, depth - 1) + parent;
}

/** The ids of the packages that a code of the order lies in, innermost first; none for a code of another order. */
export function parentIdsOf(order: IssuedSets, id: number): number[] {
  const parent = parentIdOf(order, id);
  return parent === undefined ? [] : [parent, ...parentIdsOf(order, parent)];
}

/** The id of the outermost package of the set that a code of the order is of; itself where it is that. */
export function outermostIdOf(order: IssuedSets, id: number): number | undefined {
  const depth = depthOf(order, id);
  if (depth === undefined) return undefined;
  return firstAt(order, 0) + (pathOf(order, depth, id - firstAt(order, depth))[0] as number);
}

/** The ids that lie in a package of the order however deep, one range for each depth; undefined for a code of another. */
export function idsInside(order: IssuedSets, id: number): Range[] | undefined {
  const depth = depthOf(order, id);
  if (depth === undefined) return undefined;
  const index = id - firstAt(order, depth);
  return Array.from({ length: order.perParent.length - depth }, (_, n) => {
    const shift = firstAt(order, depth + 1 + n);
    const { first, last } = inside(order, depth, index, depth + 1 + n);
    return { first: shift + first, last: shift + last };
  });
}

/** The ids that lie directly in a package of the order; undefined for an innermost one, or a code of another order. */
export function childIdsOf(order: IssuedSets, id: number): Range | undefined {
  const depth = depthOf(order, id);
  const children = depth === undefined ? undefined : childrenOf(order, depth, id - firstAt(order, depth));
  if (depth === undefined || !children) return undefined;
  const shift = firstAt(order, depth + 1);
  return { first: shift + children.first, last: shift + children.last };
}

const product = (counts: readonly number[]): number => counts.reduce((total, count) => total * count, 1);

function perParentAt({ perParent }: SetLayout, depth: number): number {
  const count = perParent[depth - 1];
  if (count === undefined) throw new RangeError(`a set has no depth ${depth}`);
  return count;
}

function firstAt({ firsts }: IssuedSets, depth: number): number {
  const first = firsts[depth];
  if (first === undefined) throw new RangeError(`a set has no depth ${depth}`);
  return first;
}
