import { taskDetail } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Route } from './Route.tsx';

/** The route of a task, with what was inspected at each stop. */
export default function TaskView({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const detail = useQuery({
    queryKey: [taskDetail.path, id],
    queryFn: ({ signal }) => call(taskDetail, { id }, { signal, silent: true }),
    staleTime: 0,
  });
  if (detail.error && !detail.data) return <PartFailure of={detail} />;
  if (!detail.data) return <Skeleton active />;
  return (
    <section className="task-view">
      <h2>{t('inspecttask.stops')}</h2>
      <Route route={detail.data.route} />
    </section>
  );
}
