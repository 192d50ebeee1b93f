import { QrcodeOutlined, ScanOutlined, WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Dashboard } from '../../../../contract/dashboard/figures.ts';
import { FigureCard } from './FigureCard.tsx';
import './figures.css';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { scansOf } from './scansOf.ts';
import { sumOf, verdictShares } from './verdictShares.ts';

const suspicious = new Set(['unbound', 'void', 'unknown']);

export function FigureCards({ data }: { readonly data: Dashboard }) {
  const { t } = useTranslation();
  const { count, share } = useNumbers();
  const shares = verdictShares(data.verdicts ?? []).filter(({ verdict }) => suspicious.has(verdict));
  const part = shares.reduce((sum, row) => sum + row.share, 0);
  return (
    <div className="figure-cards">
      {data.issued && (
        <FigureCard
          title={t('dashboard.issuedToday')}
          icon={<QrcodeOutlined />}
          figure={data.issued}
          to="/home/tagging/records"
          facts={[{ name: t('dashboard.total'), value: count(data.total.issued ?? 0) }]}
        />
      )}
      {data.scanned && (
        <FigureCard
          title={t('dashboard.scannedToday')}
          icon={<ScanOutlined />}
          figure={data.scanned}
          to={scansOf({})}
          facts={[{ name: t('dashboard.total'), value: count(data.total.scanned ?? 0) }]}
        />
      )}
      {data.suspicious && (
        <FigureCard
          title={t('dashboard.suspiciousToday')}
          icon={<WarningOutlined />}
          figure={data.suspicious}
          to={scansOf({})}
          alarming
          facts={[
            { name: t('dashboard.lastDays'), value: count(sumOf(shares)) },
            { name: t('dashboard.share'), value: share(part) },
          ]}
        />
      )}
    </div>
  );
}
