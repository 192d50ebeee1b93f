import { useCallback, useMemo } from 'react';
import { useSession } from '../session/session.ts';

/** Writes moments as `2026-01-31 08:00:00` in the enterprise's zone. */
export function useMoment(): (at: string) => string {
  const timeZone = useSession((session) => session.self?.time_zone);
  const format = useMemo(
    () =>
      // Swedish writes dates as ISO 8601 does.
      new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', ...(timeZone ? { timeZone } : {}) }),
    [timeZone],
  );
  return useCallback((at) => format.format(new Date(at)), [format]);
}
