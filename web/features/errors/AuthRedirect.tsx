import { useEffect } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import './errors.css';

/** Passes the query of a third-party sign-in to the window that opened this one, and closes this one. */
export default function AuthRedirect() {
  const { t } = useTranslation();
  useEffect(() => {
    const query = window.location.search.slice(1);
    // Sent to the same origin only and stored nowhere, because the query is as good as a credential.
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
