import './dashboard.css';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { Failure } from './Failure.tsx';
import { useFigures, useSight } from './figures/useFigures.ts';
import { Greeting } from './Greeting.tsx';
import { Overview } from './Overview.tsx';
import { PeriodChoice } from './Period.tsx';
import { ProductionPart } from './production/ProductionPart.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { Updated } from './Updated.tsx';
import { Waiting } from './waiting/Waiting.tsx';

export default function Dashboard() {
  const sight = useSight();
  const figures = useFigures(sight);
  const waiting = figures.isLoading;
  return (
    <div className="dashboard" aria-busy={waiting || figures.isPlaceholderData}>
      <Greeting>
        {!figures.isLoadingError && (sight.orders || sight.scans) && (
          <div className="greeting-tools">
            <PeriodChoice />
            <Updated figures={figures} />
          </div>
        )}
      </Greeting>
      <Waiting />
      {figures.data && <Overview data={figures.data} sight={sight} />}
      {!waiting && <ProductionPart />}
      {waiting && <DashboardSkeleton sight={sight} />}
      {figures.isError && !figures.data && <Failure figures={figures} />}
      {/* Rendered after the figures, which would otherwise push it down. */}
      {!waiting && <QuickLinks />}
    </div>
  );
}
