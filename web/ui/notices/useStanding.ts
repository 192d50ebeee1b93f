import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NoticesStanding, noticesStanding } from '../../../contract/access/notice.ts';
import { call } from '../../core/api/call.ts';

/** So often it is asked while the console is looked at (docs/decisions/notices.md). */
const everyMs = 20_000;
/** What the page is opened for comes first. */
const firstAfterMs = 1_000;

export const standingKey = [noticesStanding.path] as const;

const standing = queryOptions({
  queryKey: standingKey,
  queryFn: ({ signal }) => call(noticesStanding, {}, { signal, background: true }),
});

/** How many notices are unread, and what waits, as it was told last. */
export const useStanding = (): NoticesStanding | undefined => useQuery({ ...standing, enabled: false }).data;

/** The same, asked again and again: by one part of the frame, for all that want to know. */
export function useAskedStanding(): NoticesStanding | undefined {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), firstAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return useQuery({ ...standing, enabled: isDue, refetchInterval: everyMs, refetchOnWindowFocus: true }).data;
}
