import { useTranslation } from '#core/i18n/useTranslation.ts';

/** A placeholder for a screen that is loading. */
export function ScreenSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="screen-skeleton" role="status">
      <span className="visually-hidden">{t('app.loading')}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
