import { type LotSample, lotSamples, samplePlan, samplePlanCopy } from '@suyuan/contract/plant/lot/sample-plan.ts';
import type { WorkOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';

interface OwnPlanProps {
  readonly order: WorkOrder;
  readonly samples: readonly LotSample[];
}

/** Gives an order a sample plan of its own, or leads to the one that it has. */
export function OwnPlan({ order, samples }: OwnPlanProps) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const [isCopying, setCopying] = useState(false);
  const plans = useAddresses()('sampleplan');
  if (samples.some(({ work_order_id }) => work_order_id === order.id))
    return plans === undefined ? null : (
      <p className="order-note">
        <Link to={`${plans}?work_order_id=${order.id}`}>{t('orderlist.ownPlan')}</Link>
      </p>
    );
  if (!can('sampleplan:add') || order.status === 'closed') return null;
  const copy = async () => {
    setCopying(true);
    try {
      const { tests } = await call(samplePlanCopy, { work_order_id: order.id });
      notify.success(t('orderlist.planCopied', { count: tests }));
    } finally {
      setCopying(false);
      for (const key of [lotSamples.path, samplePlan.page.path]) void queries.invalidateQueries({ queryKey: [key] });
    }
  };
  return (
    <Button
      size="small"
      className="order-own-plan"
      loading={isCopying}
      // `call` has shown the error.
      onClick={() => void copy().catch(() => undefined)}
    >
      {t('orderlist.copyPlan')}
    </Button>
  );
}
