import { useTranslation } from '#core/i18n/useTranslation.ts';

/** Shown while the first page loads. CSS delays it, so that a fast start does not flicker. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <div className="splash" role="status">
      <span className="splash-mark" aria-hidden="true" />
      <span className="visually-hidden">{t('app.loading')}</span>
    </div>
  );
}
