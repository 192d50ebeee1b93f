import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import './errors.css';

interface DeadEndProps {
  readonly status: '401' | '404';
  /** It stands in the console, in place of a screen. */
  readonly framed?: boolean;
  /** What is said in place of what is always said of it. */
  readonly says?: { readonly title: string; readonly text: string } | undefined;
}

/** A page that goes no further, with two ways back. */
export function DeadEnd({ status, framed = false, says }: DeadEndProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const Place = framed ? 'section' : 'main';
  return (
    <Place className={framed ? 'dead-end dead-end-framed' : 'dead-end'}>
      <p className="dead-end-status" aria-hidden="true">
        {status}
      </p>
      <h1>{says?.title ?? t(`error.${status}`)}</h1>
      <p>{says?.text ?? t(`error.${status}Text`)}</p>
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
    </Place>
  );
}

/** Whether a page of the console is before this one in the history: the router counts them there. */
const cameFromHere = (): boolean => (window.history.state as { idx?: number } | null)?.idx !== 0;
