import { useTranslation } from '#core/i18n/useTranslation.ts';

/** Returns a function that tells a duration: in seconds under two minutes, in minutes under two hours, else with hours. */
export function useDuration(): (seconds: number) => string {
  const { t } = useTranslation();
  return (seconds) => {
    const minutes = Math.floor(seconds / 60);
    if (minutes < 2) return t('stop.inSeconds', { count: Math.round(seconds) });
    if (minutes < 120) return t('stop.minutes', { count: minutes });
    return t('stop.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
}
