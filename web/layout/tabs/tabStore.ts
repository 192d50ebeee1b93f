import type { Location } from 'react-router';
import { create } from 'zustand';
import type { RouteRecord } from '../../core/navigation/routeRecord.ts';
import { type Session, useSession } from '../../core/session/session.ts';
import { forgetTabs, keepTabs, keptTabs } from './keptTabs.ts';
import { opened, type Tab, type Tabs } from './tabs.ts';

const none: Tabs = { visited: [], cached: [] };

export const useTabs = create<Tabs>()(() => none);

/**
 * Tabs are one person's: who signs in next, or changes the role, begins without any. They are there again after the page
 * was loaded anew, their screens built as they are come to.
 */
useSession.subscribe((now, before) => {
  if (now.token !== before.token) useTabs.setState(none);
  if (before.token !== undefined && now.token !== before.token) forgetTabs();
  if (now.self && !before.self) openKept(now);
});
useTabs.subscribe(({ visited }) => {
  const account = accountOf(useSession.getState());
  if (account) keepTabs(account, visited);
});
// Who is signed in may be known before this is loaded.
openKept(useSession.getState());

function openKept(session: Session): void {
  const account = accountOf(session);
  if (account && useTabs.getState().visited.length === 0) {
    useTabs.setState({ visited: keptTabs(account), cached: [] });
  }
}

function accountOf({ self }: Session): string | undefined {
  return self && `${self.account_type} ${self.account_name}`;
}

export const tabOf = (route: RouteRecord, location: Location): Tab => ({
  path: route.path,
  location,
  name: route.name,
  title: route.meta.title ?? 'no-name',
  affix: route.meta.affix ?? false,
  noCache: route.meta.noCache ?? false,
});

const screensOf = (routes: readonly RouteRecord[]): RouteRecord[] =>
  routes.flatMap((route) => (route.children ? screensOf(route.children) : [route]));

/** A place that nobody has been to yet. */
const placeOf = (path: string): Location => ({ pathname: path, search: '', hash: '', state: null, key: path });

/** The tabs with every pinned one among them. */
export function withPinned(tabs: Tabs, routes: readonly RouteRecord[]): Tabs {
  const missing = screensOf(routes).filter(
    (route) => route.meta.affix && !tabs.visited.some((tab) => tab.path === route.path),
  );
  if (missing.length === 0) return tabs;
  return { ...tabs, visited: [...missing.map((route) => tabOf(route, placeOf(route.path))), ...tabs.visited] };
}

/** Notes that a page was come to. */
export function openTab(tab: Tab, routes: readonly RouteRecord[]): void {
  useTabs.setState((tabs) => opened(withPinned(tabs, routes), tab));
}
