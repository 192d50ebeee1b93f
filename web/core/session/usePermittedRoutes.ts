import { useMemo } from 'react';
import { arrangedRoutes } from '../navigation/arranged.ts';
import { permittedRoutes } from '../navigation/permitted.ts';
import type { RouteRecord } from '../navigation/routeRecord.ts';
import { gatedRoutes } from '../navigation/routes.ts';
import { useSession } from './session.ts';

/** The part of the permission-gated tree that the person signed in may enter, as the enterprise arranged it. */
export function usePermittedRoutes(): readonly RouteRecord[] {
  const roles = useSession((session) => session.roles);
  const arrangement = useSession((session) => session.arrangement);
  return useMemo(() => permittedRoutes(arrangedRoutes(gatedRoutes, arrangement), roles), [roles, arrangement]);
}
