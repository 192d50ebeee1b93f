import { type NoticesSummary, noticeList, noticesRead } from '@suyuan/contract/access/notice.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { noticesSummaryKey } from '#ui/notices/useNoticesSummary.ts';
import { WaitingList } from '#ui/notices/WaitingList.tsx';
import { NoticeItem } from './NoticeItem.tsx';

/** The notification centre: waiting work and notices. */
export default function NoticeDrawer({
  summary,
  onClose,
}: {
  summary: NoticesSummary | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { notices, list, read } = useNoticeList(queries, summary?.newest ?? 0);
  const waiting = summary?.waiting ?? [];
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

/** The notices of the person, newest first; fetched again when there is a newer one. */
function useNoticeList(queries: QueryClient, newest: number) {
  const list = useInfiniteQuery({
    queryKey: [noticeList.path, newest],
    queryFn: ({ signal, pageParam }) =>
      call(noticeList, pageParam ? { before: pageParam } : {}, { signal, background: true }),
    initialPageParam: 0,
    getNextPageParam: ({ more, rows }) => (more ? rows.at(-1)?.id : undefined),
  });
  const notices = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const read = async (which: InputOf<typeof noticesRead>) => {
    // Errors are ignored, because the next answer shows whether it was stored.
    await call(noticesRead, which, { background: true }).catch(() => undefined);
    await Promise.all([
      queries.invalidateQueries({ queryKey: [noticeList.path] }),
      queries.invalidateQueries({ queryKey: noticesSummaryKey }),
    ]);
  };
  return { notices, list, read };
}
