import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { FigureCards } from './figures/FigureCards.tsx';
import type { Sight } from './figures/useFigures.ts';
import { MapPanel } from './panels/MapPanel.tsx';
import { ProductPanel } from './panels/ProductPanel.tsx';
import { TrendPanel } from './panels/TrendPanel.tsx';
import { VerdictPanel } from './panels/VerdictPanel.tsx';
import { FirstSteps } from './steps/FirstSteps.tsx';
import { isNew } from './steps/firstSteps.ts';

interface OverviewProps {
  readonly data: Dashboard;
  readonly sight: Sight;
}

/** The panels of scans and orders. Parts that are null are omitted and, in a new system, also those that would be empty. */
export function Overview({ data, sight }: OverviewProps) {
  const { total, days, provinces, verdicts, products } = data;
  const hasScans = total.scanned !== null && total.scanned > 0;
  const hasTrend = hasScans || (total.issued !== null && total.issued > 0);
  return (
    <>
      <FigureCards data={data} />
      {isNew(total) && <FirstSteps total={total} sight={sight} />}
      {hasTrend && (
        <div className="dashboard-row">
          <TrendPanel days={days} />
          {hasScans && verdicts && <VerdictPanel verdicts={verdicts} />}
        </div>
      )}
      {hasScans && provinces && products && (
        <div className="dashboard-row">
          <MapPanel provinces={provinces} all={verdicts ?? []} />
          <ProductPanel products={products} />
        </div>
      )}
    </>
  );
}
