import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { rootScreen } from '#core/navigation/resolve.ts';
import './screenCrash.css';

/** Shown instead of a crashed screen, with three ways to go on. */
export function ScreenCrash({ missing, onAgain }: { missing: boolean; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="screen-crash" role="alert">
      <h1>{t('crash.title')}</h1>
      <p>{t(missing ? 'crash.pageText' : 'crash.text')}</p>
      <div className="screen-crash-ways">
        <button type="button" className="solid-button" onClick={onAgain}>
          {t('button.retry')}
        </button>
        <button type="button" className="plain-button" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </button>
        <Link className="plain-button" to={rootScreen}>
          {t('error.home')}
        </Link>
      </div>
    </div>
  );
}
