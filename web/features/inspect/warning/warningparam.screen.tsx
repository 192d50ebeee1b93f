import { type WarningParam, warningParams } from '@suyuan/contract/inspect/warning-rule.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { limitsInWords } from './limitsInWords.ts';
import '#ui/DataPage/dataPage.css';
import './warning.css';

const ParamDialog = later(() => import('./ParamDialog.tsx'));

/** 配置预警参数: the warning rules with their limits, and how often each was right. */
export default function WarningParams() {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const [editTarget, setEditTarget] = useState<{ readonly param: WarningParam; readonly ownOf?: true }>();
  const params = useQuery({
    queryKey: [warningParams.path],
    queryFn: ({ signal }) => call(warningParams, {}, { signal, silent: true }),
  });
  return (
    <div className="data-page">
      <Panel>
        <PanelHead title={t('menu.warningparam')} />
        <PartFailure of={params} />
        {params.isPending && <Skeleton active />}
        <ul className="warning-rules">
          {(params.data ?? []).map((param) => (
            <RuleCard
              key={`${param.rule} ${param.product_id}`}
              param={param}
              onEdit={can('warningparam:update') ? () => setEditTarget({ param }) : undefined}
              onOwn={
                can('warningparam:update') && param.product_id === null && param.about !== 'network'
                  ? () => setEditTarget({ param, ownOf: true })
                  : undefined
              }
            />
          ))}
        </ul>
      </Panel>
      {editTarget && (
        <Suspense>
          <ParamDialog
            param={editTarget.param}
            forProduct={editTarget.ownOf === true}
            onClose={() => setEditTarget(undefined)}
            onDone={() => void queries.invalidateQueries({ queryKey: [warningParams.path] })}
          />
        </Suspense>
      )}
    </div>
  );
}

interface RuleCardProps {
  readonly param: WarningParam;
  readonly onEdit: (() => void) | undefined;
  /** Opens the limits for a single product. */
  readonly onOwn: (() => void) | undefined;
}

function RuleCard({ param, onEdit, onOwn }: RuleCardProps) {
  const { t } = useTranslation();
  const { rule, product_name, enabled, limits, version, changed_by, changed_at } = param;
  return (
    <li className="warning-rule">
      <header>
        <h2>
          {t(`queryconsumerwarning.rule.${rule}`)}
          {product_name !== null && ` · ${product_name}`}
        </h2>
        <StatusTag tone={enabled ? 'success' : 'default'}>
          {t(enabled ? 'warningparam.on' : 'warningparam.off')}
        </StatusTag>
      </header>
      <div>
        <p>{t(`warningparam.about.${rule}`)}</p>
        <div>{limitsInWords(t, limits)}</div>
        <PrecisionText precision={param.precision} />
        <div>
          {version === 0 ? t('warningparam.usual') : t('warningparam.version', { version })}
          {changed_by !== null && ` · ${changed_by} `}
          {changed_at !== null && <Moment at={changed_at} />}
        </div>
      </div>
      <footer>
        {onEdit && <Button onClick={onEdit}>{t('warningparam.edit')}</Button>}
        {onOwn && (
          <Button type="link" onClick={onOwn}>
            {t('warningparam.own')}
          </Button>
        )}
      </footer>
    </li>
  );
}

/** The share of settled warnings that were right. */
function PrecisionText({ precision: { fired, open, right, false_alarm } }: Pick<WarningParam, 'precision'>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const decisions = right + false_alarm;
  return (
    <div>
      {t('warningparam.fired', { fired: count(fired), open: count(open) })}
      {decisions > 0 &&
        ` · ${t('warningparam.precision', { right: count(right), settled: count(decisions), share: Math.round((right * 100) / decisions) })}`}
    </div>
  );
}
