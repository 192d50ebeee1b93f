import { useEffect } from 'react';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import './errors.css';

/** Hands the query of a third-party sign-in back to the page that opened this window, and closes it. */
export default function AuthRedirect() {
  const { t } = useTranslation();
  useEffect(() => {
    const query = window.location.search.slice(1);
    // Same origin only, and stored nowhere: the answer is worth a sign-in.
    (window.opener as Window | null)?.postMessage({ type: 'auth-redirect', query }, window.location.origin);
    window.close();
  }, []);
  return (
    <main className="dead-end">
      <h1>{t('route.authRedirect')}</h1>
      <p>{t('authRedirect.text')}</p>
    </main>
  );
}
