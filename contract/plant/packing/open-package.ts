/** A package that is being filled by hand: the rules of the packing desk and of handhelds. */

interface ScannedChild {
  readonly code: string;
  readonly units: number;
}

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

export const unitsIn = ({ before, children }: OpenPackage): number =>
  before + children.reduce((sum, { units }) => sum + units, 0);

/** Whether packing now would leave the package incomplete. */
export const isShort = (open: OpenPackage): boolean => open.capacity !== null && unitsIn(open) < open.capacity;

/** Whether nothing more fits in it. */
export const isFull = (open: OpenPackage): boolean => open.capacity !== null && unitsIn(open) >= open.capacity;

/** How full the package is, counted as whoever fills it counts: in what lies directly in it. */
export const countOf = (open: OpenPackage): { readonly there: number; readonly most: number | null } => ({
  there: open.contentsBefore + open.children.length,
  most: open.maxContents ?? open.capacity,
});

/** What a scan is for the package that is open. A level is skipped by mistake or, at the second scan, on purpose. */
export type Fit = 'fits' | 'repeated' | 'still_open' | 'too_many' | 'skips_level';

export function fitOf(
  open: OpenPackage,
  { code, level, units, liesIn }: { code: string | null; level: number; units: number; liesIn: string | null },
): Fit {
  const isThere = code === open.code || liesIn === open.code || open.children.some((child) => child.code === code);
  if (isThere) return 'repeated';
  if (code !== null && level >= open.level) return 'still_open';
  if (open.capacity !== null && unitsIn(open) + units > open.capacity) return 'too_many';
  return open.contentsLevel !== null && level < open.contentsLevel ? 'skips_level' : 'fits';
}
