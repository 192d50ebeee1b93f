import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import type { ChartOption } from '#ui/charts/option.ts';
import type { Palette } from '#ui/charts/palette.ts';

type Days = Dashboard['days'];

export type TrendPart = 'issued' | 'scanned';

export interface TrendWords {
  readonly issued: string;
  readonly scanned: string;
  readonly count: (value: number) => string;
  readonly short: (value: number) => string;
  /** Formats a day such as `2026-01-31` for the axis, and in full. */
  readonly shortDay: (day: string) => string;
  readonly longDay: (day: string) => string;
}

export const trendColors = ({ theme, dark }: Palette) => ({ issued: theme, scanned: dark ? '#ffa94d' : '#d9730d' });

/** The parts with data; parts that the person may not see are null on every day. */
export const partsOf = (days: Days): readonly TrendPart[] =>
  (['issued', 'scanned'] as const).filter((part) => days.some((day) => day[part] !== null));

/** Codes issued as bars and scans as a line, each with an axis of its own, because there are far more codes than scans. */
export function trendOption(days: Days, palette: Palette, words: TrendWords): ChartOption {
  const colors = trendColors(palette);
  const parts = partsOf(days);
  const [issued, scanned] = [parts.includes('issued'), parts.includes('scanned')];
  const valueAxis = (name: string, line: boolean) => ({
    type: 'value' as const,
    name,
    nameTextStyle: { align: line && issued ? ('right' as const) : ('left' as const) },
    minInterval: 1,
    alignTicks: true,
    // ECharts aligns the ticks of both axes, so with few scans they can be fractions; these get no label.
    axisLabel: { formatter: (value: number) => (Number.isInteger(value) ? words.short(value) : '') },
  });
  return {
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      valueFormatter: (value) => words.count(Number(value)),
    },
    xAxis: {
      type: 'category',
      data: days.map(({ day }) => words.longDay(day)),
      axisLabel: { formatter: (_, at) => words.shortDay(days[at]?.day ?? ''), hideOverlap: true },
    },
    yAxis: [...(issued ? [valueAxis(words.issued, false)] : []), ...(scanned ? [valueAxis(words.scanned, true)] : [])],
    series: [
      ...(issued ? [bars(words.issued, colors.issued, days)] : []),
      ...(scanned ? [line(words.scanned, colors.scanned, issued ? 1 : 0, days)] : []),
    ],
  };
}

const bars = (name: string, color: string, days: Days) => ({
  id: 'issued',
  type: 'bar' as const,
  name,
  color,
  barMaxWidth: 18,
  itemStyle: { borderRadius: [3, 3, 0, 0] },
  data: days.map(({ issued }) => issued ?? 0),
});

const line = (name: string, color: string, yAxisIndex: number, days: Days) => ({
  id: 'scanned',
  type: 'line' as const,
  name,
  color,
  yAxisIndex,
  showSymbol: false,
  lineStyle: { width: 2 },
  areaStyle: { opacity: 0.08 },
  data: days.map(({ scanned }) => scanned ?? 0),
});
