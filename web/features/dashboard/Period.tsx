import { useTranslation } from 'react-i18next';

/** Says what the figures of a panel are of. */
export function Period() {
  const { t } = useTranslation();
  return <span className="dashboard-period">{t('dashboard.lastDays')}</span>;
}
