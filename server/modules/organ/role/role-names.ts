import type { RoleName } from '../../../../contract/organ/position.ts';

/** Roles as a query gathers them: ids and names, both in the order of the names. */
export interface GatheredRoles {
  readonly role_ids: number[] | null;
  readonly role_name_list: string[] | null;
}

/** Roles as a list tells them. */
export function rolesOf({ role_ids, role_name_list }: GatheredRoles): { roles: RoleName[]; role_ids: number[] } {
  const ids = role_ids ?? [];
  return { role_ids: ids, roles: ids.map((id, at) => ({ id, role_name: role_name_list?.[at] ?? '' })) };
}
