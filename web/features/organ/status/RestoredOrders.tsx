import type { SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** What became of the orders of codes that were placed after what was restored, as far as that is known. */
export function RestoredOrders({ of }: { readonly of: SystemStatus['restorations'][number] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { orders, lost, doubted, doubted_orders: named } = of;
  if (orders.length + lost.length + doubted === 0) return '–';
  return (
    <>
      {orders.length > 0 && <div>{t('systemstatus.ordersGivenBack', { orders: orders.join(', ') })}</div>}
      {lost.map(({ order, reason }) => (
        <div key={order} className="system-status-bad">
          {t('systemstatus.orderLost', { order, reason: t(`systemstatus.lost.${reason}`) })}
        </div>
      ))}
      {doubted > 0 && (
        <div>
          {t('systemstatus.ordersDoubted', { number: count(doubted) })}
          {named.length > 0 && (
            <div className="system-status-orders">
              {named.map((order) => (
                <span key={order}>{order}</span>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}
