import type { Handheld } from '@suyuan/contract/organ/handheld.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** By how much the clock of a handheld is wrong; its times are corrected by it. */
export function ClockDifference({ clock_ahead }: Pick<Handheld, 'clock_ahead'>) {
  const { t } = useTranslation();
  const seconds = Math.round(Math.abs(clock_ahead) / 1000);
  if (seconds < 2) return <>{t('handhelds.clockRight')}</>;
  const minutes = Math.round(seconds / 60);
  const by = minutes > 0 ? t('handhelds.minutes', { count: minutes }) : t('handhelds.seconds', { count: seconds });
  return <>{t(clock_ahead > 0 ? 'handhelds.clockAhead' : 'handhelds.clockBehind', { by })}</>;
}
