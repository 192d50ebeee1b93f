/** The engine with a map of China and lines on it. */
import './chinaMap.ts';
import { LinesChart } from 'echarts/charts';
import { GeoComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([LinesChart, GeoComponent]);

export { openChart } from '../engine.ts';
