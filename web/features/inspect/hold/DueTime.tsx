import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { Moment } from '../../../ui/facts/Moment.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';

/** Until when somebody decides about held goods, and whether that time has run out. */
export function DueTime({ at, overdue }: { readonly at: string; readonly overdue: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="hold-due">
      <Moment at={at} />
      {overdue && <StatusTag tone="error">{t('hold.overdue.true')}</StatusTag>}
    </span>
  );
}
