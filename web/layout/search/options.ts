import { menuNodes } from '@suyuan/contract/menu.ts';
import type { Found } from '@suyuan/contract/thing/found.ts';
import type { Can } from '#core/session/allowed.tsx';
import { type Opened, recordId } from '#core/session/recent.ts';
import type { AddressOf } from '#core/session/useAddresses.ts';
import { addParameter } from '#ui/DataPage/state/useAddParameter.ts';
import { type SearchEntry, type SoundsOf, searchIndex } from './searchIndex.ts';

/** An option of the search. */
export type SearchOption = Opened;

export interface SearchGroup {
  readonly key: string;
  /** The menu key of a list, or the name of a group. */
  readonly kind: 'recent' | 'screens' | 'alike' | 'actions' | 'codes' | { readonly list: string };
  readonly options: readonly SearchOption[];
}

/** What is searched. */
export interface Findable {
  readonly screens: readonly SearchEntry[];
  readonly actions: readonly Action[];
  readonly records: readonly SearchOption[];
  /** Latest first. */
  readonly recent: readonly SearchOption[];
  /** The option for looking up the words as a code. */
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

/** Options without search words: recent ones, then all screens. */
export function withoutWords({ screens, recent }: Findable): SearchGroup[] {
  return groups([
    { key: 'recent', kind: 'recent', options: recent.slice(0, most.recent) },
    { key: 'screens', kind: 'screens', options: screens.map(screenOption) },
  ]);
}

/**
 * Options for search words: recent ones, then screens and actions containing the words, then records, then similar screens.
 * Records come first if the words are exactly the number or code of the best one.
 */
export function withWords(words: string, { screens, actions, records, recent, code }: Findable, soundsOf: SoundsOf) {
  const query = words.toLowerCase();
  const byFuse = <Entry extends SearchEntry | Action>(entries: readonly Entry[], limit: number) =>
    searchIndex(entries, soundsOf)
      .search(words, { limit })
      .map(({ item }) => item);
  const holds = ({ title, path }: SearchEntry | Action) =>
    [...title, ...title.flatMap(soundsOf), path].some((spelling) => spelling.toLowerCase().includes(query));
  const near = byFuse(screens, most.screens);
  const sections: SearchGroup[] = [
    {
      key: 'recent',
      kind: 'recent',
      options: recent.filter(({ title, detail }) => `${title} ${detail}`.toLowerCase().includes(query)).slice(0, 3),
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
  const isKnown = best !== undefined && [best.title, best.detail].some((name) => name.toLowerCase() === query);
  const all = isKnown ? [...lists, ...sections] : [...sections, ...lists];
  return groups([
    ...all,
    { key: 'codes', kind: 'codes', options: code ? [code] : [] },
    { key: 'alike', kind: 'alike', options: near.map(screenOption) },
  ]);
}

/** Removes duplicate options, and groups without options. */
function groups(all: readonly SearchGroup[]): SearchGroup[] {
  const ids = new Set<string>();
  return all
    .map((group) => ({
      ...group,
      options: group.options.filter(({ id }) => !ids.has(id) && ids.add(id)),
    }))
    .filter(({ options }) => options.length > 0);
}

/** Whether words can be a code: at least six characters, with a digit and no blanks. */
export const mayBeCode = (words: string): boolean => /^[!-~]{6,}$/.test(words) && /\d/.test(words);

/** An action offered by the search. */
interface Action {
  readonly name: string;
  readonly title: readonly [string];
  readonly path: string;
}

/** The actions "add a record", for the lists that the person may add to; `textOf` returns the title for a list's key. */
export function actionsOf(can: Can, addressOf: AddressOf, textOf: (key: string) => string | undefined): Action[] {
  return menuNodes().flatMap(({ node }) => {
    const title = node.buttons?.includes('add') ? textOf(node.key) : undefined;
    const path = addressOf(node.key, addParameter);
    if (title === undefined || path === undefined || !can(`${node.key}:add` as Parameters<Can>[0])) return [];
    return [{ name: node.key, title: [title], path }];
  });
}
