import { shipmentHistory } from '@suyuan/contract/physical/amendment.ts';
import { type PackageNode, packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tree } from 'antd';
import { call } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { EventHistory } from '#ui/history/EventHistory.tsx';

interface BranchOf {
  readonly key: string;
  readonly title: string;
  readonly children: BranchOf[];
}

/** The height of the scrolling tree, in pixels. */
const treeHeight = 280;

/** The contents of a package as a tree, and its history. */
export default function BoxContents({ code }: { code: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [packageTree.path, code],
    queryFn: ({ signal }) => call(packageTree, { code }, { signal, silent: true }),
    staleTime: 0,
  });
  const amount = useAmounts([data?.product_id]);
  const branchOf = ({ code: key, level, units, children }: PackageNode): BranchOf => ({
    key,
    title: [
      listText(t, 'lines', `level.${level}`),
      key,
      ...(level > 1 ? [amount(units, data?.product_id ?? null)] : []),
    ].join(' · '),
    children: (children ?? []).map(branchOf),
  });
  return (
    <div className="box-contents">
      <section aria-label={t('boxcode.contents')}>
        <h2 className="physical-heading">{t('boxcode.contents')}</h2>
        <PartFailure of={{ error, refetch }} />
        {!data && !error && <Skeleton active />}
        {data && data.children.length === 0 && <p>{t('boxcode.noContents')}</p>}
        {data && data.children.length > 0 && (
          <Tree treeData={data.children.map(branchOf)} height={treeHeight} selectable={false} />
        )}
      </section>
      <section aria-label={t('events.history')}>
        <h2 className="physical-heading">{t('events.history')}</h2>
        <EventHistory of={shipmentHistory} input={{ code }} />
      </section>
    </div>
  );
}
