import { useTranslation } from '#core/i18n/useTranslation.ts';

/** The end of a shift, marked if it is on the next day. */
export function ShiftEnd({ start, end }: { start: string; end: string }) {
  const { t } = useTranslation();
  return end < start ? t('classlist.nextDay', { time: end }) : end;
}
