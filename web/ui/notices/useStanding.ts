import { type NoticesStanding, noticesStanding } from '@suyuan/contract/access/notice.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#core/api/call.ts';

/** The polling interval while the page is visible (docs/decisions/notices.md). */
const everyMs = 20_000;
/** The first request waits, so that those of the page come first. */
const firstAfterMs = 1_000;

export const standingKey = [noticesStanding.path] as const;

const standing = queryOptions({
  queryKey: standingKey,
  queryFn: ({ signal }) => call(noticesStanding, {}, { signal, background: true }),
});

/** The number of unread notices and the waiting work, from the cache; it makes no request. */
export const useStanding = (): NoticesStanding | undefined => useQuery({ ...standing, enabled: false }).data;

/** The same, with polling. Only one component of the frame uses it; the others read the cache. */
export function useAskedStanding(): NoticesStanding | undefined {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), firstAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return useQuery({ ...standing, enabled: isDue, refetchInterval: everyMs, refetchOnWindowFocus: true }).data;
}
