import { useCallback, useEffect, useState } from 'react';
import { useSession } from './session.ts';
import { useAddresses } from './useAddresses.ts';

/** Something that was opened, and may be again. */
export interface Opened {
  /** Tells it apart, and is what it is remembered by. */
  readonly id: string;
  readonly title: string;
  /** Beside the title: a path, a number. */
  readonly detail: string;
  readonly to: string;
  readonly external?: boolean;
}

/** A row of a list, by the list's menu key. */
export const recordId = (list: string, id: number | string): string => `record:${list}:${id}`;

/** So many are remembered. */
const most = 12;

/** What a person opened, by the search or in a list, latest first; kept in this browser under the account's name. */
export function useRecent() {
  const place = usePlace();
  const [recent] = useState(() => recentFrom(read(place)));
  return { recent, remember: useRemember() };
}

const usePlace = () => `lastOpened.${useSession((session) => session.self?.account_name ?? session.name)}`;

function useRemember(): (opened: Opened) => void {
  const place = usePlace();
  return useCallback((opened) => write(place, JSON.stringify(withLatest(recentFrom(read(place)), opened))), [place]);
}

/** A record that somebody looks at: the row of a list, and where it is shown. */
interface LookedAt {
  readonly list: string;
  readonly id: number | string;
  readonly title: string;
  readonly code: string | undefined;
  readonly screen: string;
  readonly query: string;
}

/** The search offers a record among what was used last, however somebody came to look at it. */
export function useRemembered({ list, id, title, code = '', screen, query }: LookedAt, isKept = true): void {
  const remember = useRemember();
  const to = useAddresses()(screen, query);
  useEffect(() => {
    if (to && isKept) remember({ id: recordId(list, id), title, detail: code === title ? '' : code, to });
  }, [remember, isKept, list, id, title, code, to]);
}

export const withLatest = (recent: readonly Opened[], opened: Opened): readonly Opened[] =>
  [opened, ...recent.filter(({ id }) => id !== opened.id)].slice(0, most);

/** What was kept, as far as it is of the right kind. */
export function recentFrom(kept: string | null): readonly Opened[] {
  try {
    const values: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(values) ? values.filter(isOption).slice(0, most) : [];
  } catch {
    return [];
  }
}

const isOption = (value: unknown): value is Opened =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'title', 'detail', 'to'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string') &&
  // Within the console.
  /^\/(?!\/)/.test((value as Opened).to);

function read(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** A browser that keeps nothing remembers nothing. */
function write(place: string, text: string): void {
  try {
    localStorage.setItem(place, text);
  } catch {}
}
