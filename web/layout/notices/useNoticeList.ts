import { noticeList, noticesRead } from '@suyuan/contract/access/notice.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { standingKey } from '#ui/notices/useStanding.ts';

/** The notices of the person, newest first; fetched again when there is a newer one. */
export function useNoticeList(queries: QueryClient, newest: number) {
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
      queries.invalidateQueries({ queryKey: standingKey }),
    ]);
  };
  return { notices, list, read };
}
