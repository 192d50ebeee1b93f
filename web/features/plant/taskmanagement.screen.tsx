import { type Task, task, taskOriginal, taskRefusals, taskResume, taskStop } from '@suyuan/contract/plant/task.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Modal, Progress, Typography } from 'antd';
import { useEffect, useMemo } from 'react';
import { call, download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { JobPace } from '#ui/codeFile/JobPace.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { ListSpec } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';

/** The polling interval of the list, in milliseconds, while it is visible. */
const refreshAfter = 3000;

/** Background jobs of all modules, with their progress. */
export default function Tasks() {
  const { t } = useTranslation();
  const [modal, place] = Modal.useModal();
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey: [task.page.path] });
    };
    const timer = setInterval(refresh, refreshAfter);
    return () => clearInterval(timer);
  }, [queries]);
  const spec = useMemo(() => {
    const stop = (row: Task) =>
      void modal.confirm({
        title: t('taskmanagement.stopTitle'),
        content: t(row.takes_back ? 'taskmanagement.stopTakesBack' : 'taskmanagement.stopText'),
        okText: t('button.stop'),
        cancelText: t('datapage.cancel'),
        okButtonProps: { danger: true },
        onOk: async () => {
          // `call` has shown the error.
          await call(taskStop, { job: row.id }).catch(() => undefined);
          await queries.invalidateQueries({ queryKey: [task.page.path] });
        },
      });
    const resume = async (row: Task) => {
      await call(taskResume, { job: row.id });
      await queries.invalidateQueries({ queryKey: [task.page.path] });
    };
    // `call` has shown the error.
    return specOf({ stop, resume: (row) => void resume(row).catch(() => undefined) });
  }, [modal, queries, t]);
  return (
    <>
      <DataPage spec={spec} />
      {place}
    </>
  );
}

const isOpen = ({ state }: Task): boolean => state === 'waiting' || state === 'running';

/** The kind of a job in words. */
function Kind({ kind }: Pick<Task, 'kind'>) {
  const { t } = useTranslation();
  return listText(t, 'taskmanagement', `kind.${kind}`);
}

/** The progress of a job, its speed and its remaining time. */
function Done({ task }: { readonly task: Task }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const { rows, done, state } = task;
  const pace = <JobPace task={task} />;
  // The total is known only after the whole file was read.
  if (rows === null || rows === 0) {
    return (
      <>
        {numbers.count(done)}
        {pace}
      </>
    );
  }
  const status = state === 'broken' ? 'exception' : state === 'done' ? 'success' : 'normal';
  return (
    <>
      <Progress
        percent={Math.floor((done * 100) / rows)}
        size="small"
        status={status}
        aria-label={t('taskmanagement.done')}
      />
      {pace}
    </>
  );
}

/** Highlighted if there are any, because a finished job may have accepted nothing. */
function Refused({ count }: { readonly count: number }) {
  const numbers = useNumbers();
  return count > 0 ? <Typography.Text type="danger">{numbers.count(count)}</Typography.Text> : numbers.count(count);
}

interface Steps {
  readonly stop: (row: Task) => void;
  readonly resume: (row: Task) => void;
}

const specOf = ({ stop, resume }: Steps): ListSpec =>
  thingList(task, {
    titleOf: (row) => `${row.source ?? row.id}`,
    actions: [
      // The actions on running jobs come before those on files.
      {
        key: 'stop',
        text: 'button.stop',
        permission: 'taskmanagement:stop',
        danger: true,
        shown: isOpen,
        run: stop,
      },
      {
        key: 'resume',
        text: 'plant.resume',
        permission: 'taskmanagement:stop',
        shown: (row) => row.resumable,
        run: resume,
      },
      {
        key: 'refusals',
        text: 'taskmanagement.refusals',
        shown: (row) => row.refused + (row.not_put_back ?? 0) > 0,
        run: (row) => void download(taskRefusals, { job: row.id }).catch(() => undefined),
      },
      {
        key: 'original',
        text: 'taskmanagement.original',
        shown: (row) => row.source !== null,
        run: (row) => void download(taskOriginal, { job: row.id }).catch(() => undefined),
      },
    ],
    shown: {
      id: { hidden: true },
      source: { width: 160 },
      kind: { width: 100, render: (row) => <Kind kind={row.kind} /> },
      state: {
        width: 85,
        tones: { waiting: 'default', running: 'processing', done: 'success', stopped: 'warning', broken: 'error' },
      },
      // A filter set by links from other screens; the search form does not have it.
      screen: { search: false },
      rows: { hidden: true },
      done: { width: 130, render: (row) => <Done task={row} /> },
      accepted: { width: 70 },
      refused: { width: 70, render: (row) => <Refused count={row.refused} /> },
      short: { width: 90, hidden: true },
      not_put_back: { width: 100, hidden: true },
      known: { width: 90, hidden: true },
      rows_per_second: { width: 110, hidden: true },
      seconds_left: { hidden: true },
      problem: { kind: 'longtext', width: 130 },
      by: { width: 120, hidden: true },
      created_at: { hidden: false },
    },
  });

export const preload = firstRows(specOf({ stop: () => {}, resume: () => {} }));
