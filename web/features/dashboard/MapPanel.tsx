import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { Chart, loadChinaMap } from '../../ui/charts/Chart.tsx';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { usePalette } from '../../ui/charts/palette.ts';
import { mapOption } from './mapOption.ts';
import { mapNameOf, provinceKey, scansByProvince } from './provinces.ts';
import { RankList } from './RankList.tsx';
import { scansOf } from './scansOf.ts';
import { useNumbers } from './useNumbers.ts';
import { Period } from './VerdictPanel.tsx';
import { sumOf } from './verdictShares.ts';

const listed = 10;

interface MapPanelProps {
  readonly provinces: NonNullable<Dashboard['provinces']>;
  /** Scans that were counted, wherever they were made. */
  readonly all: readonly { readonly scanned: number }[];
}

export function MapPanel({ provinces, all }: MapPanelProps) {
  const { t } = useTranslation();
  const palette = usePalette();
  const { count } = useNumbers();
  const found = useMemo(() => scansByProvince(provinces), [provinces]);
  const nameOf = useCallback(
    (name: string) => (mapNameOf(name) ? t(provinceKey(name)) : t('dashboard.southChinaSea')),
    [t],
  );
  const option = useMemo(
    () => mapOption(found, palette, { scanned: t('dashboard.scanned'), count, nameOf }),
    [found, palette, count, nameOf, t],
  );
  const elsewhere = sumOf(all) - sumOf(found);
  const first = found.slice(0, listed);
  const rows = first.map(({ name, region, scanned }) => ({
    key: name,
    name: nameOf(name),
    scanned,
    to: scansOf({ province: region }),
  }));
  return (
    <ChartPanel
      className="dashboard-map"
      title={t('dashboard.map')}
      note={<Period />}
      table={{
        columns: [t('dashboard.province'), t('dashboard.scanned')],
        rows: found.map(({ name, scanned }) => [nameOf(name), count(scanned)]),
      }}
    >
      <div className="scan-map">
        <Chart
          option={option}
          load={loadChinaMap}
          label={[t('dashboard.map'), ...rows.map(({ name, scanned }) => `${name} ${count(scanned)}`)].join(', ')}
        />
        <div>
          {rows.length === 0 ? (
            <p className="dashboard-nothing">{t('dashboard.noPlaces')}</p>
          ) : (
            <RankList rows={rows} />
          )}
          {elsewhere > 0 && <p className="scan-map-rest">{t('dashboard.offMap', { scans: count(elsewhere) })}</p>}
        </div>
      </div>
    </ChartPanel>
  );
}
