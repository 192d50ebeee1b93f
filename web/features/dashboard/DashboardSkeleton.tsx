import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Sight } from './figures/useFigures.ts';

/** A placeholder with the sizes of the figures to come, so that nothing moves when they arrive. */
export function DashboardSkeleton({ sight }: { readonly sight: Sight }) {
  const { t } = useTranslation();
  const cards = [sight.orders && 'issued', sight.scans && 'scanned', sight.scans && 'suspicious'].filter(Boolean);
  return (
    <div className="dashboard-bones" role="status">
      <span className="visually-hidden">{t('app.loading')}</span>
      <div className="figure-cards">
        {cards.map((card) => (
          <div key={`${card}`} className="figure-card">
            <i style={{ width: '40%' }} />
            <i style={{ width: '55%', height: 36 }} />
            <i style={{ width: '70%' }} />
          </div>
        ))}
      </div>
      <div className="dashboard-row">
        <PanelBones name="trend" />
        {sight.scans && <PanelBones name="verdicts" />}
      </div>
      {sight.scans && (
        <div className="dashboard-row">
          <PanelBones name="map" />
          <PanelBones name="products" />
        </div>
      )}
    </div>
  );
}

function PanelBones({ name }: { readonly name: string }) {
  return (
    <div className={`chart-panel dashboard-${name}`}>
      <header>
        <i style={{ width: '30%' }} />
      </header>
      <div className="chart-panel-body">
        <i style={{ height: '100%' }} />
      </div>
    </div>
  );
}
