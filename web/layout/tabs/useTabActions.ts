import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { RouteRecord } from '../../navigation/routeRecord.ts';
import { useTabs, withPinned } from './tabStore.ts';
import { allClosed, closed, dropped, fullPathOf, nextAfterClosing, othersClosed, type Tab, type Tabs } from './tabs.ts';

export interface TabActions {
  readonly refresh: (tab: Tab) => void;
  readonly close: (tab: Tab) => void;
  readonly closeOthers: (tab: Tab) => void;
  readonly closeAll: () => void;
}

/** What can be done with tabs. `activePath` is the path of the page shown. */
export function useTabActions(activePath: string | undefined, routes: readonly RouteRecord[]): TabActions {
  const navigate = useNavigate();
  const queries = useQueryClient();

  /** Shows another page if the one shown lost its tab. */
  const leaveFor = (tabs: Tabs, place: string) => {
    if (!tabs.visited.some((tab) => tab.path === activePath)) void navigate(place);
  };
  const change = (how: (tabs: Tabs) => Tabs): Tabs => {
    const tabs = how(withPinned(useTabs.getState(), routes));
    useTabs.setState(tabs);
    return tabs;
  };

  return {
    refresh(tab) {
      change((tabs) => dropped(tabs, tab.path));
      queries.removeQueries();
      void navigate(`/redirect${fullPathOf(tab)}`, { replace: tab.path === activePath });
    },
    close(tab) {
      const tabs = change((before) => closed(before, tab.path));
      leaveFor(tabs, nextAfterClosing(tabs));
    },
    closeOthers(tab) {
      leaveFor(
        change((before) => othersClosed(before, tab.path)),
        fullPathOf(tab),
      );
    },
    closeAll() {
      const tabs = change(allClosed);
      leaveFor(tabs, nextAfterClosing(tabs));
    },
  };
}
