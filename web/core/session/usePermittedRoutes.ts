import { useMemo } from 'react';
import { arrangedRoutes } from '../navigation/arranged.ts';
import type { RouteRecord } from '../navigation/routeRecord.ts';
import { gatedRoutes } from '../navigation/routes.ts';
import { useSession } from './session.ts';

/** The part of the permission-gated tree that the person signed in may enter, as the enterprise arranged it. */
export function usePermittedRoutes(): readonly RouteRecord[] {
  const roles = useSession((session) => session.roles);
  const arrangement = useSession((session) => session.arrangement);
  return useMemo(() => permittedRoutes(arrangedRoutes(gatedRoutes, arrangement), roles), [roles, arrangement]);
}

const mayEnter = ({ meta }: RouteRecord, roles: readonly string[]): boolean =>
  meta.roles === undefined || meta.roles.some((role) => roles.includes(role));

/** The routes someone with these roles may enter, down the tree. An administrator may enter all. */
export function permittedRoutes(routes: readonly RouteRecord[], roles: readonly string[]): readonly RouteRecord[] {
  if (roles.includes('admin')) return routes;
  return routes
    .filter((route) => mayEnter(route, roles))
    .map((route) => (route.children ? { ...route, children: permittedRoutes(route.children, roles) } : route));
}
