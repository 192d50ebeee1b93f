import type { Task } from '@suyuan/contract/handheld/task.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface TaskButtonProps {
  readonly task: Pick<Task, 'no' | 'receiver' | 'warehouse' | 'planned' | 'loaded'>;
  readonly note: string;
  readonly onOpen: () => void;
}

/** A task in a list, as large as a thumb in a glove needs. */
export function TaskButton({ task: { no, receiver, warehouse, planned, loaded }, note, onOpen }: TaskButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className="row" onClick={onOpen}>
      <span className="row-main">
        <strong>{no}</strong>
        <span>{receiver}</span>
        <small>{warehouse}</small>
      </span>
      <span className="row-side">
        <strong>{t('handheld.ofPlanned', { loaded, planned })}</strong>
        <small>{note}</small>
      </span>
    </button>
  );
}
