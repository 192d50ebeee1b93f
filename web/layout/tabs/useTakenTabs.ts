import i18next from 'i18next';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { translate } from '#core/i18n/i18n.ts';
import { routeText } from '#core/i18n/menuText.ts';
import { trailTo } from '#core/navigation/findRoute.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { notify } from '#core/notices/notices.ts';
import { useTabs, withPinned } from './tabStore.ts';
import { nextAfterClosing, remaining } from './tabs.ts';

/** Whether a path has a tab. If its screen does not exist, the screen was taken from the person meanwhile. */
export const useHasTab = (path: string): boolean => useTabs(({ visited }) => visited.some((tab) => tab.path === path));

/**
 * Closes the tabs of screens that were taken from the person. The active tab is closed last, after leaving it, because the tab
 * is how such a page is told from one that the person never had.
 */
export function useTakenTabs(routes: readonly RouteRecord[]): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const tabs = withPinned(useTabs.getState(), routes);
    const rest = remaining(tabs, (path) => trailTo(routes, path) !== undefined);
    if (rest === tabs) return;
    const closing = tabs.visited.find(
      ({ path }) => path === pathname && !rest.visited.some((tab) => tab.path === path),
    );
    if (!closing) return useTabs.setState(rest);
    notify.warning(translate('layout.screenTaken', { title: routeText(i18next.t, closing.title) }));
    void navigate(nextAfterClosing(rest), { replace: true });
  }, [routes, pathname, navigate]);
}
