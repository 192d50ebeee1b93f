import { holdDetail } from '@suyuan/contract/inspect/hold.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { GoodsThereView } from '../goods/GoodsThere.tsx';
import '../goods/goods.css';

/** What a hold is about: how much goods, where they are, and what was released of them. */
export default function HoldAside({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const detail = useQuery({
    queryKey: [holdDetail.path, id],
    queryFn: ({ signal }) => call(holdDetail, { id }, { signal, silent: true }),
    staleTime: 0,
  });
  if (detail.error && !detail.data) return <PartFailure of={detail} />;
  if (!detail.data) return <Skeleton active />;
  return (
    <div className="goods-aside">
      {detail.data.overdue && <Alert type="warning" showIcon title={t('hold.overdueNote')} />}
      <GoodsThereView there={detail.data} />
    </div>
  );
}
