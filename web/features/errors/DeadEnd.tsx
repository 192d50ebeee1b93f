import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { LedBy } from '#core/api/navigation.ts';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RequestId } from '#core/notices/RequestId.tsx';
import { useSession } from '#core/session/session.ts';
import './errors.css';

interface DeadEndProps {
  readonly status: '401' | '404';
  /** Shown inside the console, instead of a screen. */
  readonly framed?: boolean;
  /** Replaces the usual title and text. */
  readonly message?: { readonly title: string; readonly text: string } | undefined;
}

/** An error page with ways back. */
export default function DeadEnd({ status, framed = false, message }: DeadEndProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const Place = framed ? 'section' : 'main';
  return (
    <Place className={framed ? 'dead-end dead-end-framed' : 'dead-end'}>
      <p className="dead-end-status" aria-hidden="true">
        {status}
      </p>
      <h1>{message?.title ?? t(`error.${status}`)}</h1>
      <p>{message?.text ?? t(`error.${status}Text`)}</p>
      {status === '401' && <RefusedRequestId />}
      <div className="dead-end-ways">
        <Link className="solid-button" to="/" replace>
          {t('error.home')}
        </Link>
        {/* This page replaced the one that led here in the history, so going back one step leads to the page before. */}
        {cameFromHere() && (
          <button type="button" className="plain-button" onClick={() => void navigate(-1)}>
            {t('error.back')}
          </button>
        )}
      </div>
    </Place>
  );
}

/** The request whose refusal led here, to be quoted to whoever grants permissions. */
function RefusedRequestId() {
  const { requestId } = (useLocation().state ?? {}) as LedBy;
  return <RequestId id={requestId} />;
}

/** Whether there is an earlier page of the console in the history; React Router counts them in `idx`. */
const cameFromHere = (): boolean => (window.history.state as { idx?: number } | null)?.idx !== 0;

/**
 * An error page inside the console. For a menu that is switched off for everybody it says so, because more permissions would
 * not help.
 */
export function FramedDeadEnd({ status }: { readonly status: '401' | '404' }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const off = useSession((session) => session.arrangement.off);
  const menu = query.get('menu');
  const isOff = status === '401' && menu !== null && off.includes(menu);
  const message = isOff ? { title: t('error.off', { menu: menuText(t, menu) }), text: t('error.offText') } : undefined;
  return <DeadEnd status={status} framed message={message} />;
}
