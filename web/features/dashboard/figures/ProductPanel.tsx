import { useTranslation } from 'react-i18next';
import type { Dashboard } from '../../../../contract/dashboard/figures.ts';
import { ChartPanel } from '../../../ui/charts/ChartPanel.tsx';
import { Period } from '../Period.tsx';
import { RankList } from './RankList.tsx';
import { scansOf } from './scansOf.ts';

export function ProductPanel({ products }: { readonly products: NonNullable<Dashboard['products']> }) {
  const { t } = useTranslation();
  const rows = products.map(({ product_id: id, product_name, scanned }) => ({
    key: id,
    name: product_name || t('dashboard.productGone', { id }),
    scanned,
    to: scansOf({ product_id: String(id) }),
  }));
  return (
    <ChartPanel className="dashboard-products" title={t('dashboard.products')} note={<Period />}>
      {rows.length === 0 ? <p className="dashboard-nothing">{t('dashboard.noScans')}</p> : <RankList rows={rows} />}
    </ChartPanel>
  );
}
