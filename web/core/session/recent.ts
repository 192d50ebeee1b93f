import { useCallback, useEffect, useState } from 'react';
import { useSession } from './session.ts';
import { useAddresses } from './useAddresses.ts';

/** Something that was opened recently. */
export interface Opened {
  /** Identifies it. */
  readonly id: string;
  readonly title: string;
  /** Shown beside the title: a path or a number. */
  readonly detail: string;
  readonly to: string;
  readonly external?: boolean;
}

/** The id of a row, by the menu key of its list. */
export const recordId = (list: string, id: number | string): string => `record:${list}:${id}`;

/** The most entries kept. */
const most = 12;

/** What the person has opened by the search or in lists, latest first; stored in this browser under the account's name. */
export function useRecent() {
  const place = usePlace();
  const [recent] = useState(() => recentFrom(read(place)));
  return { recent, remember: useRemember() };
}

const usePlace = () => `lastOpened.${useSession((session) => session.self?.account_name ?? session.name)}`;

function useRemember(): (record: Opened) => void {
  const place = usePlace();
  return useCallback((record) => write(place, JSON.stringify(withLatest(recentFrom(read(place)), record))), [place]);
}

/** A record that is being viewed: the row of a list, and the location where it is shown. */
interface LookedAt {
  readonly list: string;
  readonly id: number | string;
  readonly title: string;
  readonly code: string | undefined;
  readonly screen: string;
  readonly query: string;
}

/** Adds the viewed record to the recent entries that the search offers. */
export function useRemembered({ list, id, title, code = '', screen, query }: LookedAt, isKept = true): void {
  const remember = useRemember();
  const to = useAddresses()(screen, query);
  useEffect(() => {
    if (to && isKept) remember({ id: recordId(list, id), title, detail: code === title ? '' : code, to });
  }, [remember, isKept, list, id, title, code, to]);
}

export const withLatest = (recent: readonly Opened[], record: Opened): readonly Opened[] =>
  [record, ...recent.filter(({ id }) => id !== record.id)].slice(0, most);

/** The stored entries, without malformed ones. */
export function recentFrom(json: string | null): readonly Opened[] {
  try {
    const values: unknown = JSON.parse(json ?? '[]');
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

/** What is stored in this browser at a place; null if there is nothing, or the browser refuses. */
export function read(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** If the browser refuses storage, nothing is remembered. */
export function write(place: string, text: string): void {
  try {
    localStorage.setItem(place, text);
  } catch {}
}
