import { Provider as Motion } from '@rc-component/motion';
import { Activity, memo, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { useMediaQuery } from '#core/preferences/useMediaQuery.ts';
import { openTab, tabOf, useTabs } from '../tabs/tabStore.ts';
import { opened } from '../tabs/tabs.ts';
import { ScreenSkeleton, View } from './View.tsx';

interface ViewsProps {
  /** The screen shown; undefined while it is refreshed, or after it was taken from the person. */
  readonly active: RouteRecord | undefined;
  readonly routes: readonly RouteRecord[];
  readonly screenOf: (name: string) => ReactNode;
  /** Loads a screen that is about to be shown, and its first data; never rejects. */
  readonly open: (name: string) => Promise<unknown>;
}

/**
 * Renders the current screen and, hidden, the ones kept in tabs. A hidden screen keeps its state and its location, but its
 * effects are stopped: it fetches nothing and does not follow navigation.
 */
export const Views = memo(function Views({ active, routes, screenOf, open }: ViewsProps) {
  const location = useLocation();
  const tabs = useTabs();
  // Includes the tab of the current page from the first render on, before the effect below adds it.
  const now = active ? opened(tabs, tabOf(active, location)) : tabs;
  const mountedTabs = now.visited.filter((tab) => tab.path === active?.path || now.cached.includes(tab.name));
  useEffect(() => {
    if (active) openTab(tabOf(active, location), routes);
  }, [active, location, routes]);
  useScrollMemory(active?.path);
  const settledPath = useSettled(active?.path);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const framed = useFramed(active, open);

  return (
    <Suspense fallback={<ScreenSkeleton />}>
      {mountedTabs.map((tab) => (
        <Activity key={tab.path} mode={tab.path === active?.path ? 'visible' : 'hidden'}>
          {/* antd treats a screen that is shown again as new, and would animate its open dialogs. */}
          <Motion motion={!still && tab.path === settledPath}>
            <View at={tab.location} name={framed ? tab.name : undefined} screenOf={screenOf} />
          </Motion>
        </Activity>
      ))}
    </Suspense>
  );
});

/**
 * The first render is the frame alone, so that it is visible while the screen loads. Loading starts before that render, so that
 * the chunk is read right after it; with `lazy` alone it would start only later.
 */
function useFramed(active: RouteRecord | undefined, open: (name: string) => Promise<unknown>): boolean {
  const [opening] = useState(() => active && open(active.name));
  const [framed, setFramed] = useState(opening === undefined);
  useEffect(() => {
    void opening?.then(() => setFramed(true));
  }, [opening]);
  return framed;
}

const places = new Map<string, number>();

/** Restores the scroll position of each screen. The page scrolls as a whole, so the screens share it. */
function useScrollMemory(path: string | undefined): void {
  useLayoutEffect(() => {
    window.scrollTo(0, (path !== undefined && places.get(path)) || 0);
  }, [path]);
  useEffect(() => {
    if (path === undefined) return;
    const note = () => places.set(path, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [path]);
}

/** How long the effects of showing a screen again take, at most. */
const settlesInMs = 300;

/** Returns the path once it has been unchanged for a while; undefined before. */
function useSettled(path: string | undefined): string | undefined {
  const [settledPath, setSettledPath] = useState<string>();
  if (settledPath !== undefined && settledPath !== path) setSettledPath(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setSettledPath(path), settlesInMs);
    return () => clearTimeout(timer);
  }, [path]);
  return settledPath;
}
