import { task } from '@suyuan/contract/plant/task.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';

const input = { state: 'running', page: 1, size: 5 } as const;
const freshMs = 10_000;

/** Running jobs with their progress; renders nothing if there are none. */
export function RunningTasks() {
  const { t } = useTranslation();
  const { count, share } = useNumbers();
  const { data } = useQuery({
    queryKey: [task.page.path, input],
    queryFn: ({ signal }) => call(task.page, input, { signal, silent: true }),
    refetchInterval: freshMs,
  });
  if (!data || data.total === 0) return null;
  return (
    <ChartPanel title={t('dashboard.tasks')}>
      <ul className="under-way">
        {data.rows.map(({ id, source, kind, rows, done }) => (
          <li key={id}>
            <Link className="dashboard-quiet-link" to="/taskmanagement?state=running">
              {source ?? kind}
            </Link>
            <span>{rows ? share(done / rows) : ''}</span>
            <small>{t('dashboard.tasks.rows', { done: count(done) })}</small>
            <i aria-hidden>
              <i style={{ width: `${rows ? Math.min(1, done / rows) * 100 : 0}%` }} />
            </i>
          </li>
        ))}
      </ul>
    </ChartPanel>
  );
}
