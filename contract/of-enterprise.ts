import type { Call } from './call/call.ts';
import { calls } from './calls.ts';

/**
 * Permissions that are of no use to people of factories and dealers: every call of theirs is for people of the enterprise only.
 * Permissions of other screens that a call names besides its own do not count: to choose among products is no screen.
 */
export const ofEnterpriseOnly: ReadonlySet<string> = onlyOfEnterprise(calls);

function onlyOfEnterprise(all: readonly Call[]): ReadonlySet<string> {
  const own = all.flatMap(({ access, parties }) =>
    typeof access === 'string' ? [] : [{ permission: access[0] as string, isOpen: parties !== 'enterprise' }],
  );
  const open = new Set(own.flatMap(({ permission, isOpen }) => (isOpen ? [permission] : [])));
  return new Set(own.map(({ permission }) => permission).filter((permission) => !open.has(permission)));
}
