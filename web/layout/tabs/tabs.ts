import type { Location } from 'react-router';

/** A visited page. */
export interface Tab {
  readonly path: string;
  /** Where it stood last, its query included. */
  readonly location: Location;
  readonly name: string;
  /** Translation key of its title. */
  readonly title: string;
  /** Pinned: never closed. */
  readonly affix: boolean;
  readonly noCache: boolean;
}

export interface Tabs {
  readonly visited: readonly Tab[];
  /** Names of the screens that are kept while another one is shown. */
  readonly cached: readonly string[];
}

const without = (cached: readonly string[], name: string | undefined) => cached.filter((other) => other !== name);
const find = (tabs: Tabs, path: string) => tabs.visited.find((tab) => tab.path === path);

/** A page was come to: its tab is added once, and stands where the page does now. */
export function opened(tabs: Tabs, tab: Tab): Tabs {
  const visited = find(tabs, tab.path)
    ? tabs.visited.map((other) => (other.path === tab.path ? tab : other))
    : [...tabs.visited, tab];
  const cached = tab.noCache || tabs.cached.includes(tab.name) ? tabs.cached : [...tabs.cached, tab.name];
  return { visited, cached };
}

export function closed(tabs: Tabs, path: string): Tabs {
  const tab = find(tabs, path);
  if (!tab || tab.affix) return tabs;
  return { visited: tabs.visited.filter((other) => other !== tab), cached: without(tabs.cached, tab.name) };
}

/** The tabs of screens that are still there for the person; the same when all are. */
export function remaining(tabs: Tabs, isThere: (path: string) => boolean): Tabs {
  const visited = tabs.visited.filter(({ path }) => isThere(path));
  if (visited.length === tabs.visited.length) return tabs;
  return { visited, cached: tabs.cached.filter((name) => visited.some((tab) => tab.name === name)) };
}

/** All but one closed; pinned ones stay. */
export function othersClosed(tabs: Tabs, path: string): Tabs {
  const visited = tabs.visited.filter((tab) => tab.affix || tab.path === path);
  return { visited, cached: tabs.cached.filter((name) => visited.some((tab) => tab.name === name)) };
}

/** All closed; pinned ones stay, but anew. */
export const allClosed = (tabs: Tabs): Tabs => ({ visited: tabs.visited.filter((tab) => tab.affix), cached: [] });

/** The screen of a tab is dropped, to be built anew. */
export const dropped = (tabs: Tabs, path: string): Tabs => ({
  ...tabs,
  cached: without(tabs.cached, find(tabs, path)?.name),
});

export const fullPathOf = ({ location }: Tab): string => location.pathname + location.search + location.hash;

/** Where closing the active tab leads: to the last tab that remains, or the root. */
export function nextAfterClosing(tabs: Tabs): string {
  const last = tabs.visited.at(-1);
  return last ? fullPathOf(last) : '/';
}
