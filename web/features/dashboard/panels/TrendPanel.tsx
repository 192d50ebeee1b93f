import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { useMemo } from 'react';
import { dayNamesIn } from '#core/formats/dayNames.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { type Palette, usePalette } from '#ui/charts/palette.ts';
import { ordersOf, scansOf } from '../figures/scansOf.ts';
import { useDayRange } from '../Period.tsx';
import { partsOf, type TrendPart, type TrendWords, trendColors, trendOption } from './trendOption.ts';

const recordsOf = { issued: ordersOf, scanned: scansOf };

export function TrendPanel({ days }: { readonly days: Dashboard['days'] }) {
  const { t } = useTranslation();
  const palette = usePalette();
  const words = useTrendWords();
  const dayRange = useDayRange();
  const option = useMemo(() => trendOption(days, palette, words), [days, palette, words]);
  const parts = partsOf(days);
  const sum = (part: TrendPart) => days.reduce((all, day) => all + (day[part] ?? 0), 0);
  const sums = parts.map((part) => `${words[part]} ${words.count(sum(part))}`);
  const table = {
    columns: [t('chart.day'), ...parts.map((part) => words[part])],
    rows: days
      .map((day, at) => [
        words.longDay(day.day),
        ...parts.map((part) => ({
          text: words.count(day[part] ?? 0),
          to: recordsOf[part](dayRange(days.length - 1 - at)),
        })),
      ])
      .reverse(),
  };
  return (
    <ChartPanel
      className="dashboard-trend"
      title={t('dashboard.trend', { days: days.length })}
      note={<TrendKey parts={parts} words={words} palette={palette} />}
      table={table}
    >
      <Chart option={option} label={[t('dashboard.trend', { days: days.length }), ...sums].join(', ')} />
    </ChartPanel>
  );
}

function useTrendWords(): TrendWords {
  const { t, i18n } = useTranslation();
  const numbers = useNumbers();
  return useMemo(
    () => ({
      ...numbers,
      ...dayNamesIn(i18n.language as Language),
      issued: t('dashboard.issued'),
      scanned: t('report.figure.scanned'),
    }),
    [numbers, i18n.language, t],
  );
}

interface TrendKeyProps {
  readonly parts: readonly TrendPart[];
  readonly words: TrendWords;
  readonly palette: Palette;
}

function TrendKey({ parts, words, palette }: TrendKeyProps) {
  const colors = trendColors(palette);
  return (
    <ul className="chart-key">
      {parts.map((part) => (
        <li key={part}>
          <i style={{ background: colors[part] }} />
          {words[part]}
        </li>
      ))}
    </ul>
  );
}
