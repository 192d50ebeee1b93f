import type { CustomerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import type { ChartOption } from '#ui/charts/option.ts';
import type { Palette } from '#ui/charts/palette.ts';

interface TrendWords {
  readonly scanned: string;
  readonly suspicious: string;
  readonly count: (value: number) => string;
  readonly short: (value: number) => string;
  readonly shortDay: (day: string) => string;
  readonly longDay: (day: string) => string;
}

/** All scans as an area with the suspicious ones as a line in front, on one axis. */
export function scanTrendOption(days: CustomerQueryFigures['days'], palette: Palette, words: TrendWords): ChartOption {
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
