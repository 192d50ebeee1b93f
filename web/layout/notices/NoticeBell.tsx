import { BellOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { usePolledNoticesSummary } from '#ui/notices/useNoticesSummary.ts';

const NoticeDrawer = later(() => import('./NoticeDrawer.tsx'));

/** The number of unread notices and waiting work; opens the notification centre. */
export function NoticeBell() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const summary = usePolledNoticesSummary();
  const waiting = summary?.waiting.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const count = (summary?.unread ?? 0) + waiting;
  return (
    <>
      <button
        type="button"
        className="navbar-button"
        aria-label={count > 0 ? t('notices.some', { count }) : t('notices.title')}
        title={t('notices.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Badge count={count} overflowCount={99} size="small" aria-hidden>
          <BellOutlined className="navbar-icon" />
        </Badge>
      </button>
      {open && (
        <Suspense>
          <NoticeDrawer summary={summary} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
