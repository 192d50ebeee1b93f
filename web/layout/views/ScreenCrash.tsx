import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { rootScreen } from '../../navigation/resolve.ts';

export function ScreenCrash({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="screen-crash" role="alert">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.text')}</p>
      <div className="screen-crash-ways">
        <button type="button" className="solid-button" onClick={onAgain}>
          {t('crash.again')}
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
