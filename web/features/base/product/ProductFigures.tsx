import type { ProductDetail } from '@suyuan/contract/base/product/product.ts';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { dayNamesIn } from '#core/formats/dayNames.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import type { ChartOption } from '#ui/charts/option.ts';
import { usePalette } from '#ui/charts/palette.ts';
import { CodeText } from '#ui/code/CodeText.tsx';
import { Moment } from '#ui/facts/Moment.tsx';

/** The code orders and daily scans of a product, for those who may see them. */
export function ProductFigures({ product: { id, orders, scans } }: { product: ProductDetail }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const navigate = useNavigate();
  if (!orders && !scans) return null;
  return (
    <div className="product-columns">
      {orders && (
        <section className="product-part">
          <h2>{t('product.orders')}</h2>
          <div className="product-figures">
            <div>
              <strong>{count(orders.count)}</strong> {t('product.ordersCount', { count: orders.count })}
            </div>
            <div>
              <strong>{count(orders.quantity)}</strong> {t('product.codesCount', { count: orders.quantity })}
            </div>
            <Button type="link" onClick={() => void navigate(`/home/tagging/records?product_id=${id}`)}>
              {t('product.showOrders')}
            </Button>
          </div>
          <ul className="product-orders">
            {orders.latest.map(({ order_no, quantity, created_at }) => (
              <li key={order_no}>
                <CodeText code={order_no} />
                <Moment at={created_at} />
                <span className="data-page-number">{count(quantity)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {scans && <Scans scans={scans} />}
    </div>
  );
}

function Scans({ scans }: { scans: NonNullable<ProductDetail['scans']> }) {
  const { t, i18n } = useTranslation();
  const { count } = useNumbers();
  const { theme } = usePalette();
  const days = useMemo(() => dayNamesIn(i18n.language as Language), [i18n.language]);
  const option = useMemo<ChartOption>(
    () => ({
      grid: { left: 0, right: 0, top: 8, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      tooltip: { trigger: 'axis', valueFormatter: (value) => count(Number(value)) },
      xAxis: {
        type: 'category',
        data: scans.map(({ day }) => days.longDay(day)),
        axisLabel: { formatter: (_, at) => days.shortDay(scans[at]?.day ?? ''), hideOverlap: true },
      },
      yAxis: { type: 'value', minInterval: 1 },
      series: [{ type: 'bar', name: t('product.scanned'), data: scans.map(({ scanned }) => scanned), color: theme }],
    }),
    [scans, days, count, theme, t],
  );
  const total = scans.reduce((sum, { scanned }) => sum + scanned, 0);
  const table = {
    columns: [t('chart.day'), t('product.scanned')],
    rows: scans.map(({ day, scanned }) => [days.longDay(day), count(scanned)]).toReversed(),
  };
  return (
    <ChartPanel title={t('product.scans')} note={count(total)} table={table}>
      <div className="product-scans">
        <Chart option={option} label={`${t('product.scans')} ${count(total)}`} />
      </div>
    </ChartPanel>
  );
}
