import type { Found } from '../../../contract/thing/found.ts';
import { type Opened, recordId } from '../../core/session/recent.ts';
import type { Action } from './actions.ts';
import { type SearchEntry, type SoundsOf, searchIndex } from './searchIndex.ts';

/** Something the search offers. */
export type SearchOption = Opened;

export interface SearchGroup {
  readonly key: string;
  /** The menu key of a list, or the name of a kind. */
  readonly kind: 'recent' | 'screens' | 'alike' | 'actions' | 'codes' | { readonly list: string };
  readonly options: readonly SearchOption[];
}

/** What there is to be found. */
export interface Findable {
  readonly screens: readonly SearchEntry[];
  readonly actions: readonly Action[];
  readonly records: readonly SearchOption[];
  /** Latest first. */
  readonly recent: readonly SearchOption[];
  /** What the words lead to if they are a code. */
  readonly code: SearchOption | undefined;
}

const most = { screens: 8, actions: 4, recent: 6 } as const;

export const screenOption = ({ path, title, external }: SearchEntry): SearchOption => ({
  id: `screen:${path}`,
  title: title.join(' › '),
  detail: path,
  to: path,
  ...(external ? { external } : {}),
});

export const actionOption = ({ name, title, path }: Action): SearchOption => ({
  id: `action:${name}`,
  title: title[0],
  detail: '',
  to: path,
});

export const recordOption = ({ list, id, title, code }: Found, to: string): SearchOption => ({
  id: recordId(list, id),
  title,
  detail: code ?? '',
  to,
});
export const listOf = (id: string): string => id.split(':')[1] ?? '';

/** Without words all screens, those used last before the others. */
export function withoutWords({ screens, recent }: Findable): SearchGroup[] {
  return groups([
    { key: 'recent', kind: 'recent', options: recent.slice(0, most.recent) },
    { key: 'screens', kind: 'screens', options: screens.map(screenOption) },
  ]);
}

/**
 * What words find. First what was used last, then screens and actions that hold the words, records, and screens that are
 * only written or sound alike; records before all where the words are the very number or code of one.
 */
export function withWords(words: string, { screens, actions, records, recent, code }: Findable, soundsOf: SoundsOf) {
  const asked = words.toLowerCase();
  const byFuse = <Entry extends SearchEntry | Action>(entries: readonly Entry[], limit: number) =>
    searchIndex(entries, soundsOf)
      .search(words, { limit })
      .map(({ item }) => item);
  const holds = ({ title, path }: SearchEntry | Action) =>
    [...title, ...title.flatMap(soundsOf), path].some((spelling) => spelling.toLowerCase().includes(asked));
  const near = byFuse(screens, most.screens);
  const found: SearchGroup[] = [
    {
      key: 'recent',
      kind: 'recent',
      options: recent.filter(({ title, detail }) => `${title} ${detail}`.toLowerCase().includes(asked)).slice(0, 3),
    },
    { key: 'screens', kind: 'screens', options: near.filter(holds).map(screenOption) },
    { key: 'actions', kind: 'actions', options: byFuse(actions, most.actions).filter(holds).map(actionOption) },
  ];
  const lists: SearchGroup[] = [...Map.groupBy(records, ({ id }) => listOf(id))].map(([list, options]) => ({
    key: list,
    kind: { list },
    options,
  }));
  const [best] = records;
  const isKnown = best !== undefined && [best.title, best.detail].some((name) => name.toLowerCase() === asked);
  const all = isKnown ? [...lists, ...found] : [...found, ...lists];
  return groups([
    ...all,
    { key: 'codes', kind: 'codes', options: code ? [code] : [] },
    { key: 'alike', kind: 'alike', options: near.map(screenOption) },
  ]);
}

/** Nothing is offered twice, and no group is empty. */
function groups(all: readonly SearchGroup[]): SearchGroup[] {
  const offered = new Set<string>();
  return all
    .map((group) => ({
      ...group,
      options: group.options.filter(({ id }) => !offered.has(id) && offered.add(id)),
    }))
    .filter(({ options }) => options.length > 0);
}

/** What may be a code: no blanks, a digit, long enough. */
export const mayBeCode = (words: string): boolean => /^[!-~]{6,}$/.test(words) && /\d/.test(words);
