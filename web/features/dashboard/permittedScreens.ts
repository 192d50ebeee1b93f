import { useMemo } from 'react';
import { permittedRoutes } from '../../navigation/permitted.ts';
import type { RouteRecord } from '../../navigation/routeRecord.ts';
import { gatedRoutes } from '../../navigation/routes.ts';
import { useSession } from '../../session/session.ts';

const screensOf = (route: RouteRecord): readonly RouteRecord[] => {
  if (route.meta.hidden) return [];
  return route.children ? route.children.flatMap(screensOf) : [route];
};

/** The screens of the menu that the person may open. */
export function usePermittedScreens(): readonly RouteRecord[] {
  const roles = useSession((session) => session.roles);
  return useMemo(() => permittedRoutes(gatedRoutes, roles).flatMap(screensOf), [roles]);
}
