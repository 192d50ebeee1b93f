import Fuse from 'fuse.js';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { type MenuEntry, menuTree } from '../sidebar/menuTree.ts';

/** A screen that can be found. */
export interface SearchEntry {
  readonly name: string;
  readonly path: string;
  /** Translated titles of the parent groups and of the screen. */
  readonly title: readonly string[];
  readonly external: boolean;
}

/** Every visible screen with its translated titles. */
export function searchEntries(routes: readonly RouteRecord[], textOf: (title: string) => string): SearchEntry[] {
  const below = (entries: readonly MenuEntry[], above: readonly string[]): SearchEntry[] =>
    entries.flatMap(({ name, path, title, external, children }) => {
      const titles = [...above, textOf(title)];
      return children ? below(children, titles) : [{ name, path, title: titles, external }];
    });
  // The sidebar omits groups with a single child, but people may search for their titles.
  return below(menuTree(alwaysShown(routes)), []);
}

const alwaysShown = (routes: readonly RouteRecord[]): RouteRecord[] =>
  routes.map((route) =>
    route.children
      ? { ...route, meta: { ...route.meta, alwaysShow: true }, children: alwaysShown(route.children) }
      : route,
  );

interface Titled {
  readonly path: string;
  readonly title: readonly string[];
}

/** Returns the phonetic spellings of a title. */
export type SoundsOf = (title: string) => readonly string[];

/** A fuzzy index of titles by their spelling and their phonetic spelling. */
export const searchIndex = <Entry extends Titled>(
  entries: readonly Entry[],
  soundsOf: SoundsOf = () => [],
): Fuse<Entry> =>
  new Fuse(entries, {
    shouldSort: true,
    threshold: 0.4,
    keys: [
      { name: 'title', weight: 0.7, getFn: ({ title }) => [...title, ...title.flatMap(soundsOf)] },
      { name: 'path', weight: 0.3 },
    ],
  });
