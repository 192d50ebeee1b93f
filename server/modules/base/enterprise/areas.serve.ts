import { type AreaTree, areasByParent } from '@suyuan/contract/base/area.ts';
import { type Area, areaOf, areasBelow } from '#platform/areas/areas.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

export default function serveAreas({ routes }: Services): void {
  routes.serve(areasByParent, async ({ parent_code = '', depth = 1 }) => {
    if (parent_code !== '' && !areaOf(parent_code)) throw badInput({ path: 'parent_code', reason: 'no_such_area' });
    return treeOf(areasBelow(parent_code), depth);
  });
}

function treeOf(areas: readonly Area[], depth: number): AreaTree[] {
  return areas.map((area) => {
    const below = areasBelow(area.code);
    const open = depth > 1 && below.length > 0;
    return { ...area, leaf: below.length === 0, ...(open ? { children: treeOf(below, depth - 1) } : {}) };
  });
}
