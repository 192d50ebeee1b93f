import type { NoticesStanding } from '@suyuan/contract/access/notice.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { WaitingList } from '#ui/notices/WaitingList.tsx';
import { NoticeItem } from './NoticeItem.tsx';
import { useNoticeList } from './useNoticeList.ts';

/** The notification centre: waiting work and notices. */
export default function NoticeDrawer({
  standing,
  onClose,
}: {
  standing: NoticesStanding | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { notices, list, read } = useNoticeList(queries, standing?.newest ?? 0);
  const waiting = standing?.waiting ?? [];
  const unread = notices.some(({ read_at }) => read_at === null);
  return (
    <Drawer open title={t('notices.title')} size={420} styles={{ body: { padding: 12 } }} onClose={onClose}>
      {waiting.length > 0 && (
        <section aria-label={t('waiting.title')}>
          <h3 className="notice-heading">{t('waiting.title')}</h3>
          <WaitingList waiting={waiting} onOpen={onClose} />
        </section>
      )}
      <section aria-label={t('notices.happened')}>
        <h3 className="notice-heading">
          {t('notices.happened')}
          {unread && (
            <Button type="link" size="small" onClick={() => void read({ up_to: notices[0]?.id ?? 0 })}>
              {t('notices.readAll')}
            </Button>
          )}
        </h3>
        {list.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
        {notices.length === 0 && <PartFailure of={list} title={t('notices.failed')} />}
        {list.isSuccess && notices.length === 0 && <p className="notice-none">{t('notices.none')}</p>}
        <ul className="notice-list">
          {notices.map((notice) => (
            <NoticeItem
              key={notice.id}
              notice={notice}
              onRead={() => notice.read_at === null && void read({ ids: [notice.id] })}
              onOpen={onClose}
            />
          ))}
        </ul>
        {list.hasNextPage && (
          <p className="notice-more">
            <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('notices.more')}
            </Button>
          </p>
        )}
      </section>
    </Drawer>
  );
}
