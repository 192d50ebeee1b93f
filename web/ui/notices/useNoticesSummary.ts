import { type NoticesSummary, noticesSummary } from '@suyuan/contract/access/notice.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#core/api/call.ts';

/** The polling interval while the page is visible (docs/decisions/notices.md). */
const everyMs = 20_000;
/** The first request waits, so that those of the page come first. */
const firstAfterMs = 1_000;

export const noticesSummaryKey = [noticesSummary.path] as const;

const summaryQuery = queryOptions({
  queryKey: noticesSummaryKey,
  queryFn: ({ signal }) => call(noticesSummary, {}, { signal, background: true }),
});

/** The number of unread notices and the waiting work, from the cache; it makes no request. */
export const useNoticesSummary = (): NoticesSummary | undefined => useQuery({ ...summaryQuery, enabled: false }).data;

/** The same, with polling. Only one component of the frame uses it; the others read the cache. */
export function usePolledNoticesSummary(): NoticesSummary | undefined {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), firstAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return useQuery({ ...summaryQuery, enabled: isDue, refetchInterval: everyMs, refetchOnWindowFocus: true }).data;
}
