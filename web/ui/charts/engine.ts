/** What our charts take of ECharts, and nothing else of it. Only fetched with the first chart that is seen. */
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, SVGRenderer]);

/** Begins an empty chart in a box. SVG stays sharp at any zoom and on paper. */
export const openChart = (box: HTMLElement, theme: object): EChartsType => init(box, theme, { renderer: 'svg' });
