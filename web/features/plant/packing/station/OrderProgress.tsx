import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { packingProgress } from '@suyuan/contract/plant/packing/packing-progress.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { StatusTag } from '#ui/StatusTag.tsx';
import { useWorkOrder } from '../useWorkOrder.ts';
import type { PackedPackage } from './PackingDesk.ts';

/** How often it is read again, in milliseconds: others pack for the order, too. */
const everyMs = 10_000;

interface OrderProgressProps {
  readonly order: number;
  /** What was packed at this desk. */
  readonly packed: readonly PackedPackage[];
}

/** How much of the work order is packed, and in the last hour, by everybody; and who packed how much in this shift. */
export function OrderProgress({ order, packed: own }: OrderProgressProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: row } = useWorkOrder(order);
  const { data } = useQuery({
    queryKey: [packingProgress.path, order],
    queryFn: ({ signal }) => call(packingProgress, { work_order_id: order }, { signal, silent: true }),
    refetchInterval: everyMs,
  });
  const amountOf = useAmounts([row?.product_id]);
  const latest = own[0]?.event_id;
  useEffect(() => {
    if (latest !== undefined) void queries.invalidateQueries({ queryKey: [packingProgress.path, order] });
  }, [queries, order, latest]);
  if (!row || !data) return null;
  const { quantity, packed } = data;
  const amount = (units: number) => amountOf(units, row.product_id);
  return (
    <section className="order-progress" aria-label={t('relevance.progress')}>
      <span>
        {t('relevance.packedOf', { packed: amount(packed), quantity: amount(quantity) })}
        {packed > quantity && (
          <StatusTag tone="warning">{t('relevance.overPlan', { amount: amount(packed - quantity) })}</StatusTag>
        )}
      </span>
      <span>{t('relevance.inHour', { amount: amount(data.in_hour) })}</span>
      <Progress
        percent={Math.min(100, Math.floor((packed / quantity) * 100))}
        showInfo={false}
        size="small"
        status={packed > quantity ? 'exception' : 'normal'}
        aria-label={t('relevance.progress')}
      />
      <Packers packers={data.packers} amount={amount} />
    </section>
  );
}

interface PackersProps {
  readonly packers: OutputOf<typeof packingProgress>['packers'];
  readonly amount: (units: number) => string;
}

/** Who packed how much for the order in this shift. */
function Packers({ packers, amount }: PackersProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (packers.length === 0) return null;
  return (
    <ul className="order-packers" aria-label={t('relevance.packers')}>
      {packers.map(({ account_id, name, units, packages, outer, last_at }) => (
        <li key={account_id ?? last_at}>
          <strong>{name ?? '—'}</strong>{' '}
          {t('relevance.packedPackages', { amount: amount(units), count: packages, number: count(packages) })}
          {outer > 0 && ` · ${t('relevance.packedOuter', { count: outer, number: count(outer) })}`}
        </li>
      ))}
    </ul>
  );
}
