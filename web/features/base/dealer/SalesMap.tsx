import { provinceKey } from '@suyuan/contract/base/province.ts';
import { useMemo } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { tint } from '#core/preferences/shades.ts';
import { useAreas } from '#ui/area/useAreas.ts';
import { Chart, loadChinaMap } from '#ui/charts/Chart.tsx';
import { chinaSeries } from '#ui/charts/map/chinaSeries.ts';
import { type ChartOption, pointedAt } from '#ui/charts/option.ts';
import type { Palette } from '#ui/charts/palette.ts';
import { usePalette } from '#ui/charts/palette.ts';
import '../partners.css';
import { type Coverage, soldProvinces } from './soldProvinces.ts';

/** A sales territory on a map of China, with provinces that belong to it entirely and partly. */
export default function SalesMap({ areas }: { readonly areas: readonly string[] }) {
  const { t } = useTranslation();
  const palette = usePalette();
  const provinces = useAreas().data;
  const option = useMemo(
    () =>
      salesOption(soldProvinces(areas, provinces ?? []), palette, {
        nameOf: (name) => t(provinceKey(name)),
        wordsOf: (coverage) => t(`dealer.coverage.${coverage}`),
      }),
    [areas, provinces, palette, t],
  );
  return (
    <figure className="sales-map">
      <Chart option={option} load={loadChinaMap} label={t('field.area_of_sale')} />
      <figcaption>
        <span className="sales-map-whole">{t('dealer.coverage.whole')}</span>
        <span className="sales-map-part">{t('dealer.coverage.part')}</span>
      </figcaption>
    </figure>
  );
}

interface SalesWords {
  readonly nameOf: (mapName: string) => string;
  readonly wordsOf: (coverage: Coverage) => string;
}

function salesOption(coverages: ReadonlyMap<string, Coverage>, palette: Palette, { nameOf, wordsOf }: SalesWords) {
  const colour = { whole: palette.theme, part: tint(palette.theme, palette.dark ? 0.3 : 0.6) };
  const data = [...coverages].map(([name, coverage]) => ({ name, itemStyle: { areaColor: colour[coverage] } }));
  return {
    tooltip: {
      trigger: 'item',
      formatter: (item) => {
        const { name } = pointedAt(item);
        const coverage = coverages.get(name);
        return coverage ? `${nameOf(name)}<br>${wordsOf(coverage)}` : nameOf(name);
      },
    },
    series: [chinaSeries(data, palette)],
  } satisfies ChartOption;
}
