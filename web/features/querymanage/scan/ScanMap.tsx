import { provinceKey } from '@suyuan/contract/base/province.ts';
import type { CustomerQueryFigures } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart, loadChinaMap } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { mapOption } from '#ui/charts/map/mapOption.ts';
import { scansByProvince } from '#ui/charts/map/provinces.ts';
import { usePalette } from '#ui/charts/palette.ts';

const maxRegions = 6;

/** A map of scans by province; clicking a province filters the list. */
export function ScanMap({ provinces }: { readonly provinces: CustomerQueryFigures['provinces'] }) {
  const { t } = useTranslation();
  const palette = usePalette();
  const { count } = useNumbers();
  const [query, setQuery] = useSearchParams();
  const scans = useMemo(() => scansByProvince(provinces), [provinces]);
  const option = useMemo(
    () =>
      mapOption(scans, palette, {
        scanned: t('customerquery.scans'),
        count,
        nameOf: (mapName) => t(provinceKey(mapName)),
      }),
    [scans, palette, count, t],
  );
  const narrow = (province: string) => {
    const next = new URLSearchParams(query);
    next.set('province', province);
    next.delete('page');
    setQuery(next);
  };
  return (
    <ChartPanel
      className="scan-figures-map"
      title={t('customerquery.map')}
      table={{
        columns: [t('chart.province'), t('customerquery.scans')],
        rows: scans.map(({ name, scanned }) => [t(provinceKey(name)), count(scanned)]),
      }}
    >
      <div className="scan-figures-map-parts">
        <Chart option={option} load={loadChinaMap} label={t('customerquery.map')} />
        {scans.length === 0 ? (
          <p className="scan-figures-nothing">{t('customerquery.noPlaces')}</p>
        ) : (
          <ol>
            {scans.slice(0, maxRegions).map(({ name, region, scanned }) => (
              <li key={name}>
                <Button type="link" size="small" onClick={() => narrow(region)}>
                  {t(provinceKey(name))}
                </Button>
                <span>{count(scanned)}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </ChartPanel>
  );
}
