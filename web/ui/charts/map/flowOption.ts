import { type ChartOption, pointedAt } from '../option.ts';
import type { Palette } from '../palette.ts';

/** An amount that moved from one place to another. */
export interface Flow {
  /** The title of the tooltip. */
  readonly name: string;
  readonly from: Spot;
  readonly to: Spot;
  readonly amount: number;
}

export interface Spot {
  readonly latitude: number;
  readonly longitude: number;
}

const [thinnest, thickest] = [1.2, 7];

/** Flows on the map of China, as arrows whose width shows the amount. */
export function flowOption(
  flows: readonly Flow[],
  palette: Palette,
  words: { readonly amount: string; readonly count: (value: number) => string },
): ChartOption {
  const most = Math.max(1, ...flows.map(({ amount }) => amount));
  return {
    tooltip: {
      trigger: 'item',
      formatter: (item) => {
        const { name, value } = pointedAt(item);
        return `${name}<br>${words.amount} <b>${words.count(value)}</b>`;
      },
    },
    geo: {
      map: 'china',
      left: 4,
      right: 4,
      top: 4,
      bottom: 4,
      silent: true,
      label: { show: false },
      itemStyle: { areaColor: palette.dark ? '#2a323d' : '#eceff3', borderColor: palette.surface, borderWidth: 1 },
    },
    series: [
      {
        id: 'flows',
        type: 'lines',
        coordinateSystem: 'geo',
        symbol: ['none', 'arrow'],
        symbolSize: 13,
        data: flows.map(({ name, from, to, amount }) => ({
          name,
          value: amount,
          coords: [
            [from.longitude, from.latitude],
            [to.longitude, to.latitude],
          ],
          lineStyle: { width: thinnest + ((thickest - thinnest) * amount) / most },
        })),
        lineStyle: { color: palette.warning, opacity: 0.75, curveness: 0.25 },
        emphasis: { lineStyle: { opacity: 1 } },
      },
    ],
  };
}
