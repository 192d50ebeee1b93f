import { shade, themeShades, tint } from '#core/preferences/shades.ts';
import { type ChartOption, pointedAt } from '../option.ts';
import type { Palette } from '../palette.ts';
import { chinaSeries } from './chinaSeries.ts';
import type { ProvinceScans } from './provinces.ts';

interface MapWords {
  readonly scanned: string;
  readonly count: (value: number) => string;
  /** Returns the display name of a province for its name in the map. */
  readonly nameOf: (mapName: string) => string;
}

/** Shades from few to many, with increasing contrast to the background. */
function shadesOf({ theme, dark }: Palette): string[] {
  if (dark) return [shade(theme, 0.68), shade(theme, 0.42), theme, tint(theme, 0.35)];
  const { tints, darker } = themeShades(theme);
  return [...tints.toReversed(), darker];
}

export function mapOption(provinces: readonly ProvinceScans[], palette: Palette, words: MapWords): ChartOption {
  const { nameOf, count, scanned } = words;
  const shades = shadesOf(palette);
  return {
    tooltip: {
      trigger: 'item',
      formatter: (item) => {
        const { name, value } = pointedAt(item);
        return `${nameOf(name)}<br>${scanned} <b>${count(Number.isFinite(value) ? value : 0)}</b>`;
      },
    },
    visualMap: {
      type: 'continuous',
      min: 0,
      max: Math.max(1, provinces[0]?.scanned ?? 0),
      orient: 'horizontal',
      left: 0,
      bottom: 0,
      itemWidth: 10,
      itemHeight: 88,
      text: [count(provinces[0]?.scanned ?? 0), '0'],
      inRange: { color: shades },
    },
    series: [
      chinaSeries(
        provinces.map(({ name, scanned: value }) => ({ name, value })),
        palette,
      ),
    ],
  };
}
