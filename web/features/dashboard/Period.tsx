import { type DashboardPeriod, dashboardPeriods, defaultPeriod } from '@suyuan/contract/dashboard/figures.ts';
import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { startOfDay } from '#core/formats/startOfDay.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useSession } from '#core/session/session.ts';

/** The period of a panel's figures, in words. */
export function Period() {
  const { t } = useTranslation();
  const [days] = useDays();
  return <span className="dashboard-period">{t('dashboard.lastDays', { days })}</span>;
}

/** Chooses the period of all panels. */
export function PeriodChoice() {
  const { t } = useTranslation();
  const [days, choose] = useDays();
  return (
    <Segmented<DashboardPeriod>
      aria-label={t('dashboard.period')}
      value={days}
      onChange={choose}
      options={dashboardPeriods.map((value) => ({ value, label: t('dashboard.days', { days: value }) }))}
    />
  );
}

/** The number of days of the dashboard, stored in the URL. */
export function useDays(): readonly [days: DashboardPeriod, choose: (days: DashboardPeriod) => void] {
  const [query, setQuery] = useSearchParams();
  const daysInUrl = Number(query.get('days'));
  const days = dashboardPeriods.find((one) => one === daysInUrl) ?? defaultPeriod;
  const choose = (next: DashboardPeriod) =>
    setQuery(next === defaultPeriod ? {} : { days: `${next}` }, { replace: true });
  return [days, choose];
}

/** Filters of a list for days of the enterprise's time zone. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns a function for the range between two days, given as numbers of days ago, both inclusive; with one argument, a single
 * day.
 */
export function useDayRange(): (first: number, last?: number) => DayRange {
  const zone = useSession((session) => session.self?.time_zone);
  return (first, last = first) => ({
    from: startOfDay(zone, first).toISOString(),
    to: startOfDay(zone, last - 1).toISOString(),
  });
}

/** Filters of a list for the period of the dashboard. */
export function usePeriod(): DayRange {
  const [days] = useDays();
  return useDayRange()(days - 1, 0);
}
