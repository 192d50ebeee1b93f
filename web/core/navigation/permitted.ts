import type { RouteRecord } from './routeRecord.ts';

const mayEnter = ({ meta }: RouteRecord, roles: readonly string[]): boolean =>
  meta.roles === undefined || meta.roles.some((role) => roles.includes(role));

/** The routes someone with these roles may enter, down the tree. An administrator may enter all. */
export function permittedRoutes(routes: readonly RouteRecord[], roles: readonly string[]): readonly RouteRecord[] {
  if (roles.includes('admin')) return routes;
  return routes
    .filter((route) => mayEnter(route, roles))
    .map((route) => (route.children ? { ...route, children: permittedRoutes(route.children, roles) } : route));
}
