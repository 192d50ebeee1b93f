import { useCallback } from 'react';
import { useSession } from '#core/session/session.ts';

/** A time in the enterprise's time zone, to the second; renders nothing if there is none. */
export function Moment({ at }: { at: string | null | undefined }) {
  const format = useMoment();
  return at ? <time dateTime={at}>{format(at)}</time> : null;
}

/**
 * Formatters are cached, because creating one costs about a hundred times as much as using it, and tables use it in every row.
 */
const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function formatterOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const formatter = formatters.get(timeZone);
  if (formatter) return formatter;
  const options = { dateStyle: 'short', timeStyle: 'medium', ...(timeZone ? { timeZone } : {}) } as const;
  // Dates in the Swedish locale have the form of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', options);
  formatters.set(timeZone, format);
  return format;
}

/** Returns a function that formats times as `2026-01-31 08:00:00` in the enterprise's time zone. */
export function useMoment(): (at: string) => string {
  const timeZone = useSession((session) => session.self?.time_zone);
  return useCallback((at) => formatterOf(timeZone).format(new Date(at)), [timeZone]);
}
