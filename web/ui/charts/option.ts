import type { TooltipComponentFormatterCallbackParams } from 'echarts';
import type {
  BarSeriesOption,
  LineSeriesOption,
  LinesSeriesOption,
  MapSeriesOption,
  PieSeriesOption,
} from 'echarts/charts';
import type {
  GeoComponentOption,
  GridComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';

/** The options that `Chart` supports. These are types only, so importing them does not load ECharts. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | LinesSeriesOption
  | MapSeriesOption
  | PieSeriesOption
  | GeoComponentOption
  | GridComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;

/** The item under the pointer, for tooltips of single items. */
export function pointedAt(params: TooltipComponentFormatterCallbackParams) {
  const item = Array.isArray(params) ? params[0] : params;
  return { name: item?.name ?? '', value: Number(item?.value), percent: item?.percent ?? 0 };
}
