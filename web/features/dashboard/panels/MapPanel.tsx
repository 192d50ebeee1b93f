import { provinceKey } from '@suyuan/contract/base/province.ts';
import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { useMemo } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart, loadChinaMap } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { mapOption } from '#ui/charts/map/mapOption.ts';
import { type ProvinceScans, scansByProvince } from '#ui/charts/map/provinces.ts';
import { usePalette } from '#ui/charts/palette.ts';
import { scansOf } from '../figures/scansOf.ts';
import { sumOf } from '../figures/verdictShares.ts';
import { Period, useDays, usePeriod } from '../Period.tsx';
import { RankList } from './RankList.tsx';

const maxProvinces = 10;

interface MapPanelProps {
  readonly provinces: NonNullable<Dashboard['provinces']>;
  /** All counted scans, including those outside the map. */
  readonly all: readonly { readonly scanned: number }[];
}

export function MapPanel({ provinces, all }: MapPanelProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const period = usePeriod();
  const scans = useMemo(() => scansByProvince(provinces), [provinces]);
  const elsewhere = sumOf(all) - sumOf(scans);
  const rows = scans.map(({ name, region, scanned }) => [
    t(provinceKey(name)),
    { text: count(scanned), to: scansOf({ province: region, ...period }) },
  ]);
  return (
    <ChartPanel
      className="dashboard-map"
      title={t('dashboard.map')}
      note={<Period />}
      table={{ columns: [t('chart.province'), t('report.figure.scanned')], rows }}
    >
      <div className="scan-map">
        <ScanMap scans={scans} />
        <div>
          <TopProvinces scans={scans.slice(0, maxProvinces)} />
          {elsewhere > 0 && <p className="scan-map-rest">{t('dashboard.offMap', { scans: count(elsewhere) })}</p>}
        </div>
      </div>
    </ChartPanel>
  );
}

interface Scans {
  readonly scans: readonly ProvinceScans[];
}

function ScanMap({ scans }: Scans) {
  const { t } = useTranslation();
  const palette = usePalette();
  const { count } = useNumbers();
  const option = useMemo(() => {
    const nameOf = (mapName: string) => t(provinceKey(mapName));
    return mapOption(scans, palette, { scanned: t('report.figure.scanned'), count, nameOf });
  }, [scans, palette, count, t]);
  return <Chart option={option} load={loadChinaMap} label={t('dashboard.map')} />;
}

function TopProvinces({ scans }: Scans) {
  const { t } = useTranslation();
  const [days] = useDays();
  const period = usePeriod();
  if (scans.length === 0) return <p className="dashboard-nothing">{t('dashboard.noPlaces', { days })}</p>;
  const rows = scans.map(({ name, region, scanned }) => ({
    key: name,
    name: t(provinceKey(name)),
    scanned,
    to: scansOf({ province: region, ...period }),
  }));
  return <RankList rows={rows} />;
}
