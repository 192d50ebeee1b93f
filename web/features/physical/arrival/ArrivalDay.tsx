import { Tag } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** The day on which goods should arrive, and that it is over. */
export function ArrivalDay({ day, late }: { readonly day: string | null; readonly late: boolean }) {
  const { t } = useTranslation();
  if (day === null) return '—';
  return (
    <span>
      {day} {late && <Tag color="error">{t('arrival.late')}</Tag>}
    </span>
  );
}
