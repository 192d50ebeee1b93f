import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Language } from '../../i18n/languages.ts';
import { Chart } from '../../ui/charts/Chart.tsx';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { usePalette } from '../../ui/charts/palette.ts';
import { dayNamesIn } from './dayNames.ts';
import { partsOf, trendColors, trendOption } from './trendOption.ts';
import { useNumbers } from './useNumbers.ts';

export function TrendPanel({ days }: { readonly days: Dashboard['days'] }) {
  const { t, i18n } = useTranslation();
  const palette = usePalette();
  const numbers = useNumbers();
  const dayNames = useMemo(() => dayNamesIn(i18n.language as Language), [i18n.language]);
  const words = useMemo(
    () => ({ ...numbers, ...dayNames, issued: t('dashboard.issued'), scanned: t('dashboard.scanned') }),
    [numbers, dayNames, t],
  );
  const option = useMemo(() => trendOption(days, palette, words), [days, palette, words]);
  const there = partsOf(days);
  const parts = (['issued', 'scanned'] as const).filter((part) => there[part]);
  const colors = trendColors(palette);
  const sum = (part: 'issued' | 'scanned') => days.reduce((all, day) => all + (day[part] ?? 0), 0);
  return (
    <ChartPanel
      className="dashboard-trend"
      title={t('dashboard.trend')}
      note={
        <ul className="chart-key">
          {parts.map((part) => (
            <li key={part}>
              <i style={{ background: colors[part] }} />
              {words[part]}
            </li>
          ))}
        </ul>
      }
      table={{
        columns: [t('dashboard.day'), ...parts.map((part) => words[part])],
        rows: [...days]
          .reverse()
          .map((day) => [dayNames.longDay(day.day), ...parts.map((part) => numbers.count(day[part] ?? 0))]),
      }}
    >
      <Chart
        option={option}
        label={[t('dashboard.trend'), ...parts.map((part) => `${words[part]} ${numbers.count(sum(part))}`)].join(', ')}
      />
    </ChartPanel>
  );
}
