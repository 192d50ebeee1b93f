import { workOrder } from '@suyuan/contract/plant/work-order.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { StatusTag } from '#ui/StatusTag.tsx';
import { useWorkOrder } from '../useWorkOrder.ts';
import type { PackedPackage } from './PackingDesk.ts';

const hourMs = 60 * 60_000;
const minuteMs = 60_000;

interface OrderProgressProps {
  readonly order: number;
  /** What was packed at this desk. */
  readonly packed: readonly PackedPackage[];
}

/** How much of the work order is packed, by everybody, and what this desk has packed within the last hour. */
export function OrderProgress({ order, packed }: OrderProgressProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data } = useWorkOrder(order);
  const amountOf = useAmounts([data?.product_id]);
  const now = useNow();
  const latest = packed[0]?.event_id;
  useEffect(() => {
    if (latest !== undefined) void queries.invalidateQueries({ queryKey: [workOrder.page.path, { id: order }] });
  }, [queries, order, latest]);
  if (!data) return null;
  const { quantity, packed: count, product_id } = data;
  const amount = (units: number) => amountOf(units, product_id);
  const inHour = packed.filter(({ at }) => at > now - hourMs).reduce((sum, { packed: units }) => sum + units, 0);
  return (
    <section className="order-progress" aria-label={t('relevance.progress')}>
      <span>
        {t('relevance.packedOf', { packed: amount(count), quantity: amount(quantity) })}
        {count > quantity && (
          <StatusTag tone="warning">{t('relevance.overPlan', { amount: amount(count - quantity) })}</StatusTag>
        )}
      </span>
      <span>{t('relevance.inHour', { amount: amount(inHour) })}</span>
      <Progress
        percent={Math.min(100, Math.floor((count / quantity) * 100))}
        showInfo={false}
        size="small"
        status={count > quantity ? 'exception' : 'normal'}
        aria-label={t('relevance.progress')}
      />
    </section>
  );
}

/** The time, by the minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
