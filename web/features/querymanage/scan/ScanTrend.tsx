import type { CustomerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { useMemo } from 'react';
import { dayNamesIn } from '#core/formats/dayNames.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import type { ChartOption } from '#ui/charts/option.ts';
import { type Palette, usePalette } from '#ui/charts/palette.ts';

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

interface TrendWords {
  readonly scanned: string;
  readonly suspicious: string;
  readonly count: (value: number) => string;
  readonly short: (value: number) => string;
  readonly shortDay: (day: string) => string;
  readonly longDay: (day: string) => string;
}

/** All scans as an area with the suspicious ones as a line in front, on one axis. */
function scanTrendOption(days: CustomerQueryFigures['days'], palette: Palette, words: TrendWords): ChartOption {
  const line = (id: 'scanned' | 'suspicious', color: string, opacity: number) => ({
    id,
    type: 'line' as const,
    name: words[id],
    color,
    // A single day is drawn as a point, because a line needs two.
    showSymbol: days.length === 1,
    lineStyle: { width: 2 },
    areaStyle: { opacity },
    data: days.map((day) => day[id]),
  });
  return {
    grid: { left: 0, right: 0, top: 8, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: { trigger: 'axis', valueFormatter: (value) => words.count(Number(value)) },
    xAxis: {
      type: 'category',
      data: days.map(({ day }) => words.longDay(day)),
      axisLabel: { formatter: (_, at) => words.shortDay(days[at]?.day ?? ''), hideOverlap: true },
    },
    yAxis: { type: 'value', minInterval: 1, axisLabel: { formatter: (value: number) => words.short(value) } },
    series: [line('scanned', palette.theme, 0.1), line('suspicious', palette.error, 0)],
  };
}
