import type { Task } from '@suyuan/contract/handheld/task.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface TaskButtonProps {
  readonly task: Pick<Task, 'kind' | 'no' | 'about' | 'place' | 'planned' | 'done'>;
  readonly note: string;
  readonly onOpen: () => void;
}

/** A task in a list, as large as a thumb in a glove needs. */
export function TaskButton({ task: { kind, no, about, place, planned, done }, note, onOpen }: TaskButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className="row" onClick={onOpen}>
      <span className="row-main">
        <strong>
          {t(`handheld.act.${kind}`)} {no}
        </strong>
        <span>{about}</span>
        <small>{place}</small>
      </span>
      <span className="row-side">
        {(planned !== null || done > 0) && (
          <strong>{planned === null ? done : t('handheld.ofPlanned', { done, planned })}</strong>
        )}
        <small>{note}</small>
      </span>
    </button>
  );
}
