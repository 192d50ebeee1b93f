import type { MapSeriesOption } from 'echarts/charts';
import type { Palette } from '../palette.ts';

/** The name of the inset that ECharts adds to the map `china`. */
const southChinaSea = '南海诸岛';

/** A map series of the provinces of China with their data; those without data are blank. */
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

/** The frame and dashes of the inset are thin areas, so their area colour is that of lines. */
const inset = ({ textSoft }: Palette) => {
  const itemStyle = { areaColor: textSoft, borderColor: textSoft, borderWidth: 0.5 };
  return { name: southChinaSea, itemStyle, emphasis: { itemStyle }, tooltip: { show: false } };
};
