import { useTranslation } from 'react-i18next';

/** Stands for a screen that is on its way. */
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
