import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { diversionFlows } from '@suyuan/contract/report/diversion.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart, loadFlowMap } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { flowOption } from '#ui/charts/map/flowOption.ts';
import { usePalette } from '#ui/charts/palette.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import type { BelowProps } from './frame/reportSpec.ts';
import './diversion.css';

type Answer = OutputOf<typeof diversionFlows>;
type FlowRow = Answer['flows'][number];

/** Flows from where goods were sold to where they were found, as a map and as a table. */
export function DiversionFlows({ input }: BelowProps) {
  const { t } = useTranslation();
  const { group: _, compare: __, ...request } = input;
  const { data, error, refetch } = useQuery({
    queryKey: [diversionFlows.path, request],
    queryFn: ({ signal }) => call(diversionFlows, request as InputOf<typeof diversionFlows>, { signal, silent: true }),
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
  return <FlowMap answer={data} />;
}

function FlowMap({ answer: { flows, unplaced } }: { readonly answer: Answer }) {
  const { t } = useTranslation();
  const palette = usePalette();
  const { count } = useNumbers();
  const option = useMemo(() => {
    const arcs = flows.flatMap(({ dealer_name, sold_in, found_in, suspected }) => {
      const name = `${dealer_name}: ${sold_in?.name} → ${found_in.name}`;
      return sold_in ? [{ name, from: sold_in, to: found_in, amount: suspected }] : [];
    });
    return flowOption(arcs, palette, { amount: t('diversion.suspected'), count });
  }, [flows, palette, count, t]);
  return (
    <ChartPanel
      title={t('diversion.flows')}
      className="diversion-flows"
      table={{
        columns: columns.map((name) => t(`diversion.${name}`)),
        rows: flows.map((flow) => cellsOf(flow, t('report.none'), count)),
      }}
    >
      <div className="diversion-flows-parts">
        <div className="diversion-map">
          <Chart option={option} load={loadFlowMap} label={t('diversion.flows')} />
        </div>
        {flows.length === 0 ? <p>{t('diversion.noFlows')}</p> : <Largest flows={flows} />}
      </div>
      {unplaced > 0 && <p className="report-note">{t('diversion.unplaced', { n: count(unplaced) })}</p>}
      <p className="report-note">{t('diversion.onlySuspected')}</p>
    </ChartPanel>
  );
}

const columns = ['dealer', 'sold_in', 'found_in', 'suspected', 'confirmed'] as const;

const cellsOf = (flow: FlowRow, none: string, count: (value: number) => string): string[] => [
  flow.dealer_name,
  flow.sold_in?.name ?? none,
  flow.found_in.name,
  count(flow.suspected),
  count(flow.confirmed),
];

const maxFlows = 8;

function Largest({ flows }: { readonly flows: readonly FlowRow[] }) {
  const { count } = useNumbers();
  return (
    <ol>
      {flows.slice(0, maxFlows).map(({ dealer_id, dealer_name, found_in, suspected }) => (
        <li key={`${dealer_id} ${found_in.code}`}>
          <span>{`${dealer_name} → ${found_in.name}`}</span>
          <strong>{count(suspected)}</strong>
        </li>
      ))}
    </ol>
  );
}
