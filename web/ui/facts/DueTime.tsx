import { useTranslation } from '#core/i18n/useTranslation.ts';
import { StatusTag } from '../StatusTag.tsx';
import { Moment } from './Moment.tsx';
import './dueTime.css';

/** Until when something should be done, and whether that time has run out; a dash where nothing is due. */
export function DueTime({ at, overdue }: { readonly at: string | null; readonly overdue: boolean }) {
  const { t } = useTranslation();
  if (at === null) return <span aria-hidden>—</span>;
  return (
    <span className="due-time">
      <Moment at={at} />
      {overdue && <StatusTag tone="error">{t('field.overdue')}</StatusTag>}
    </span>
  );
}
