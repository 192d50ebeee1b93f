import { caseClusters, caseWarningsRemove, inspectCase } from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import type { Detail } from './detail.ts';

/** So many warnings are listed; the list of warnings has all. */
const listed = 20;

/** The warnings of a case, and the tasks that inspectors have for it. */
export function CaseWarnings({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const address = useAddresses()('queryconsumerwarning', `case_id=${detail.id}`);
  const { id, status, warnings, warnings_of } = detail;
  const remove = async (warning: number) => {
    await call(caseWarningsRemove, { id, warning_ids: [warning] });
    for (const { path } of [caseDetail, caseClusters, inspectCase.page, consumerWarning.page])
      void queries.invalidateQueries({ queryKey: [path] });
  };
  return (
    <>
      <section>
        <h2>
          {t('case.warnings')} {address && <Link to={address}>{t('case.allWarnings', { n: warnings })}</Link>}
        </h2>
        <ul className="case-list">
          {warnings_of.slice(0, listed).map((one) => (
            <li key={one.id}>
              <RecordLink to="consumer_warning" id={one.id}>
                {one.subject}
              </RecordLink>
              <span>{t(`queryconsumerwarning.rule.${one.rule}`)}</span>
              <StatusTag tone={one.status === 'settled' ? 'default' : 'processing'}>
                {t(`queryconsumerwarning.status.${one.status}`)}
              </StatusTag>
              {one.outcome && <span>{t(`queryconsumerwarning.outcome.${one.outcome}`)}</span>}
              <span>{[one.dealer_name, one.region].filter(Boolean).join(' · ')}</span>
              <Moment at={one.last_at} />
              {status === 'open' && can('case:add') && (
                <Popconfirm
                  title={t('case.removeWarning')}
                  okText={t('case.takeOut')}
                  cancelText={t('datapage.cancel')}
                  onConfirm={() => void remove(one.id).catch(() => undefined)}
                >
                  <Button type="link" size="small">
                    {t('case.takeOut')}
                  </Button>
                </Popconfirm>
              )}
            </li>
          ))}
        </ul>
      </section>
      {detail.tasks_of.length > 0 && (
        <section>
          <h2>{t('menu.inspecttask')}</h2>
          <ul className="case-list">
            {detail.tasks_of.map((task) => (
              <li key={task.id}>
                <RecordLink to="inspect_task" id={task.id}>
                  {task.task_no}
                </RecordLink>
                <StatusTag tone={task.status === 'open' ? 'processing' : 'default'}>
                  {t(`inspecttask.status.${task.status}`)}
                </StatusTag>
                <span>{task.assignee}</span>
                <span>{t('inspecttask.doneOf', { done: task.done, stops: task.stops })}</span>
                <Moment at={task.due_at} />
                {task.result && <span>{task.result}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
