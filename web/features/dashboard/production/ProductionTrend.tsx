import type { Production } from '@suyuan/contract/dashboard/production.ts';
import { useMemo } from 'react';
import { dayNamesIn } from '#core/formats/dayNames.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import type { ChartOption } from '#ui/charts/option.ts';
import { usePalette } from '#ui/charts/palette.ts';

type Days = NonNullable<Production['days']>;

/** The units packed on each day of the period. */
export function ProductionTrend({ days }: { readonly days: Days }) {
  const { t, i18n } = useTranslation();
  const palette = usePalette();
  const mayReport = useCan()('collect');
  const { count, short } = useNumbers();
  const { shortDay, longDay } = useMemo(() => dayNamesIn(i18n.language as Language), [i18n.language]);
  const option = useMemo(
    (): ChartOption => ({
      grid: { left: 0, right: 0, top: 8, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (value) => count(Number(value)) },
      xAxis: {
        type: 'category',
        data: days.map(({ day }) => longDay(day)),
        axisLabel: { formatter: (_, at) => shortDay(days[at]?.day ?? ''), hideOverlap: true },
      },
      yAxis: { type: 'value', minInterval: 1, axisLabel: { formatter: (value: number) => short(value) } },
      series: [
        {
          id: 'packed',
          type: 'bar',
          name: t('report.figure.packed'),
          color: palette.theme,
          barMaxWidth: 18,
          itemStyle: { borderRadius: [3, 3, 0, 0] },
          data: days.map(({ packed }) => packed),
        },
      ],
    }),
    [days, palette, t, count, short, shortDay, longDay],
  );
  const valueText = (value: number, day: string) =>
    mayReport ? { text: count(value), to: `/collect?${new URLSearchParams({ from: day, to: day })}` } : count(value);
  const title = t('dashboard.production', { days: days.length });
  const sum = days.reduce((all, { packed }) => all + packed, 0);
  return (
    <ChartPanel
      className="dashboard-trend"
      title={title}
      note={
        <span className="dashboard-period">
          {t('report.figure.packed')} {count(sum)}
        </span>
      }
      table={{
        columns: [t('chart.day'), t('report.figure.bound'), t('report.figure.packed')],
        rows: days
          .map(({ day, bound, packed }) => [longDay(day), valueText(bound, day), valueText(packed, day)])
          .reverse(),
      }}
    >
      <Chart option={option} label={`${title}, ${t('report.figure.packed')} ${count(sum)}`} />
    </ChartPanel>
  );
}
