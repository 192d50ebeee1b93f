import type { Location } from 'react-router';
import { create } from 'zustand';
import { takeFinished } from '#core/navigation/finishedScreens.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { type Session, useSession } from '#core/session/session.ts';
import { forgetTabs, keepTabs, keptTabs } from './keptTabs.ts';
import { closed, opened, type Tab, type Tabs } from './tabs.ts';

const none: Tabs = { visited: [], cached: [] };

export const useTabs = create<Tabs>()(() => none);

/**
 * Tabs belong to one person: signing in as somebody else, or changing the viewed role, starts without tabs. After a reload they
 * are restored, and their screens are mounted when they are opened.
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
// The session may have been loaded before this module.
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

/** A location for a page that was not visited yet. */
const placeOf = (path: string): Location => ({ pathname: path, search: '', hash: '', state: null, key: path });

/** Adds the pinned tabs that are missing. */
export function withPinned(tabs: Tabs, routes: readonly RouteRecord[]): Tabs {
  const newRoutes = screensOf(routes).filter(
    (route) => route.meta.affix && !tabs.visited.some((tab) => tab.path === route.path),
  );
  if (newRoutes.length === 0) return tabs;
  return { ...tabs, visited: [...newRoutes.map((route) => tabOf(route, placeOf(route.path))), ...tabs.visited] };
}

/** Records a visit to a page, and closes those that were finished before. */
export function openTab(tab: Tab, routes: readonly RouteRecord[]): void {
  const paths = takeFinished().filter((path) => path !== tab.path);
  useTabs.setState((tabs) => paths.reduce(closed, opened(withPinned(tabs, routes), tab)));
}
