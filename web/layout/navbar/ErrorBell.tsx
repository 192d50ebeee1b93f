import { BugOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import { Suspense, useState } from 'react';
import { useErrorLog } from '#core/errorLog.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useFrame } from '../frame.ts';

const ErrorLogDialog = later(() => import('./ErrorLogDialog.tsx'));

/** The number of logged errors; opens their list. On a phone, it is only there when there are any. */
export function ErrorBell() {
  const { t } = useTranslation();
  const count = useErrorLog((log) => log.errors.length);
  const narrow = useFrame((frame) => frame.device === 'mobile');
  const [open, setOpen] = useState(false);
  // On a phone, the title of the page needs the room of a button that has nothing to show.
  if (narrow && count === 0 && !open) return null;
  return (
    <>
      <button
        type="button"
        className="navbar-button"
        aria-label={t('errorLog.open', { count })}
        title={t('errorLog.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Badge count={count} size="small" overflowCount={99}>
          <BugOutlined className="navbar-icon" />
        </Badge>
      </button>
      {open && (
        <Suspense>
          <ErrorLogDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
