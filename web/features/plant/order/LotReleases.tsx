import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { lotRelease, lotTakeBack } from '@suyuan/contract/plant/lot/lot-release.ts';
import { type WorkOrder, workOrderDetail } from '@suyuan/contract/plant/order/work-order.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Space } from 'antd';
import { Suspense, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useSession } from '#core/session/session.ts';
import { useBegunByMe } from '#core/session/useBegunByMe.ts';
import { Fact } from '#ui/facts/Fact.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { useLotSamples } from '../sample/useLotSamples.ts';

type LotFacts = OutputOf<typeof lotRelease>;

type Kind = 'quality' | 'market';

const OverruleLot = later(() => import('../sample/OverruleLot.tsx'));
const TakeBackLot = later(() => import('./TakeBackLot.tsx'));

const isReleased = ({ quality_released_at }: LotFacts): boolean => quality_released_at !== null;

interface Props {
  readonly order: WorkOrder;
  readonly lot: LotFacts | null;
  /** The work orders that have to be finished before quality releases it. */
  readonly awaits: readonly string[];
}

/** The releases of an order's lot, first by quality and then for the market, with buttons to release it and to take a release back. */
export function LotReleases({ order, lot, awaits }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [modal, place] = Modal.useModal();
  const can = useCan();
  const isBegunByMe = useBegunByMe();
  const [takingBack, setTakingBack] = useState(false);
  const [isOverruling, setOverruling] = useState(false);
  const ofEnterprise = isEnterpriseType(useSession((session) => session.account_type));
  const missing = useLotSamples(order.id).data?.samples.filter(({ fulfilled }) => !fulfilled) ?? [];
  if (!lot) return <p className="order-note">{t(order.lot ? 'orderlist.lotUnmade' : 'orderlist.lotNone')}</p>;

  const id = order.id;
  const isAwaiting = !isReleased(lot) && awaits.length > 0;
  const next: Kind = lot.quality_released_at === null ? 'quality' : 'market';
  /** The release that is taken back first. */
  const last: Kind | undefined = lot.market_released_at !== null ? 'market' : isReleased(lot) ? 'quality' : undefined;
  const refetch = () => void queries.invalidateQueries({ queryKey: [workOrderDetail.path, id] });
  const ask = () =>
    modal.confirm({
      title: t(`orderlist.${next}Title`, { lot: order.lot }),
      content: t(`orderlist.${next}Text`),
      okText: t(`orderlist.${next}`),
      cancelText: t('datapage.cancel'),
      // `call` has shown the error; the confirmation closes in any case.
      onOk: () =>
        call(lotRelease, { id, release: next })
          .then(
            () => notify.success(t('datapage.saved')),
            () => undefined,
          )
          .finally(refetch),
    });
  const released = (kind: Kind) => {
    const at = lot[`${kind}_released_at`];
    if (at === null) return t('orderlist.notReleased');
    return (
      <>
        <Moment at={at} />{' '}
        <RecordLink to="account" id={lot[`${kind}_released_by_id`]}>
          {lot[`${kind}_released_by`]}
        </RecordLink>
      </>
    );
  };
  return (
    <>
      <dl className="data-page-facts">
        <Fact title={t('orderlist.quality')}>{released('quality')}</Fact>
        {lot.quality_reason && <Fact title={t('orderlist.qualityReason')}>{lot.quality_reason}</Fact>}
        <Fact title={t('orderlist.market')}>{released('market')}</Fact>
      </dl>
      {lot.taken_back.map(({ at, by, by_id, release, reason }) => (
        <p key={`${release} ${at}`} className="order-note">
          {t(`orderlist.takenBack.${release}`)} <Moment at={at} />{' '}
          <RecordLink to="account" id={by_id}>
            {by}
          </RecordLink>
          {` · ${reason}`}
        </p>
      ))}
      {isAwaiting && <p className="order-note">{t('orderlist.lotAwaits', { orders: awaits.join(', ') })}</p>}
      {ofEnterprise && can('orderlist:quality') && (
        <Space className="order-release" wrap>
          {lot.market_released_at === null && !isAwaiting && (
            <Button
              disabled={isReleased(lot) && isBegunByMe(lotRelease, lot)}
              onClick={next === 'quality' && missing.length > 0 ? () => setOverruling(true) : ask}
            >
              {t(`orderlist.${next}`)}
            </Button>
          )}
          {last && (
            <Button disabled={isBegunByMe(lotTakeBack, lot)} onClick={() => setTakingBack(true)}>
              {t(`orderlist.takeBack.${last}`)}
            </Button>
          )}
          {last && isBegunByMe(lotTakeBack, lot) && <span className="order-note">{t('datapage.needsAnother')}</span>}
        </Space>
      )}
      {place}
      <Suspense>
        {isOverruling && (
          <OverruleLot order={order} missing={missing} onClose={() => setOverruling(false)} onDone={refetch} />
        )}
        {takingBack && last && (
          <TakeBackLot order={order} release={last} onClose={() => setTakingBack(false)} onDone={refetch} />
        )}
      </Suspense>
    </>
  );
}
