import { provinceKey } from '@suyuan/contract/base/province.ts';
import { useMemo } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart, loadChinaMap } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { mapOption } from '#ui/charts/map/mapOption.ts';
import { scansByProvince } from '#ui/charts/map/provinces.ts';
import { usePalette } from '#ui/charts/palette.ts';
import './inspect.css';

interface SeenMapProps {
  readonly title: string;
  /** What is counted, in words: scans or visits. */
  readonly counted: string;
  readonly seen: readonly { readonly province: string }[];
}

/** A map of the provinces where a code was seen; renders nothing if none is known. */
export function SeenMap({ title, counted, seen }: SeenMapProps) {
  const { t } = useTranslation();
  const palette = usePalette();
  const { count } = useNumbers();
  const scans = useMemo(() => scansByProvince(seen.map(({ province }) => ({ province, scanned: 1 }))), [seen]);
  const option = useMemo(
    () => mapOption(scans, palette, { scanned: counted, count, nameOf: (mapName) => t(provinceKey(mapName)) }),
    [scans, palette, counted, count, t],
  );
  if (scans.length === 0) return null;
  return (
    <ChartPanel
      title={title}
      className="seen-map"
      table={{
        columns: [t('chart.province'), counted],
        rows: scans.map(({ name, scanned }) => [t(provinceKey(name)), count(scanned)]),
      }}
    >
      <Chart option={option} load={loadChinaMap} label={title} />
    </ChartPanel>
  );
}
