import type { Location } from 'react-router';

/** A visited page. */
export interface Tab {
  readonly path: string;
  /** The latest location of the page, including its query. */
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
  /** Names of the screens that stay mounted while another one is shown. */
  readonly cached: readonly string[];
}

const without = (names: readonly string[], name: string | undefined) => names.filter((other) => other !== name);
const find = (tabs: Tabs, path: string) => tabs.visited.find((tab) => tab.path === path);

/** A visit to a page: adds its tab, or updates the tab's location. */
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

/** Removes the tabs whose screens the person can no longer open; returns the same object if there are none. */
export function remaining(tabs: Tabs, isThere: (path: string) => boolean): Tabs {
  const visited = tabs.visited.filter(({ path }) => isThere(path));
  if (visited.length === tabs.visited.length) return tabs;
  return { visited, cached: tabs.cached.filter((name) => visited.some((tab) => tab.name === name)) };
}

/** Closes all tabs but one and the pinned ones. */
export function othersClosed(tabs: Tabs, path: string): Tabs {
  const visited = tabs.visited.filter((tab) => tab.affix || tab.path === path);
  return { visited, cached: tabs.cached.filter((name) => visited.some((tab) => tab.name === name)) };
}

/** Closes all tabs but the pinned ones, whose screens are mounted anew. */
export const allClosed = (tabs: Tabs): Tabs => ({ visited: tabs.visited.filter((tab) => tab.affix), cached: [] });

/** Unmounts the screen of a tab, so that it is mounted anew. */
export const dropped = (tabs: Tabs, path: string): Tabs => ({
  ...tabs,
  cached: without(tabs.cached, find(tabs, path)?.name),
});

export const fullPathOf = ({ location }: Tab): string => location.pathname + location.search + location.hash;

/** Where to go after the active tab was closed: to the last remaining tab, or the root. */
export function nextAfterClosing(tabs: Tabs): string {
  const last = tabs.visited.at(-1);
  return last ? fullPathOf(last) : '/';
}
