import { useTranslation } from '../../../core/i18n/useTranslation.ts';

/** When a shift ends, and whether that is on the next day. */
export function ShiftEnd({ start, end }: { start: string; end: string }) {
  const { t } = useTranslation();
  return end < start ? t('classlist.nextDay', { time: end }) : end;
}
