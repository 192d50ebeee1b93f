import { type Cluster, caseClusters, caseWarningsAdd, inspectCase } from '@suyuan/contract/inspect/case/case.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import './case.css';

const NewCase = later(() => import('./NewCase.tsx'));

/** The periods to choose from, in days. */
const periods = [7, 30, 90] as const;
/** So many are shown at first. */
const shownAtFirst = 5;

/** Clusters of open warnings that may have one cause, each made into a case by one press. */
export function Clusters() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [days, setDays] = useState<number>(30);
  const [isWhole, setWhole] = useState(false);
  const [chosen, setChosen] = useState<Cluster>();
  const clusters = useQuery({
    queryKey: [caseClusters.path, days],
    queryFn: ({ signal }) => call(caseClusters, { days }, { signal }),
  });
  const refresh = () => {
    for (const { path } of [caseClusters, inspectCase.page, consumerWarning.page])
      void queries.invalidateQueries({ queryKey: [path] });
  };
  const addTo = async ({ open_case, warning_ids }: Cluster) => {
    if (!open_case) return;
    await call(caseWarningsAdd, { id: open_case.id, warning_ids });
    notify.success(t('case.warningsAdded', { n: warning_ids.length, no: open_case.case_no }));
    refresh();
  };
  const all = clusters.data ?? [];
  if (!clusters.isSuccess || (all.length === 0 && days === 30)) return null;
  return (
    <Panel className="case-clusters" aria-label={t('case.clusters')}>
      <header>
        <h2>{t('case.clusters')}</h2>
        <Choice
          aria-label={t('case.clusterDays')}
          value={days}
          onChange={setDays}
          options={periods.map((value) => ({ value, label: t('case.lastDays', { n: value }) }))}
        />
      </header>
      <p className="case-soft">{all.length === 0 ? t('case.noClusters') : t('case.clustersHint')}</p>
      <ul className="case-list">
        {all.slice(0, isWhole ? undefined : shownAtFirst).map((cluster) => (
          <li key={cluster.warning_ids.join(' ')}>
            <ClusterFacts cluster={cluster} />
            <span className="case-tools">
              {cluster.open_case && (
                <Button size="small" onClick={() => void addTo(cluster).catch(() => undefined)}>
                  {t('case.addTo', { no: cluster.open_case.case_no })}
                </Button>
              )}
              <Button size="small" type="primary" onClick={() => setChosen(cluster)}>
                {t('case.make')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {all.length > shownAtFirst && (
        <Button type="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('case.fewer') : t('case.allClusters', { n: all.length })}
        </Button>
      )}
      {chosen && (
        <Suspense>
          <NewCase
            title={`${t(`case.cluster.${chosen.kind}`)} ${chosen.name}`}
            ids={chosen.warning_ids}
            onClose={() => setChosen(undefined)}
            onDone={() => {
              setChosen(undefined);
              refresh();
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function ClusterFacts({ cluster }: { readonly cluster: Cluster }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { kind, name, product_name, dealer_name, warnings, codes, provinces, first_at, last_at } = cluster;
  return (
    <span className="case-facts">
      <strong>{`${t(`case.cluster.${kind}`)} ${name}`}</strong>
      <span>{[product_name, kind === 'dealer' ? null : dealer_name].filter(Boolean).join(' · ')}</span>
      <span>
        {t('case.clusterCounts', { warnings: count(warnings), codes: count(codes), provinces: count(provinces) })}
      </span>
      <span className="case-soft">
        <Moment at={first_at} /> – <Moment at={last_at} />
      </span>
    </span>
  );
}
