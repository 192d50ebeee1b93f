import { isTime, type ReportAnswer, type ReportRow } from '@suyuan/contract/thing/report.ts';
import type { ChartOption } from '#ui/charts/option.ts';
import type { Palette } from '#ui/charts/palette.ts';
import type { ReportWords } from './reportTexts.ts';

/** Colours that people with colour vision deficiencies can distinguish; each figure also has a symbol and a line style. */
const colors = {
  light: ['#0072b2', '#c05f00', '#00785a', '#a8467e', '#4a5361', '#7a4ddb'],
  dark: ['#56b4e9', '#f0a940', '#3ecf9b', '#e49bc4', '#c4ccd6', '#b3a1ff'],
} as const;
const shapes = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'] as const;
const strokes = ['solid', 'dashed', 'dotted'] as const;

const hues = colors.light.length;

/** The colour with this number. */
export const colorOf = (palette: Palette, hue: number): string =>
  colors[palette.dark ? 'dark' : 'light'][hue % hues] as string;

/**
 * Assigns a colour to each figure: that of its position in the report or, if that is taken, the next free one. With more
 * figures than colours, symbols and line styles distinguish them.
 */
export function huesOf(figures: readonly Pick<ChartedFigure, 'at'>[]): Map<number, number> {
  const hueByFigure = new Map<number, number>();
  for (const { at } of figures) {
    const usedHues = new Set([...hueByFigure.values()]);
    const free = Array.from({ length: hues }, (_, step) => (at + step) % hues).find((hue) => !usedHues.has(hue));
    hueByFigure.set(at, free ?? at % hues);
  }
  return hueByFigure;
}

/** The maximum number of records in a chart, largest first; the table has all of them. */
export const maxThings = 12;
/** Up to this number, periods are drawn as bars; more of them as a line. */
const maxBars = 14;

export interface ChartedFigure {
  readonly name: string;
  readonly title: string;
  /** The position among the figures of the report. */
  readonly at: number;
}

interface Charted {
  readonly answer: Pick<ReportAnswer, 'group' | 'rows' | 'compared'>;
  readonly figures: readonly ChartedFigure[];
  readonly palette: Palette;
  readonly words: ReportWords;
  readonly before: (figure: string) => string;
}

/** Charts the figures side by side, with those of the previous period behind them in paler colours. */
export function reportOption({ answer, figures, palette, words, before }: Charted): ChartOption {
  const overTime = isTime(answer.group);
  const rows = overTime ? answer.rows : answer.rows.slice(0, maxThings);
  const asLine = overTime && rows.length > maxBars;
  const category = {
    type: 'category' as const,
    data: rows.map((row) => words.row(answer.group, row)),
    inverse: !overTime,
    axisLabel: {
      formatter: (_: string, at: number) => words.shortRow(answer.group, rows[at] ?? { key: '', name: '' }),
      hideOverlap: true,
      ...(overTime ? {} : { width: 150, overflow: 'truncate' as const }),
    },
  };
  const values = {
    type: 'value' as const,
    minInterval: 1,
    axisLabel: { formatter: (value: number) => words.short(value) },
  };
  const earlier = answer.compared ? earlierRows(answer, rows) : undefined;
  const hueOf = huesOf(figures);
  return {
    grid: { left: 0, right: 12, top: 8, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: asLine ? 'line' : 'shadow' },
      valueFormatter: (value) => (typeof value === 'number' ? words.figure('', value) : '—'),
    },
    xAxis: overTime ? category : values,
    yAxis: overTime ? values : category,
    series: figures.flatMap((figure, nth) => {
      const look = { color: colorOf(palette, hueOf.get(figure.at) ?? 0), asLine, overTime, nth };
      return [
        ...(earlier ? [seriesOf(figure, earlier, { ...look, name: before(figure.title), pale: true })] : []),
        seriesOf(figure, rows, { ...look, name: figure.title, pale: false }),
      ];
    }),
  };
}

/** The rows of the previous period, each at the position of the row that it is compared with. */
export function earlierRows(
  { group, compared }: Pick<ReportAnswer, 'group' | 'compared'>,
  rows: readonly ReportRow[],
): (ReportRow | undefined)[] {
  const before = compared?.rows ?? [];
  if (isTime(group)) return rows.map((_, at) => before[at]);
  const byKey = new Map(before.map((row) => [row.key, row]));
  return rows.map(({ key }) => byKey.get(key));
}

interface Look {
  readonly color: string;
  readonly asLine: boolean;
  readonly overTime: boolean;
  /** The position among the figures of the chart. */
  readonly nth: number;
  readonly name: string;
  readonly pale: boolean;
}

function seriesOf({ name: figure }: ChartedFigure, rows: readonly (ReportRow | undefined)[], look: Look) {
  const { color, asLine, overTime, nth, name, pale } = look;
  const data = rows.map((row) => row?.figures[figure] ?? 0);
  const common = { id: pale ? `before ${figure}` : figure, name, color, data };
  if (asLine) {
    return {
      ...common,
      type: 'line' as const,
      symbol: shapes[nth % shapes.length] ?? shapes[0],
      symbolSize: pale ? 0 : 6,
      showSymbol: !pale && rows.length <= 62,
      lineStyle: { width: pale ? 1 : 2, type: strokes[nth % strokes.length] ?? strokes[0], opacity: pale ? 0.45 : 1 },
    };
  }
  return {
    ...common,
    type: 'bar' as const,
    barMaxWidth: 22,
    barGap: '10%',
    itemStyle: { opacity: pale ? 0.35 : 1, borderRadius: overTime ? [3, 3, 0, 0] : [0, 3, 3, 0] },
  };
}
