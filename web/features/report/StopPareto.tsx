import { lineTime } from '@suyuan/contract/report/line-time.ts';
import type { ReportAnswer } from '@suyuan/contract/thing/report.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { usePalette } from '#ui/charts/palette.ts';
import { colorOf } from './frame/reportOption.ts';
import type { BelowProps } from './frame/reportSpec.ts';

/** The most reasons in the chart; the report grouped by reason has all. */
const maxReasons = 12;
/** In pixels. */
const height = 300;

/** The reasons of stops, the longest first, each with the share of all stops that it and those before it make up. */
export function StopPareto({ input }: BelowProps) {
  const { t } = useTranslation();
  const { count, share } = useNumbers();
  const palette = usePalette();
  const { compare: _, ...filters } = input;
  const byReason = { ...filters, group: 'stop_reason' } as const;
  const { data } = useQuery({
    queryKey: [lineTime.figures.path, byReason],
    queryFn: async ({ signal }) =>
      (await call(lineTime.figures, byReason, { signal, silent: true })) as unknown as ReportAnswer,
  });
  const reasons = useMemo(() => paretoOf(data), [data]);
  if (reasons.length === 0) return null;
  const title = t('oee.pareto');
  const minutes = t('report.figure.stop_time');
  const option = {
    grid: {
      left: 0,
      right: 0,
      top: 24,
      bottom: 0,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'all' as const,
    },
    tooltip: { trigger: 'axis' as const, axisPointer: { type: 'shadow' as const } },
    xAxis: {
      type: 'category' as const,
      data: reasons.map(({ name }) => name),
      axisLabel: { interval: 0, width: 90, overflow: 'truncate' as const },
    },
    yAxis: [
      { type: 'value' as const, axisLabel: { formatter: (value: number) => count(value) } },
      {
        type: 'value' as const,
        max: 1,
        splitLine: { show: false },
        axisLabel: { formatter: (value: number) => share(value) },
      },
    ],
    series: [
      {
        type: 'bar' as const,
        name: minutes,
        data: reasons.map((one) => one.minutes),
        itemStyle: { color: colorOf(palette, 0) },
        barMaxWidth: 48,
      },
      {
        type: 'line' as const,
        name: t('oee.cumulated'),
        yAxisIndex: 1,
        data: reasons.map((one) => one.cumulated),
        itemStyle: { color: colorOf(palette, 1) },
        tooltip: { valueFormatter: (value: unknown) => share(Number(value)) },
      },
    ],
  };
  return (
    <ChartPanel
      className="report-chart"
      title={title}
      table={{
        columns: [t('report.group.stop_reason'), minutes, t('oee.cumulated')],
        rows: reasons.map((one) => [one.name, count(one.minutes), share(one.cumulated)]),
      }}
    >
      <div style={{ height }}>
        <Chart option={option} label={title} />
      </div>
    </ChartPanel>
  );
}

interface Reason {
  readonly name: string;
  readonly minutes: number;
  readonly cumulated: number;
}

function paretoOf(answer: ReportAnswer | undefined): Reason[] {
  const rows = (answer?.rows ?? [])
    .map(({ name, figures }) => ({ name, minutes: figures.stop_time ?? 0 }))
    .filter(({ minutes }) => minutes > 0)
    .sort((a, b) => b.minutes - a.minutes);
  const all = rows.reduce((sum, { minutes }) => sum + minutes, 0);
  let before = 0;
  return rows.slice(0, maxReasons).map((row) => {
    before += row.minutes;
    return { ...row, cumulated: before / all };
  });
}
