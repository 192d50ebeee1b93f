import type { Production } from '@suyuan/contract/dashboard/production.ts';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';

type Running = NonNullable<Production['running']>;

/** Running work orders with their progress. */
export function RunningOrders({ running }: { readonly running: Running | null | undefined }) {
  const { t } = useTranslation();
  return (
    <ChartPanel
      className="running-orders"
      title={t('dashboard.running')}
      note={
        running && running.total > 0 ? (
          <Link to="/orderlist?status=running">{t('dashboard.running.all', { count: running.total })}</Link>
        ) : undefined
      }
    >
      {running?.total === 0 && <p className="dashboard-nothing">{t('dashboard.running.none')}</p>}
      <ul className="under-way">
        {running?.rows.map((order) => (
          <RunningOrder key={order.id} order={order} />
        ))}
      </ul>
    </ChartPanel>
  );
}

function RunningOrder({ order }: { readonly order: Running['rows'][number] }) {
  const { t } = useTranslation();
  const { share } = useNumbers();
  const amount = useAmounts([order.product_id]);
  const { order_no, product_id, product_name, line_name, quantity, packed } = order;
  const ratio = packed / quantity;
  return (
    <li>
      <Link className="dashboard-quiet-link" to={`/orderlist?${new URLSearchParams({ keyword: order_no })}`}>
        {order_no}
      </Link>
      <span>{share(ratio)}</span>
      <small>{[product_name, line_name].filter(Boolean).join(' · ')}</small>
      <small>
        {t('dashboard.running.of', { packed: amount(packed, product_id), planned: amount(quantity, product_id) })}
      </small>
      <i aria-hidden>
        <i style={{ width: `${Math.min(1, ratio) * 100}%` }} />
      </i>
    </li>
  );
}
