import { type Task, taskDetail, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { call, download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { JobPace } from './JobPace.tsx';

const isOpen = (state: Task['state'] | undefined): boolean => state === 'waiting' || state === 'running';

const barOf = {
  waiting: 'normal',
  running: 'active',
  done: 'success',
  stopped: 'normal',
  broken: 'exception',
} as const;

/** The progress of a file's job until it ends, then its refused lines. */
export function FollowedJob({ job, onEnded }: { readonly job: string; readonly onEnded?: () => void }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const can = useCan();
  const latestOnEnded = useRef(onEnded);
  latestOnEnded.current = onEnded;
  const { data } = useQuery({
    queryKey: [taskDetail.path, job],
    queryFn: ({ signal }) => call(taskDetail, { job }, { signal }),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) || !state.data ? 1000 : false),
  });
  const isOver = data !== undefined && !isOpen(data.state);
  useEffect(() => {
    if (isOver) latestOnEnded.current?.();
  }, [isOver]);
  if (!data) return null;
  const { state, rows, done, accepted, refused, short, known, not_put_back, problem, source } = data;
  const notPutBack = not_put_back ?? 0;
  return (
    <section aria-live="polite">
      <h2>{source}</h2>
      <Progress
        percent={rows ? Math.floor((done * 100) / rows) : 0}
        status={barOf[state]}
        aria-label={t('codefile.progress')}
      />
      <p>
        {listText(t, 'taskmanagement', `state.${state}`)} ·{' '}
        {t('codefile.figures', { accepted: count(accepted), refused: count(refused) })}
        {short !== null && short > 0 && ` · ${t('codefile.short', { count: short, number: count(short) })}`}
        {known !== null && known > 0 && ` · ${t('codefile.known', { count: known, number: count(known) })}`}
        {notPutBack > 0 && ` · ${t('codefile.notPutBack', { count: notPutBack, number: count(notPutBack) })}`}
        {problem && ` · ${problem}`}
      </p>
      <JobPace task={data} />
      {refused + notPutBack > 0 && isOver && (
        <Button onClick={() => void download(taskRefusals, { job }).catch(() => undefined)}>
          {t('taskmanagement.refusals')}
        </Button>
      )}{' '}
      {can('taskmanagement') && <Link to="/taskmanagement">{t('codefile.jobs')}</Link>}
    </section>
  );
}
