import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { scansOf } from '../figures/scansOf.ts';
import { Period } from '../Period.tsx';
import { useDays, usePeriod } from '../period.ts';
import { RankList } from './RankList.tsx';

export function ProductPanel({ products }: { readonly products: NonNullable<Dashboard['products']> }) {
  const { t } = useTranslation();
  const [days] = useDays();
  const period = usePeriod();
  const rows = products.map(({ product_id: id, product_name, scanned }) => ({
    key: id,
    name: product_name || t('dashboard.productGone', { id }),
    scanned,
    to: scansOf({ product_id: String(id), ...period }),
  }));
  return (
    <ChartPanel className="dashboard-products" title={t('dashboard.products')} note={<Period />}>
      {rows.length === 0 ? (
        <p className="dashboard-nothing">{t('dashboard.noScans', { days })}</p>
      ) : (
        <RankList rows={rows} />
      )}
    </ChartPanel>
  );
}
