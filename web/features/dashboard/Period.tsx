import { type DashboardPeriod, dashboardPeriods } from '@suyuan/contract/dashboard/figures.ts';
import { Segmented } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useDays } from './period.ts';

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
