import type { Dashboard } from '../../../contract/dashboard.ts';
import { FigureCards } from './FigureCards.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { isNew } from './firstSteps.ts';
import { MapPanel } from './MapPanel.tsx';
import { ProductPanel } from './ProductPanel.tsx';
import { TrendPanel } from './TrendPanel.tsx';
import type { Sight } from './useFigures.ts';
import { VerdictPanel } from './VerdictPanel.tsx';

interface OverviewProps {
  readonly data: Dashboard;
  readonly sight: Sight;
}

/** What is null is not there; in a new system neither is what would be empty. */
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
