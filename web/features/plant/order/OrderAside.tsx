import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { OrderFigure } from '@suyuan/contract/plant/order/order-codes.ts';
import {
  type Reconciliation,
  type WorkOrder,
  workOrder,
  workOrderDetail,
  workOrderReconciliation,
} from '@suyuan/contract/plant/order/work-order.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import EndedCertificates from '#ui/certificates/EndedCertificates.tsx';
import { ExtensionValue } from '#ui/extension/ExtensionValue.tsx';
import { Fact, StepFact } from '#ui/facts/Fact.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { OrderMaterials } from '../material/OrderMaterials.tsx';
import { LotSamples } from '../sample/LotSamples.tsx';
import { LotReleases } from './LotReleases.tsx';
import { OrderEvents } from './OrderEvents.tsx';
import { OrderLimit } from './OrderLimit.tsx';
import { ReconciliationTables } from './ReconciliationTables.tsx';
import './order.css';

const FigureCodes = later(() => import('../FigureCodes.tsx'));

/** The polling interval for the figures of a running order, in milliseconds, while they are visible. */
const freshMs = 5000;

type Detail = OutputOf<typeof workOrderDetail>;

/** The detail of an order: its steps, reconciliation, materials, lot releases and latest events. */
export default function OrderAside({ order }: { readonly order: WorkOrder }) {
  const { t } = useTranslation();
  const { id, status } = order;
  const [figure, setFigure] = useState<OrderFigure>();
  const follow = status === 'running' ? freshMs : false;
  // The status is part of the key, so that steps and figures are fetched again after a step.
  const detail = useQuery({
    // The limit changes when more is allowed.
    queryKey: [workOrderDetail.path, id, status, order.limit],
    queryFn: ({ signal }) => call(workOrderDetail, { id }, { signal, silent: true }),
    placeholderData: keepPreviousData,
    refetchInterval: follow,
  });
  const figures = useQuery({
    queryKey: [workOrderReconciliation.path, id, status],
    queryFn: ({ signal }) => call(workOrderReconciliation, { id }, { signal, silent: true }),
    placeholderData: keepPreviousData,
    refetchInterval: follow,
  });
  useListedFigures(order, figures.data);
  if (!detail.data || !figures.data) {
    const unread = [detail, figures].find(({ error }) => error);
    return unread ? <PartFailure of={unread} /> : <Skeleton active />;
  }
  return (
    <>
      <EndedCertificates holder="factory" id={detail.data.factory_id} name={detail.data.factory_name} />
      <Extension extension={detail.data.extension} />
      <h2 className="order-heading">{t('orderlist.steps')}</h2>
      <StepsTaken detail={detail.data} />
      <OrderLimit order={order} detail={detail.data} />
      <h2 className="order-heading">{t('orderlist.reconciliation')}</h2>
      <ReconciliationTables figures={figures.data} open={setFigure} />
      <OrderMaterials order={order} />
      <h2 className="order-heading">{t('orderlist.lotRelease')}</h2>
      {detail.data.lot_hold && <HeldTag {...detail.data.lot_hold} />}
      <LotReleases order={order} lot={detail.data.lot} awaits={detail.data.lot_awaits} />
      <LotSamples order={order} released={detail.data.lot?.quality_released_at != null} />
      <h2 className="order-heading">{t('orderlist.acts')}</h2>
      <OrderEvents order={id} follow={follow} />
      <Suspense>
        {figure && (
          <FigureCodes
            order={order}
            figure={figure}
            count={figures.data[figure]}
            onClose={() => setFigure(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Refreshes the list if its figures differ from those in the detail. */
function useListedFigures({ bound, packed }: WorkOrder, figures: Reconciliation | undefined): void {
  const queries = useQueryClient();
  const isOther = figures !== undefined && (figures.bound !== bound || figures.packed !== packed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once for each change of the figures
  useEffect(() => {
    if (isOther) void queries.invalidateQueries({ queryKey: [workOrder.page.path] });
  }, [figures]);
}

/** The values of an order's extension fields. */
function Extension({ extension }: Pick<Detail, 'extension'>) {
  const { t } = useTranslation();
  if (extension.length === 0) return null;
  return (
    <>
      <h2 className="order-heading">{t('orderlist.extension')}</h2>
      <dl className="data-page-facts">
        {extension.map(({ field, value }) => (
          <Fact key={field.id} title={field.label}>
            <ExtensionValue field={field} value={value} />
          </Fact>
        ))}
      </dl>
    </>
  );
}

function StepsTaken({ detail }: { detail: Detail }) {
  const { t } = useTranslation();
  const { released_at, beside_reason, finished_by, closed_at, closed_by, close_reason, reopened } = detail;
  return (
    <dl className="data-page-facts">
      <StepFact title={t('orderlist.created_by')} by={detail.created_by} id={detail.created_by_id} />
      {released_at && (
        <Fact title={t('orderlist.released_at')}>
          <Moment at={released_at} />
        </Fact>
      )}
      {beside_reason && <Fact title={t('orderlist.besideReason')}>{beside_reason}</Fact>}
      {finished_by && <StepFact title={t('orderlist.finished_by')} by={finished_by} id={detail.finished_by_id} />}
      {closed_at && (
        <Fact title={t('orderlist.closed_at')}>
          <Moment at={closed_at} />
        </Fact>
      )}
      {closed_by && <StepFact title={t('orderlist.closed_by')} by={closed_by} id={detail.closed_by_id} />}
      {close_reason && <Fact title={t('field.close_reason')}>{close_reason}</Fact>}
      {reopened.map(({ at, by, by_id, reason }) => (
        <Fact key={at} title={t('orderlist.reopened')}>
          <Moment at={at} />{' '}
          <RecordLink to="account" id={by_id}>
            {by}
          </RecordLink>
          {` · ${reason}`}
        </Fact>
      ))}
    </dl>
  );
}
