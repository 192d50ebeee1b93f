import { Provider as Motion } from '@rc-component/motion';
import { useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, Suspense, useEffect, useState } from 'react';
import { type Location, Route, Routes, useLocation } from 'react-router';
import type { RouteRecord } from '../../core/navigation/routeRecord.ts';
import { useMediaQuery } from '../../core/preferences/useMediaQuery.ts';
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
  /** Fetches a screen that is to be shown, and what it shows first; never fails. */
  readonly open: (name: string) => Promise<unknown>;
}

/**
 * The screen shown, and hidden behind it the ones that are kept. A hidden screen keeps its state and its place in
 * the address, but its effects are stopped: it fetches nothing and hears nothing of where the person goes.
 */
export function Views({ active, routes, screenOf, open }: ViewsProps) {
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
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const framed = useFramed(active, open);

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

/**
 * The first drawing is that of the frame alone: it is seen while the screen in it is fetched and drawn. The screen is asked
 * for before the frame is drawn, so that its file is read right after it; React would only learn of it afterwards.
 */
function useFramed(active: RouteRecord | undefined, open: (name: string) => Promise<unknown>): boolean {
  const [opening] = useState(() => active && open(active.name));
  const [framed, setFramed] = useState(opening === undefined);
  useEffect(() => {
    void opening?.then(() => setFramed(true));
  }, [opening]);
  return framed;
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
