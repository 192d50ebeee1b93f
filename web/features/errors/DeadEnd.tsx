import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import './errors.css';

/** A page that goes no further, with two ways back. */
export function DeadEnd({ status }: { status: '401' | '404' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <main className="dead-end">
      <p className="dead-end-status" aria-hidden="true">
        {status}
      </p>
      <h1>{t(`error.${status}`)}</h1>
      <p>{t(`error.${status}Text`)}</p>
      <div className="dead-end-ways">
        <Link className="solid-button" to="/" replace>
          {t('error.home')}
        </Link>
        {/* The page before this one is the one that led here; the one to go back to stands before it. */}
        <button type="button" className="plain-button" onClick={() => void navigate(-1)}>
          {t('error.back')}
        </button>
      </div>
    </main>
  );
}
