import { useTranslation } from '#core/i18n/useTranslation.ts';
import './errors.css';

/** Shown instead of the whole page after a crash; only a reload can help. */
export function PageCrash() {
  const { t } = useTranslation();
  return (
    <main className="dead-end">
      <h1>{t('crash.pageTitle')}</h1>
      <p>{t('crash.pageText')}</p>
      <div className="dead-end-ways">
        <button type="button" className="solid-button" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </button>
      </div>
    </main>
  );
}
