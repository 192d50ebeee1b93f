import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { WorkOrder, workOrderDetail } from '@suyuan/contract/plant/order/work-order.ts';
import { Alert } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Fact } from '#ui/facts/Fact.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

type Limits = Pick<OutputOf<typeof workOrderDetail>, 'made' | 'allowances' | 'left_open'>;

/** How much may be made for an order, what is left of it, and what people have allowed beyond plan and tolerance. */
export function OrderLimit({ order, detail }: { readonly order: WorkOrder; readonly detail: Limits }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { quantity, tolerance, limit, status } = order;
  const { made, allowances, left_open } = detail;
  const room = Math.max(0, limit - made);
  const isOpen = status !== 'draft' && status !== 'closed';
  return (
    <>
      <h2 className="order-heading">{t('orderlist.limits')}</h2>
      {isOpen && made >= quantity && (
        <Alert
          className="order-limit"
          type={room === 0 ? 'error' : 'warning'}
          showIcon
          title={t(room === 0 ? 'orderlist.limitReached' : 'orderlist.planReached', {
            made: count(made),
            planned: count(quantity),
            left: count(room),
          })}
        />
      )}
      <dl className="data-page-facts">
        <Fact title={t('orderlist.quantity')}>{count(quantity)}</Fact>
        <Fact title={t('orderlist.tolerance')}>{count(tolerance)}</Fact>
        <Fact title={t('orderlist.limit')}>{count(limit)}</Fact>
        <Fact title={t('orderlist.left')}>{count(room)}</Fact>
      </dl>
      {left_open.map((one) => (
        <p key={one} className="order-note">
          {t(`orderlist.leftOpen.${one}`)}
        </p>
      ))}
      {allowances.length > 0 && (
        <ul className="order-allowances">
          {allowances.map(({ quantity: more, reason, by, at }) => (
            <li key={at}>
              <span>{t('orderlist.allowed', { quantity: count(more), by })}</span> <Moment at={at} />
              <div>{reason}</div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A mark in the list for orders under way of which as much as planned, or as may be, was made. */
export function LimitTag({ order: { status, bound, quantity, limit } }: { readonly order: WorkOrder }) {
  const { t } = useTranslation();
  if ((status !== 'running' && status !== 'held') || bound < quantity) return null;
  if (bound >= limit) return <StatusTag tone="error">{t('orderlist.atLimit')}</StatusTag>;
  return <StatusTag tone="warning">{t('orderlist.atPlan')}</StatusTag>;
}
