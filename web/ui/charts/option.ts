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

/** What `Chart` can draw. Of the library these are types only: importing them fetches nothing. */
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

/** What the pointer is on, where a tooltip is of one item. */
export function pointedAt(pointed: TooltipComponentFormatterCallbackParams) {
  const item = Array.isArray(pointed) ? pointed[0] : pointed;
  return { name: item?.name ?? '', value: Number(item?.value), percent: item?.percent ?? 0 };
}
