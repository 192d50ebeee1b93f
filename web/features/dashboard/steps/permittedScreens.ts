import { useMemo } from 'react';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { usePermittedRoutes } from '#core/session/usePermittedRoutes.ts';

const screensOf = (route: RouteRecord): readonly RouteRecord[] => {
  if (route.meta.hidden) return [];
  return route.children ? route.children.flatMap(screensOf) : [route];
};

/** The screens that the person may open. */
export function usePermittedScreens(): readonly RouteRecord[] {
  const routes = usePermittedRoutes();
  return useMemo(() => routes.flatMap(screensOf), [routes]);
}
