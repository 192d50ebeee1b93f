import { AlertOutlined, CarOutlined, GiftOutlined, RollbackOutlined, TagOutlined } from '@ant-design/icons';
import { dashboardProduction, type Production } from '@suyuan/contract/dashboard/production.ts';
import { warningStatuses } from '@suyuan/contract/inspect/consumer-warning.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { FigureCard } from '../figures/FigureCard.tsx';
import { warningsOf } from '../figures/scansOf.ts';
import { useDayRange, useDays } from '../Period.tsx';
import { ProductionTrend } from './ProductionTrend.tsx';
import { RunningOrders } from './RunningOrders.tsx';
import { RunningTasks } from './RunningTasks.tsx';
import './production.css';

/** Panels of production and of running work, as far as the person may see them. */
export function ProductionPart() {
  const can = useCan();
  const sight = useProductionSight();
  const { data } = useProduction(sight.figures || sight.cards || sight.orders);
  const tasks = can('taskmanagement');
  // In a new system, nothing is shown.
  const hasTrend = data?.days?.some(({ bound, packed }) => bound + packed > 0) === true;
  const hasOrders = data?.running != null && (hasTrend || data.running.total > 0);
  return (
    <>
      {data && <Differing differing={data.differing} />}
      {data && (hasTrend || hasMoved(data)) && <ProductionCards data={data} />}
      {(hasTrend || hasOrders) && (
        <div className="dashboard-row">
          {hasTrend && <ProductionTrend days={data.days ?? []} />}
          {hasOrders && <RunningOrders running={data.running} />}
        </div>
      )}
      {tasks && <RunningTasks />}
    </>
  );
}

const hasMoved = ({ shipped, returned, warnings }: Production): boolean =>
  [shipped, returned, warnings].some((figure) => figure && figure.today + figure.yesterday !== 0) ||
  (warnings?.open ?? 0) > 0;

/** Warns administrators if recounted figures differed from the events. */
function Differing({ differing }: Pick<Production, 'differing'>) {
  const { t } = useTranslation();
  if (!differing) return null;
  return <Alert type="error" showIcon title={t('dashboard.differing', { count: differing })} />;
}

const openStatuses = warningStatuses.filter((status) => status !== 'settled');

/** Today's figures, as far as the person may see them. */
function ProductionCards({ data }: { readonly data: Production }) {
  const { t } = useTranslation();
  const can = useCan();
  const { count } = useNumbers();
  const dayRange = useDayRange();
  const reportOn = (key: 'collect' | 'reportshipments' | 'phoenix', path: string) =>
    can(key) ? (period: string) => `${path}?period=${period}` : undefined;
  const toCollect = reportOn('collect', '/collect');
  const card = (
    name: 'bound' | 'packed' | 'shipped' | 'returned',
    icon: ReactNode,
    to: ((period: string) => string) | undefined,
  ) => {
    const figure = data[name];
    if (!figure) return null;
    const yesterday = { name: t('report.period.yesterday'), value: count(figure.yesterday) };
    return (
      <FigureCard
        title={t(`dashboard.${name}Today`)}
        icon={icon}
        figure={figure}
        facts={[to ? { ...yesterday, to: to('yesterday') } : yesterday]}
        to={to ? to('today') : []}
      />
    );
  };
  return (
    <div className="figure-cards production-cards">
      {card('bound', <TagOutlined />, toCollect)}
      {card('packed', <GiftOutlined />, toCollect)}
      {card('shipped', <CarOutlined />, reportOn('reportshipments', '/shipments') ?? toCollect)}
      {card('returned', <RollbackOutlined />, reportOn('phoenix', '/phoenix') ?? toCollect)}
      {data.warnings && (
        <FigureCard
          title={t('dashboard.warningsToday')}
          icon={<AlertOutlined />}
          figure={data.warnings}
          alarming
          to={warningsOf(dayRange(0))}
          facts={[
            {
              name: t('report.period.yesterday'),
              value: count(data.warnings.yesterday),
              to: warningsOf(dayRange(1)),
            },
            {
              name: t('dashboard.openWarnings'),
              value: count(data.warnings.open),
              to: openStatuses.map((status) => ({
                name: t(`queryconsumerwarning.status.${status}`),
                to: warningsOf({ status }),
              })),
            },
          ]}
        />
      )}
    </div>
  );
}

const freshMs = 60_000;

/** The parts of production that the person may see, known before they are loaded. */
function useProductionSight() {
  const can = useCan();
  return {
    figures: can(['collect', 'dateyield', 'productionorder']),
    cards: can(['reportshipments', 'phoenix', 'queryconsumerwarning']),
    orders: can('orderlist'),
  };
}

/** The figures of production, refreshed every minute while the page is visible. */
function useProduction(enabled: boolean): UseQueryResult<Production> {
  const [days] = useDays();
  return useQuery({
    queryKey: [dashboardProduction.path, days],
    queryFn: ({ signal }) => call(dashboardProduction, { days }, { signal, silent: true }),
    enabled,
    refetchInterval: freshMs,
    placeholderData: keepPreviousData,
  });
}
