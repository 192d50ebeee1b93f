import { provinceKey } from '@suyuan/contract/base/province.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { market } from '@suyuan/contract/report/market.ts';
import type { ReportRow } from '@suyuan/contract/thing/report.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart, loadChinaMap } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { mapOption } from '#ui/charts/map/mapOption.ts';
import { scansByProvince } from '#ui/charts/map/provinces.ts';
import { usePalette } from '#ui/charts/palette.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import type { BelowProps } from './frame/reportSpec.ts';
import { figureText } from './frame/reportTexts.ts';
import './market.css';

/** Figures that the map can show, one at a time. */
const mapFigures = ['found_diverted', 'warned_diverted', 'found_false', 'warned_false', 'inspected'] as const;
type Mapped = (typeof mapFigures)[number];

/** A map of inspections, and of diversion and false goods found or suspected, by province. */
export function MarketMap({ input }: BelowProps) {
  const { t } = useTranslation();
  const { compare: _, ...others } = input;
  const request = { ...others, group: 'region' };
  const { data, error, refetch } = useQuery({
    queryKey: [market.figures.path, request],
    queryFn: ({ signal }) => call(market.figures, request as InputOf<typeof market.figures>, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  if (error) return <PartFailure of={{ error, refetch }} title={t('report.failed')} />;
  if (!data) {
    return (
      <section className="report-panel">
        <Skeleton active paragraph={{ rows: 6 }} />
      </section>
    );
  }
  return <ProvinceMap rows={data.rows} />;
}

function ProvinceMap({ rows }: { readonly rows: readonly ReportRow[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const palette = usePalette();
  const amountOf = (figure: Mapped) => rows.reduce((sum, { figures }) => sum + (figures[figure] ?? 0), 0);
  const [choice, setChoice] = useState<Mapped>();
  // By default, the first figure that is not zero.
  const figure = choice ?? mapFigures.find((one) => amountOf(one) > 0) ?? 'inspected';
  const title = figureText(t, figure);
  const values = useMemo(
    () =>
      scansByProvince(rows.map(({ name, figures }) => ({ province: name, scanned: figures[figure] ?? 0 }))).filter(
        ({ scanned }) => scanned > 0,
      ),
    [rows, figure],
  );
  const option = useMemo(
    () => mapOption(values, palette, { scanned: title, count, nameOf: (name) => t(provinceKey(name)) }),
    [values, palette, title, count, t],
  );
  const elsewhere = amountOf(figure) - values.reduce((sum, { scanned }) => sum + scanned, 0);
  return (
    <ChartPanel
      className="market-map-panel"
      title={t('report.map')}
      note={
        <Choice
          aria-label={t('report.map')}
          value={figure}
          options={mapFigures.map((value) => ({ value, label: figureText(t, value) }))}
          onChange={setChoice}
          style={{ minWidth: 180 }}
        />
      }
      table={{
        columns: [t('chart.province'), title],
        rows: values.map(({ name, scanned }) => [t(provinceKey(name)), count(scanned)]),
      }}
    >
      <div className="market-map-parts">
        <div className="market-map">
          <Chart option={option} load={loadChinaMap} label={`${t('report.map')}, ${title}`} />
        </div>
        <ol>
          {values.slice(0, maxRegions).map(({ name, scanned }) => (
            <li key={name}>
              <span>{t(provinceKey(name))}</span>
              <strong>{count(scanned)}</strong>
            </li>
          ))}
        </ol>
      </div>
      {values.length === 0 && <p className="report-note">{t('report.mapEmpty')}</p>}
      {elsewhere > 0 && <p className="report-note">{t('report.offMap', { n: count(elsewhere) })}</p>}
    </ChartPanel>
  );
}

const maxRegions = 10;
