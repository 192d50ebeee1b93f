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
        {/* The page that led here gave its place to this one; what is before it is the one to go back to. */}
        {cameFromHere() && (
          <button type="button" className="plain-button" onClick={() => void navigate(-1)}>
            {t('error.back')}
          </button>
        )}
      </div>
    </main>
  );
}

/** Whether a page of the console is before this one in the history: the router counts them there. */
const cameFromHere = (): boolean => (window.history.state as { idx?: number } | null)?.idx !== 0;
