import type { Verdict } from '@suyuan/contract/consumer/scan.ts';
import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { usePalette } from '#ui/charts/palette.ts';
import { scansOf } from '../figures/scansOf.ts';
import { Period, useDays, usePeriod } from '../Period.tsx';
import './verdicts.css';
import { sumOf, verdictColors, verdictOption, verdictShares } from '../figures/verdictShares.ts';

/** A ring chart of the verdicts, with a list of their numbers. */
export function VerdictPanel({ verdicts }: { readonly verdicts: NonNullable<Dashboard['verdicts']> }) {
  const { t } = useTranslation();
  const palette = usePalette();
  const [days] = useDays();
  const period = usePeriod();
  const { count, share } = useNumbers();
  const shares = useMemo(() => verdictShares(verdicts), [verdicts]);
  const option = useMemo(() => {
    const nameOf = (verdict: Verdict) => t(`field.verdict.${verdict}`);
    return verdictOption(shares, palette, { nameOf, count, share });
  }, [shares, palette, t, count, share]);
  const colors = verdictColors(palette);
  const all = sumOf(shares);
  return (
    <ChartPanel className="dashboard-verdicts" title={t('dashboard.verdicts')} note={<Period />}>
      {all === 0 ? (
        <p className="dashboard-nothing">{t('dashboard.noScans', { days })}</p>
      ) : (
        <div className="verdicts">
          <div className="verdict-ring">
            <Chart option={option} label={t('dashboard.verdicts')} />
            <p className="verdict-sum">
              <strong>
                <Link className="dashboard-quiet-link" to={scansOf(period)}>
                  {count(all)}
                </Link>
              </strong>
              <span>{t('report.figure.scanned')}</span>
            </p>
          </div>
          <ul className="verdict-list">
            {shares.map(({ verdict, scanned, share: part }) => (
              <li key={verdict}>
                <i className="chart-dot" style={{ background: colors[verdict] }} />
                <Link className="dashboard-quiet-link" to={scansOf({ verdict, ...period })}>
                  {t(`field.verdict.${verdict}`)}
                </Link>
                <span className="verdict-count">{count(scanned)}</span>
                <span className="verdict-share">{share(part)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ChartPanel>
  );
}
