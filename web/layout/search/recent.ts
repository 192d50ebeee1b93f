import { useState } from 'react';
import { useSession } from '../../core/session/session.ts';
import type { SearchOption } from './options.ts';

/** So many are remembered. */
const most = 12;

/** What a person opened by the search, latest first; kept in this browser under the account's name. */
export function useRecent() {
  const place = `search.${useSession((session) => session.self?.account_name ?? session.name)}`;
  const [recent] = useState(() => recentFrom(read(place)));
  const remember = (option: SearchOption) => write(place, JSON.stringify(withLatest(recent, option)));
  return { recent, remember };
}

export const withLatest = (recent: readonly SearchOption[], option: SearchOption): readonly SearchOption[] =>
  [option, ...recent.filter(({ id }) => id !== option.id)].slice(0, most);

/** What was kept, as far as it is of the right kind. */
export function recentFrom(kept: string | null): readonly SearchOption[] {
  try {
    const values: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(values) ? values.filter(isOption).slice(0, most) : [];
  } catch {
    return [];
  }
}

const isOption = (value: unknown): value is SearchOption =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'title', 'detail', 'to'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string') &&
  // Within the console.
  /^\/(?!\/)/.test((value as SearchOption).to);

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
