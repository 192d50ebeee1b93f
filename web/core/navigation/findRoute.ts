import type { RouteRecord } from './routeRecord.ts';

/** A route with its ancestors, outermost first, itself last. */
export type RouteTrail = readonly RouteRecord[];

/** The trail to the route of a path. */
export function trailTo(routes: readonly RouteRecord[], path: string): RouteTrail | undefined {
  for (const route of routes) {
    if (route.path === path) return [route];
    const below = trailTo(route.children ?? [], path);
    if (below) return [route, ...below];
  }
  return undefined;
}

/** The first visible screen at or below these routes, else the first one of all. */
export function firstScreen(routes: readonly RouteRecord[]): RouteRecord | undefined {
  const screensOf = (route: RouteRecord): RouteRecord[] =>
    route.children ? route.children.flatMap(screensOf) : [route];
  const screens = routes.flatMap(screensOf);
  return screens.find((screen) => !screen.meta.hidden) ?? screens[0];
}
