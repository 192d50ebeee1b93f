import { useCallback } from 'react';
import { useSession } from '../../core/session/session.ts';

/** Making a formatter costs a hundred times what using it does, and a table uses one in every row. */
const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function formatterOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const options = { dateStyle: 'short', timeStyle: 'medium', ...(timeZone ? { timeZone } : {}) } as const;
  // Swedish writes dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat('sv-SE', options);
  formatters.set(timeZone, made);
  return made;
}

/** Writes moments as `2026-01-31 08:00:00` in the enterprise's zone. */
export function useMoment(): (at: string) => string {
  const timeZone = useSession((session) => session.self?.time_zone);
  return useCallback((at) => formatterOf(timeZone).format(new Date(at)), [timeZone]);
}
