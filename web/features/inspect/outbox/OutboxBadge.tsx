import { CloudUploadOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { isInspection } from './outbox.ts';
import { useOutbox } from './useOutbox.ts';

/** The interval of retries in milliseconds. */
const tryAgainAfter = 15_000;

/**
 * Sends the entries of the outbox, and shows their number with a link to them; renders nothing if there are none. It is mounted
 * once per session, on every screen, so that sending goes on wherever the person is.
 */
export default function OutboxBadge() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { waiting, flush } = useOutbox();
  const count = waiting.filter(({ refused }) => refused === undefined).length;
  useEffect(() => {
    if (count === 0) return undefined;
    const again = () => void flush();
    again();
    const timer = setInterval(again, tryAgainAfter);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [count, flush]);
  const [first] = waiting;
  if (!first) return null;
  const label = t('outbox.badge', { count: waiting.length });
  return (
    <button
      type="button"
      className="navbar-button"
      aria-label={label}
      title={label}
      onClick={() => void navigate(isInspection(first) ? '/inspectrecord' : '/forensics')}
    >
      <Badge
        count={waiting.length}
        size="small"
        overflowCount={99}
        status={count < waiting.length ? 'error' : 'warning'}
      >
        <CloudUploadOutlined className="navbar-icon" />
      </Badge>
    </button>
  );
}
