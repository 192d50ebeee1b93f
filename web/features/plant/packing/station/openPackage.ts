import { countOf, type OpenPackage } from '@suyuan/contract/plant/packing/open-package.ts';
import type { PackableCode } from '@suyuan/contract/plant/packing/packing.ts';

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

/** The package of an earlier sitting, in words. */
export function heldParams(open: OpenPackage) {
  const { there, most } = countOf(open);
  return { code: open.code, there, most: most ?? '?' };
}
