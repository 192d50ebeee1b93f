import { useTranslation } from '../i18n/useTranslation.ts';
import { dismiss, hold, type Notice, release, useNotices } from './notices.ts';
import { RequestId } from './RequestId.tsx';
import './notices.css';

/** The notices (toasts) at the top of the page. Screen readers announce errors at once, others politely. */
export function NoticeList() {
  const notices = useNotices((state) => state.notices);
  return (
    <div className="notices">
      {notices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeItem({ notice: { id, kind, text, times, action, requestId } }: { notice: Notice }) {
  const { t } = useTranslation();
  const keep = () => hold(id);
  const letGo = () => release(id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role, and can only be kept while it is read
    <div
      className={`notice notice-${kind}`}
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
      onPointerEnter={keep}
      onPointerLeave={letGo}
      onFocus={keep}
      onBlur={letGo}
    >
      <span className="notice-mark" aria-hidden="true" />
      <span className="notice-text">
        {text}
        <RequestId id={requestId} />
      </span>
      {times > 1 && <span className="notice-times">{t('notice.times', { count: times })}</span>}
      {action && (
        <button
          type="button"
          className="notice-action"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.text}
        </button>
      )}
      <button type="button" className="notice-close" aria-label={t('notice.close')} onClick={() => dismiss(id)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 4l8 8M12 4l-8 8" />
        </svg>
      </button>
    </div>
  );
}
