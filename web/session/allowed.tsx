import { type ReactNode, useCallback } from 'react';
import type { Permission } from '../../contract/menu.ts';
import { holdsOneOf } from './roles.ts';
import { useSession } from './session.ts';

export type Can = (permission: Permission | readonly Permission[]) => boolean;

const canWith =
  (roles: readonly string[]): Can =>
  (permission) =>
    holdsOneOf(roles, typeof permission === 'string' ? [permission] : permission);

/** Whether the person signed in may do something. In a component, `useCan` also follows a change of roles. */
export const can: Can = (permission) => canWith(useSession.getState().roles)(permission);

export function useCan(): Can {
  const roles = useSession((session) => session.roles);
  return useCallback((permission) => canWith(roles)(permission), [roles]);
}

/** Shows its children to those who hold (one of) the permission, and nothing to others. */
export function Allowed({
  permission,
  children,
}: {
  permission: Permission | readonly Permission[];
  children: ReactNode;
}) {
  return useCan()(permission) ? children : null;
}
