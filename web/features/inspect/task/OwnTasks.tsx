import { type OwnTask, ownTasks, stopMark, type TaskStop } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Radio } from 'antd';
import { Suspense, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { DueTime } from '#ui/facts/DueTime.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Route } from './Route.tsx';

const TaskStep = later(() => import('./TaskStep.tsx'));

interface OwnTasksProps {
  /** The stop that is being inspected. */
  readonly stop: TaskStop | undefined;
  readonly onStop: (stop: TaskStop | undefined) => void;
}

/** The caller's open tasks with their stops; renders nothing if there are none. */
export function OwnTasks({ stop, onStop }: OwnTasksProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const tasks = useQuery({ queryKey: [ownTasks.path], queryFn: ({ signal }) => call(ownTasks, {}, { signal }) });
  const [missing, setMissing] = useState<TaskStop>();
  const [finished, setFinished] = useState<OwnTask>();
  const refresh = () => queries.invalidateQueries({ queryKey: [ownTasks.path] });
  if (!tasks.data?.length) return null;
  const openAgain = async ({ id }: TaskStop) => {
    await call(stopMark, { id, status: 'open' });
    await refresh();
  };
  return (
    <Panel className="own-tasks" aria-label={t('inspecttask.own')}>
      <h2>{t('inspecttask.own')}</h2>
      {tasks.data.map((task) => (
        <section key={task.id} aria-label={task.task_no}>
          <div className="task-head">
            <strong>{`${task.task_no} ${task.case_title}`}</strong>
            <DueTime at={task.due_at} overdue={task.overdue} />
          </div>
          {task.note && <p>{task.note}</p>}
          <Route
            route={task.route}
            tools={(one) => (
              <div className="task-tools">
                <Button
                  type={stop?.id === one.id ? 'primary' : 'default'}
                  onClick={() => onStop(stop?.id === one.id ? undefined : one)}
                >
                  {t(stop?.id === one.id ? 'inspecttask.leave' : 'inspecttask.inspectHere')}
                </Button>
                {one.status === 'open' ? (
                  <Button onClick={() => setMissing(one)}>{t('inspecttask.cannot')}</Button>
                ) : (
                  <Button onClick={() => void openAgain(one).catch(() => undefined)}>
                    {t('inspecttask.openAgain')}
                  </Button>
                )}
              </div>
            )}
          />
          <Button block disabled={task.route.some(({ status }) => status === 'open')} onClick={() => setFinished(task)}>
            {t('inspecttask.finish')}
          </Button>
        </section>
      ))}
      {missing && (
        <Missing
          stop={missing}
          onClose={() => setMissing(undefined)}
          onDone={() => {
            setMissing(undefined);
            if (stop?.id === missing.id) onStop(undefined);
            void refresh();
          }}
        />
      )}
      <Suspense>
        {finished && (
          <TaskStep
            step="finish"
            row={finished}
            onClose={() => setFinished(undefined)}
            onDone={() => {
              setFinished(undefined);
              onStop(undefined);
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

interface MissingProps {
  readonly stop: TaskStop;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Says why a stop cannot be inspected. */
function Missing({ stop, onClose, onDone }: MissingProps) {
  const { t } = useTranslation();
  const run = async (values: FormValues) => {
    const { status, reason } = values as { status: 'not_found' | 'closed'; reason: string };
    await call(stopMark, { id: stop.id, status, reason }, { fieldErrors: true });
    onDone();
  };
  return (
    <FormDialog
      title={stop.name}
      okText={t('datapage.save')}
      run={run}
      onClose={onClose}
      initialValues={{ status: 'not_found' }}
    >
      <Form.Item name="status" label={t('inspecttask.cannot')} rules={[{ required: true }]}>
        <Radio.Group
          options={(['not_found', 'closed'] as const).map((value) => ({
            value,
            label: t(`inspecttask.stop.${value}`),
          }))}
        />
      </Form.Item>
      <ReasonItem of={stopMark} rows={2} />
    </FormDialog>
  );
}
