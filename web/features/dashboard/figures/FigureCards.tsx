import { QrcodeOutlined, ScanOutlined, WarningOutlined } from '@ant-design/icons';
import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { FigureCard } from './FigureCard.tsx';
import './figures.css';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { type DayRange, useDayRange, useDays, usePeriod } from '../Period.tsx';
import { ordersOf, scansOf } from './scansOf.ts';
import { sumOf, verdictShares } from './verdictShares.ts';

const suspicious = ['unbound', 'void', 'unknown'] as const;

export function FigureCards({ data }: { readonly data: Dashboard }) {
  const { t } = useTranslation();
  const { count, share } = useNumbers();
  const dayRange = useDayRange();
  const [days] = useDays();
  const [today, yesterday, period] = [dayRange(0), dayRange(1), usePeriod()];
  const shares = verdictShares(data.verdicts ?? []).filter(({ verdict }) => suspicious.some((one) => one === verdict));
  const part = shares.reduce((sum, row) => sum + row.share, 0);
  const suspiciousOf = (range: DayRange) =>
    suspicious.map((verdict) => ({
      name: t(`field.verdict.${verdict}`),
      to: scansOf({ verdict, ...range }),
    }));
  return (
    <div className="figure-cards">
      {data.issued && (
        <FigureCard
          title={t('dashboard.issuedToday')}
          icon={<QrcodeOutlined />}
          figure={data.issued}
          to={ordersOf(today)}
          facts={[
            { name: t('report.period.yesterday'), value: count(data.issued.yesterday), to: ordersOf(yesterday) },
            { name: t('dashboard.total'), value: count(data.total.issued ?? 0), to: ordersOf({}) },
          ]}
        />
      )}
      {data.scanned && (
        <FigureCard
          title={t('dashboard.scannedToday')}
          icon={<ScanOutlined />}
          figure={data.scanned}
          to={scansOf(today)}
          facts={[
            { name: t('report.period.yesterday'), value: count(data.scanned.yesterday), to: scansOf(yesterday) },
            { name: t('dashboard.total'), value: count(data.total.scanned ?? 0), to: scansOf({}) },
          ]}
        />
      )}
      {data.suspicious && (
        <FigureCard
          title={t('dashboard.suspiciousToday')}
          icon={<WarningOutlined />}
          figure={data.suspicious}
          alarming
          to={suspiciousOf(today)}
          facts={[
            {
              name: t('report.period.yesterday'),
              value: count(data.suspicious.yesterday),
              to: suspiciousOf(yesterday),
            },
            { name: t('dashboard.lastDays', { days }), value: count(sumOf(shares)), to: suspiciousOf(period) },
            { name: t('dashboard.share'), value: share(part), to: suspiciousOf(period) },
          ]}
        />
      )}
    </div>
  );
}
