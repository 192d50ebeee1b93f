import { type Hierarchy, hierarchy } from '@suyuan/contract/base/hierarchy.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { HierarchyVersions } from './HierarchyVersions.tsx';
import { LevelsInput } from './LevelsInput.tsx';

const spec = thingList(hierarchy, {
  titleOf: (row) => row.hierarchy_name,
  detailAside: (row) => <HierarchyVersions hierarchy={row} />,
  shown: {
    hierarchy_code: { width: 110, example: 'BZ-06' },
    hierarchy_name: { width: 170, example: 'example.hierarchy_name' },
    ratio: { width: 300 },
    ratio_codes: { width: 320, hidden: true },
    levels: {
      input: LevelsInput,
      form: { hint: 'hierarchy.levelsHint', from: ({ levels }) => givenLevels(levels as Hierarchy['levels']) },
      example: 'example.ratio',
    },
    nesting: { width: 130, hidden: true, form: { initial: 'next_level', hint: 'hierarchy.nestingHint' } },
    version: { width: 75 },
    status: { width: 80 },
  },
});

export const first = firstRows(spec);

/** The levels, in the form of the calls' input. */
const givenLevels = (levels: Hierarchy['levels']) => levels.map(({ unit_id, quantity }) => ({ unit_id, quantity }));

/** Packaging relations: which unit contains how many of which other unit. */
export default function Hierarchies() {
  return <DataPage spec={spec} />;
}
