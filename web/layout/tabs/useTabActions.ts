import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { mayLose } from '#core/unsaved/unsaved.ts';
import { useTabs, withPinned } from './tabStore.ts';
import { allClosed, closed, dropped, fullPathOf, nextAfterClosing, othersClosed, type Tab, type Tabs } from './tabs.ts';

export interface TabActions {
  readonly refresh: (tab: Tab) => Promise<void>;
  readonly close: (tab: Tab) => Promise<void>;
  readonly closeOthers: (tab: Tab) => Promise<void>;
  readonly closeAll: () => Promise<void>;
}

/** Actions on tabs. They ask before unsaved changes are lost. `activePath` is the path of the page shown. */
export function useTabActions(activePath: string | undefined, routes: readonly RouteRecord[]): TabActions {
  const navigate = useNavigate();
  const queries = useQueryClient();

  /** Navigates away if the active tab was closed. */
  const leaveFor = (tabs: Tabs, place: string) => {
    if (!tabs.visited.some((tab) => tab.path === activePath)) void navigate(place);
  };
  const change = (how: (tabs: Tabs) => Tabs): Tabs => {
    const tabs = how(withPinned(useTabs.getState(), routes));
    useTabs.setState(tabs);
    return tabs;
  };

  return {
    async refresh(tab) {
      if (!(await mayLose([tab.path]))) return;
      change((tabs) => dropped(tabs, tab.path));
      queries.removeQueries();
      void navigate(`/redirect${fullPathOf(tab)}`, { replace: tab.path === activePath });
    },
    async close(tab) {
      if (!(await mayLose([tab.path]))) return;
      const tabs = change((before) => closed(before, tab.path));
      leaveFor(tabs, nextAfterClosing(tabs));
    },
    async closeOthers(tab) {
      if (!(await mayLose(pathsBut(tab.path)))) return;
      leaveFor(
        change((before) => othersClosed(before, tab.path)),
        fullPathOf(tab),
      );
    },
    async closeAll() {
      if (!(await mayLose(pathsBut()))) return;
      const tabs = change(allClosed);
      leaveFor(tabs, nextAfterClosing(tabs));
    },
  };
}

/** The paths of the open tabs except one. */
const pathsBut = (exception?: string): string[] =>
  useTabs
    .getState()
    .visited.map(({ path }) => path)
    .filter((path) => path !== exception);
