import type { MapSeriesOption } from 'echarts/charts';
import type { Palette } from '../palette.ts';

/** What ECharts calls the inset that it adds to a map of the name `china`. */
const southChinaSea = '南海诸岛';

/** The map of China, its provinces with their data; those without are blank. */
export const chinaSeries = (data: NonNullable<MapSeriesOption['data']>, palette: Palette): MapSeriesOption => ({
  id: 'provinces',
  type: 'map',
  map: 'china',
  left: 4,
  right: 4,
  top: 4,
  bottom: 4,
  selectedMode: false,
  label: { show: false },
  itemStyle: { areaColor: palette.dark ? '#2a323d' : '#eceff3', borderColor: palette.surface, borderWidth: 1 },
  emphasis: {
    label: { show: false },
    itemStyle: { areaColor: palette.warning, borderColor: palette.surface },
  },
  data: [...data, inset(palette)],
});

/** ECharts draws the inset's frame and dashes as areas, thin ones: they need the colour of lines. */
const inset = ({ textSoft }: Palette) => {
  const itemStyle = { areaColor: textSoft, borderColor: textSoft, borderWidth: 0.5 };
  return { name: southChinaSea, itemStyle, emphasis: { itemStyle }, tooltip: { show: false } };
};
