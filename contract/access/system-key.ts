import type { Call } from '../call/call.ts';
import { type MenuKey, menuNodes, type Permission } from '../menu.ts';

/** What a key of another system may do at /epcis, beside permissions of the menu. */
export const epcisPermissions = ['epcis:capture', 'epcis:query'] as const;
export type KeyPermission = Permission | (typeof epcisPermissions)[number];

/** People, what they may do and what they open the system with are kept by people: no button of these screens is for keys. */
const keptByPeople: readonly MenuKey[] = [
  'stafflist',
  'rolemanage',
  'setmenusenable',
  'buttonpower',
  'departmentjob',
  'apikey',
];

/** Whether a permission may be given to a key. */
export function isForKeys(permission: string): boolean {
  const [screen, verb] = permission.split(':');
  return screen !== 'apikey' && (verb === undefined || !keptByPeople.includes(screen as MenuKey));
}

/** The permissions of the menu that a key may be given. */
export const permissionsForKeys = (): string[] =>
  menuNodes()
    .flatMap(({ node }) => [node.key, ...(node.buttons ?? []).map((verb) => `${node.key}:${verb}`)])
    .filter(isForKeys);

/** Whether a key may make a call at all: none that is for a person, or for the second of two people. */
export const isCallForKeys = ({ access, personal, duringSetup, secondPerson }: Call): boolean =>
  access !== 'device' && !personal && !duringSetup && secondPerson === undefined;

/** The header under which a call of a key is carried out once (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyHeader = 'idempotency-key';
