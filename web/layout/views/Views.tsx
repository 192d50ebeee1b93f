import { Provider as Motion } from '@rc-component/motion';
import { useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, Suspense, useDeferredValue, useEffect } from 'react';
import { type Location, Route, Routes, useLocation } from 'react-router';
import type { RouteRecord } from '../../core/navigation/routeRecord.ts';
import { useWished } from '../../core/preferences/useWished.ts';
import { openTab, tabOf, useTabs } from '../tabs/tabStore.ts';
import { opened } from '../tabs/tabs.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import { useScrollMemory } from './useScrollMemory.ts';
import { useSettled } from './useSettled.ts';

interface ViewsProps {
  /** The screen shown; none while one is being refreshed, or was taken from the person. */
  readonly active: RouteRecord | undefined;
  readonly routes: readonly RouteRecord[];
  readonly screenOf: (name: string) => ReactNode;
}

/**
 * The screen shown, and hidden behind it the ones that are kept. A hidden screen keeps its state and its place in
 * the address, but its effects are stopped: it fetches nothing and hears nothing of where the person goes.
 */
export function Views({ active, routes, screenOf }: ViewsProps) {
  const location = useLocation();
  const tabs = useTabs();
  // The tab of the page shown is in the list from the first rendering on, not only after the effect below.
  const now = active ? opened(tabs, tabOf(active, location)) : tabs;
  const kept = now.visited.filter((tab) => tab.path === active?.path || now.cached.includes(tab.name));
  useEffect(() => {
    if (active) openTab(tabOf(active, location), routes);
  }, [active, location, routes]);
  useScrollMemory(active?.path);
  const settled = useSettled(active?.path);
  const still = useWished('(prefers-reduced-motion: reduce)');
  // The first drawing is that of the frame alone: it is seen while the screen in it is fetched and drawn.
  const framed = useDeferredValue(true, false);

  return (
    <Suspense fallback={<ScreenSkeleton />}>
      {kept.map((tab) => (
        <Activity key={tab.path} mode={tab.path === active?.path ? 'visible' : 'hidden'}>
          {/* antd takes a screen that is shown again for a new one, and animates an open dialog out of the page. */}
          <Motion motion={!still && tab.path === settled}>
            <View at={tab.location} path={tab.path} screen={framed ? screenOf(tab.name) : <ScreenSkeleton />} />
          </Motion>
        </Activity>
      ))}
    </Suspense>
  );
}

function View({ at, path, screen }: { at: Location; path: string; screen: ReactNode }) {
  const queries = useQueryClient();
  // What it crashed on may be an answer that is kept: nobody looks at it any more, so that it is asked for anew.
  const forget = () => queries.removeQueries({ type: 'inactive' });
  return (
    <Routes location={at}>
      <Route path={path} element={<ScreenBoundary onAgain={forget}>{screen}</ScreenBoundary>} />
    </Routes>
  );
}
