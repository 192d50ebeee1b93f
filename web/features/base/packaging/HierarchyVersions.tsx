import { type Hierarchy, hierarchyVersions } from '@suyuan/contract/base/hierarchy.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tag } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { PackagingPicture } from '#ui/pictures/PackagingPicture.tsx';

/** All versions of a packaging relation as pictures, the current one first. */
export function HierarchyVersions({ hierarchy: { id, version: inForce } }: { hierarchy: Hierarchy }) {
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
