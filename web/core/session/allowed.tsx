import type { Call } from '@suyuan/contract/call/call.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { type ReactNode, useCallback } from 'react';
import { holdsOneOf } from './roles.ts';
import { useSession } from './session.ts';

export type Can = (permission: Permission | readonly Permission[]) => boolean;

/** A test for permissions. What is switched off is so for everyone, including administrators. */
const canWith =
  (roles: readonly string[], off: readonly string[]): Can =>
  (permission) => {
    const all = typeof permission === 'string' ? [permission] : permission;
    return holdsOneOf(roles, all) && (all.length === 0 || all.some((one) => !off.includes(one)));
  };

/** Whether the person signed in has a permission. In components use `useCan`, which follows changes of roles. */
export const can: Can = (permission) => {
  const { roles, arrangement } = useSession.getState();
  return canWith(roles, arrangement.off)(permission);
};

/** Whether the person has a permission that the call asks for. */
export const mayCall = (can: Can, { access }: Call): boolean => typeof access === 'string' || can(access);

export function useCan(): Can {
  const roles = useSession((session) => session.roles);
  const off = useSession((session) => session.arrangement.off);
  return useCallback((permission) => canWith(roles, off)(permission), [roles, off]);
}

/** Renders its children only for people with (one of) the permissions. */
export function Allowed({
  permission,
  children,
}: {
  permission: Permission | readonly Permission[];
  children: ReactNode;
}) {
  return useCan()(permission) ? children : null;
}
