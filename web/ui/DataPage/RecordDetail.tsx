import { HistoryOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Drawer, Tooltip } from 'antd';
import { Suspense, useState } from 'react';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { useRemembered } from '#core/session/recent.ts';
import { InScope, useUnsavedScope } from '../edit/unsavedScope.tsx';
import { Fact } from '../facts/Fact.tsx';
import type { Row } from '../records.ts';
import { isColumn, type ListSpec } from './fields.ts';
import { useCells } from './table/Cell.tsx';
import { type Steps, useStepKeys } from './useStepKeys.ts';

const RecordHistory = later(() => import('../history/RecordHistory.tsx'));

interface RecordDetailProps {
  readonly spec: ListSpec;
  readonly row: Row;
  /** Steps to the previous and next row of the list. */
  readonly onStep: Steps;
  readonly onClose: () => void;
}

/** The drawer with all fields of a row. */
export default function RecordDetail({ spec, row, onStep, onClose }: RecordDetailProps) {
  const { t } = useTranslation();
  const cell = useCells(spec.name);
  const [history, setHistory] = useState(false);
  const mayAsk = useCan()('auditlog') && spec.thing !== undefined;
  const scope = useUnsavedScope();
  /** Asks before leaving if something was entered in the part beside the record (`detailAside`). */
  const asking = (leave: () => void) => () => void scope.mayGo().then((isSure) => isSure && leave());
  const before = onStep.before && asking(onStep.before);
  const after = onStep.after && asking(onStep.after);
  useStepKeys({ before, after }, !history);
  const title = spec.titleOf(row);
  const code = spec.code && String(row[spec.code] ?? '');
  const visit = { list: spec.name, id: row.id, title, code, screen: spec.name, query: `detail=${row.id}` };
  // Only records that people keep are remembered, not rows of logs.
  useRemembered(visit, spec.thing !== undefined);
  return (
    <Drawer
      open
      title={title}
      size={spec.detailWidth ?? 560}
      onClose={asking(onClose)}
      extra={
        <div className="detail-tools">
          {mayAsk && (
            <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistory(true)}>
              {t('history.show')}
            </Button>
          )}
          <Step name={t('datapage.stepBefore')} keys="←" icon={<LeftOutlined />} onStep={before} />
          <Step name={t('datapage.stepAfter')} keys="→" icon={<RightOutlined />} onStep={after} />
        </div>
      }
    >
      <dl className="data-page-facts">
        {spec.fields
          .filter((field) => isColumn(field) && field.detail !== false)
          .map((field) => (
            <Fact key={field.key} title={listText(t, spec.name, field.key)}>
              {cell(field, row)}
            </Fact>
          ))}
      </dl>
      {/* Remounted for each row, so that no state is carried over. */}
      <div key={row.id}>
        <InScope scope={scope}>{spec.detailAside?.(row)}</InScope>
      </div>
      <Suspense>
        {history && spec.thing && (
          <RecordHistory thing={spec.thing} id={row.id} title={title} onClose={() => setHistory(false)} />
        )}
      </Suspense>
    </Drawer>
  );
}

interface StepProps {
  readonly name: string;
  readonly keys: string;
  readonly icon: React.ReactNode;
  readonly onStep: (() => void) | undefined;
}

function Step({ name, keys, icon, onStep }: StepProps) {
  return (
    <Tooltip title={`${name} (${keys})`}>
      <Button aria-label={name} icon={icon} disabled={!onStep} onClick={() => onStep?.()} />
    </Tooltip>
  );
}
