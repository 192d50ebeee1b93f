import type { TaskStop } from '@suyuan/contract/inspect/task/inspect-task.ts';
import type { InspectVerdict } from '@suyuan/contract/inspect/task/inspection.ts';
import type { ReactNode } from 'react';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import './task.css';

interface RouteProps {
  readonly route: readonly TaskStop[];
  /** What can be done at a stop. */
  readonly tools?: (stop: TaskStop) => ReactNode;
}

const tones = { open: 'processing', inspected: 'success', not_found: 'warning', closed: 'warning' } as const;

/** Stops in the order of the route, with the distances between them. */
export function Route({ route, tools }: RouteProps) {
  const { t } = useTranslation();
  return (
    <ol className="task-route">
      {route.map((stop, index) => (
        <li key={stop.id}>
          <div className="task-stop-head">
            <strong>{`${index + 1}. ${stop.name}`}</strong>
            <StatusTag tone={tones[stop.status]}>{t(`inspecttask.stop.${stop.status}`)}</StatusTag>
            {stop.km !== null && <span className="task-soft">{t('inspecttask.km', { km: stop.km })}</span>}
          </div>
          <div className="task-soft">
            {[stop.area_name, stop.dealer_name].filter(Boolean).join(' · ')} {stop.reason}
          </div>
          {stop.inspections.map(({ id, code, verdict }) => (
            <div key={id}>
              <RecordLink to="inspect_record" id={id}>
                {code}
              </RecordLink>{' '}
              {choiceText(t, 'inspectrecord.verdict', verdict as InspectVerdict)}
            </div>
          ))}
          {tools?.(stop)}
        </li>
      ))}
    </ol>
  );
}
