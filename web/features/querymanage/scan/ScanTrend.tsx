import type { CustomerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { useMemo } from 'react';
import { dayNamesIn } from '#core/formats/dayNames.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { usePalette } from '#ui/charts/palette.ts';
import { scanTrendOption } from './scanTrendOption.ts';

/** Scans by day, with the suspicious ones. */
export function ScanTrend({ days }: { readonly days: CustomerQueryFigures['days'] }) {
  const { t, i18n } = useTranslation();
  const palette = usePalette();
  const { count, short } = useNumbers();
  const { shortDay, longDay } = useMemo(() => dayNamesIn(i18n.language as Language), [i18n.language]);
  const words = { scanned: t('customerquery.scans'), suspicious: t('customerquery.suspicious') };
  const option = useMemo(
    () =>
      scanTrendOption(days, palette, {
        scanned: t('customerquery.scans'),
        suspicious: t('customerquery.suspicious'),
        count,
        short,
        shortDay,
        longDay,
      }),
    [days, palette, t, count, short, shortDay, longDay],
  );
  const sum = (part: 'scanned' | 'suspicious') => days.reduce((all, day) => all + day[part], 0);
  return (
    <ChartPanel
      className="scan-figures-trend"
      title={t('customerquery.trend')}
      note={
        <ul className="chart-key">
          <li>
            <i style={{ background: palette.theme }} />
            {words.scanned} {count(sum('scanned'))}
          </li>
          <li>
            <i style={{ background: palette.error }} />
            {words.suspicious} {count(sum('suspicious'))}
          </li>
        </ul>
      }
      table={{
        columns: [t('chart.day'), words.scanned, words.suspicious],
        rows: days.map((day) => [longDay(day.day), count(day.scanned), count(day.suspicious)]).reverse(),
      }}
    >
      <Chart option={option} label={t('customerquery.trend')} />
    </ChartPanel>
  );
}
