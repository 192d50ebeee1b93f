import { workHistory } from '@suyuan/contract/organ/work-item.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Timeline } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';

/** What happened to a piece of work, by rules and by people. */
export default function WorkHistory({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const history = useQuery({
    queryKey: [workHistory.path, id],
    queryFn: ({ signal }) => call(workHistory, { id }, { signal }),
    staleTime: 0,
  });
  if (history.error && !history.data) return <PartFailure of={history} />;
  if (!history.data) return <Skeleton active />;
  return (
    <section aria-label={t('todo.history')}>
      <h2>{t('todo.history')}</h2>
      <Timeline
        items={history.data.map(({ at, step, by, owner, note }) => ({
          content: (
            <>
              <div>
                {t(`todo.step.${step}`)}
                {owner && step !== 'done' && ` → ${owner}`}
              </div>
              <small>
                <Moment at={at} /> {by ?? t('todo.byRule')}
              </small>
              {note && <div>{note}</div>}
            </>
          ),
        }))}
      />
    </section>
  );
}
