import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NoticesStanding, noticesStanding } from '../../../contract/access/notice.ts';
import { call } from '../../core/api/call.ts';

/** So often it is asked while the console is looked at (docs/decisions/notices.md). */
const everyMs = 20_000;
/** What the page is opened for comes first. */
const firstAfterMs = 1_000;

export const standingKey = [noticesStanding.path] as const;

/** How many notices are unread, and what waits; asked again and again, by one call for all who want to know. */
export function useStanding(): NoticesStanding | undefined {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), firstAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: standingKey,
    queryFn: ({ signal }) => call(noticesStanding, {}, { signal, background: true }),
    enabled: isDue,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
  });
  return data;
}
