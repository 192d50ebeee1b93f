import { ReloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { since } from '#core/formats/formatTime.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useSession } from '#core/session/session.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { RequestIdOf } from '#ui/failure/RequestIdOf.tsx';
import { useNoticesSummary } from '#ui/notices/useNoticesSummary.ts';
import { WaitingList } from '#ui/notices/WaitingList.tsx';
import './dashboard.css';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { useFigures, useSight } from './figures/useFigures.ts';
import { Overview } from './Overview.tsx';
import { PeriodChoice } from './Period.tsx';
import { ProductionPart } from './production/ProductionPart.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import '#ui/ui.css';

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

function Greeting({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const { name, self } = useSession();
  const moment = useMoment();
  const last = self?.last_login_at;
  return (
    <section className="greeting">
      <div>
        <h1>{t(`dashboard.greeting.${partOfDay(new Date())}`, { name })}</h1>
        <p>
          {last
            ? t('dashboard.lastSignIn', { when: since(last, t), at: moment(last), from: self.last_login_ip ?? '' })
            : t('dashboard.firstSignIn')}
        </p>
      </div>
      {children}
    </section>
  );
}

function partOfDay(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = now.getHours();
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

/** 待办: the work waiting for the person; renders nothing if there is none. */
function Waiting() {
  const { t } = useTranslation();
  const waiting = useNoticesSummary()?.waiting ?? [];
  if (waiting.length === 0) return null;
  return (
    <ChartPanel title={t('waiting.title')}>
      <WaitingList waiting={waiting} />
    </ChartPanel>
  );
}

function Failure({ figures }: { readonly figures: ReturnType<typeof useFigures> }) {
  const { t } = useTranslation();
  return (
    <div className="dashboard-failure" role="alert">
      <h2>{t('dashboard.failed')}</h2>
      <p>{figures.error?.message}</p>
      <RequestIdOf error={figures.error} />
      <button
        type="button"
        className="solid-button"
        disabled={figures.isFetching}
        aria-busy={figures.isFetching}
        onClick={() => void figures.refetch()}
      >
        {t('button.retry')}
      </button>
    </div>
  );
}

/** The time of the figures, and a button to refresh them. */
function Updated({ figures }: { readonly figures: ReturnType<typeof useFigures> }) {
  const { t } = useTranslation();
  const moment = useMoment();
  // Without figures, a placeholder keeps the space.
  const at = figures.data ? moment(new Date(figures.dataUpdatedAt).toISOString()).slice(11, 16) : '00:00';
  const stale = figures.isRefetchError;
  return (
    <div className="updated">
      {stale && (
        <span role="status" className="updated-stale">
          {t('dashboard.stale', { at })}
        </span>
      )}
      {!stale && (
        <span style={{ visibility: figures.data ? 'visible' : 'hidden' }}>{t('dashboard.updated', { at })}</span>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('dashboard.refresh')}
        title={t('dashboard.refresh')}
        aria-busy={figures.isFetching}
        onClick={() => void figures.refetch()}
      >
        <ReloadOutlined aria-hidden spin={figures.isFetching} />
      </button>
    </div>
  );
}
