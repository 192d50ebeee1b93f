import { type Hierarchy, hierarchy, hierarchyVersions } from '@suyuan/contract/base/product/hierarchy.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tag } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { PackagingPicture } from '#ui/pictures/PackagingPicture.tsx';
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

export const preload = firstRows(spec);

/** The levels, in the form of the calls' input. */
const givenLevels = (levels: Hierarchy['levels']) => levels.map(({ unit_id, quantity }) => ({ unit_id, quantity }));

/** Packaging relations: which unit contains how many of which other unit. */
export default function Hierarchies() {
  return <DataPage spec={spec} />;
}

/** All versions of a packaging relation as pictures, the current one first. */
function HierarchyVersions({ hierarchy: { id, version: inForce } }: { hierarchy: Hierarchy }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [hierarchyVersions.path, id],
    queryFn: ({ signal }) => call(hierarchyVersions, { id }, { signal }),
  });
  return (
    <section>
      <h3>{t('hierarchy.versions')}</h3>
      {!data && <Skeleton active />}
      {data?.map(({ version, created_at, levels }) => (
        <article key={version}>
          <h4>
            {t('field.versionOf', { version })} {version === inForce && <Tag>{t('hierarchy.inForce')}</Tag>}{' '}
            <small>
              <Moment at={created_at} />
            </small>
          </h4>
          <PackagingPicture levels={levels} />
        </article>
      ))}
    </section>
  );
}
