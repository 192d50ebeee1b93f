/** The parts of ECharts that the charts use. The module is loaded with the first visible chart. */
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, SVGRenderer]);

/** Creates an empty chart in a box. SVG is sharp at any zoom level and in print. */
export const openChart = (box: HTMLElement, theme: object): EChartsType => init(box, theme, { renderer: 'svg' });
