import type { PackableCode } from '@suyuan/contract/plant/packing.ts';

interface ScannedChild {
  readonly code: string;
  readonly units: number;
}

/** The package being filled. */
export interface OpenPackage {
  readonly code: string;
  readonly level: number;
  /** The number of units that fit in it. */
  readonly capacity: number | null;
  /** The level of what lies directly in it, by the packaging relation, and how many of them fit in it. */
  readonly contentsLevel: number | null;
  readonly maxContents: number | null;
  /** What was in it before, if it is an incomplete package: units, and things that lie directly in it. */
  readonly before: number;
  readonly contentsBefore: number;
  readonly children: readonly ScannedChild[];
}

export const packageOf = (one: PackableCode, code: string): OpenPackage => ({
  code,
  level: one.level,
  capacity: one.capacity,
  contentsLevel: one.contents_level,
  maxContents: one.most_contents,
  before: one.units,
  contentsBefore: one.contents,
  children: [],
});

export const unitsIn = ({ before, children }: OpenPackage): number =>
  before + children.reduce((sum, { units }) => sum + units, 0);

/** Whether packing now would leave the package incomplete. */
export const isShort = (open: OpenPackage): boolean => open.capacity !== null && unitsIn(open) < open.capacity;

/** How full the package is, counted as whoever fills it counts: in what lies directly in it. */
export const countOf = (open: OpenPackage): { readonly there: number; readonly most: number | null } => ({
  there: open.contentsBefore + open.children.length,
  most: open.maxContents ?? open.capacity,
});

/** The package of an earlier sitting, in words. */
export function heldParams(open: OpenPackage) {
  const { there, most } = countOf(open);
  return { code: open.code, there, most: most ?? '?' };
}
