import type { RoleName } from '@suyuan/contract/organ/position.ts';
import { expressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';

/** Roles aggregated by a query: ids and names, both sorted by name. */
export interface GatheredRoles {
  readonly role_ids: number[] | null;
  readonly role_name_list: string[] | null;
}

const { fn } = expressionBuilder<Schema, 'role'>();
const ids = fn.agg<number[]>('array_agg', ['role.id']).orderBy('role.role_name').as('ids');
const names = fn.agg<string[]>('array_agg', ['role.role_name']).orderBy('role.role_name').as('names');

/** Selects the ids and names of the roles that the query `roles` finds. */
export const gatheredFrom = <DB, TB extends keyof DB>(roles: SelectQueryBuilder<DB, TB, object>) =>
  [roles.select(ids).$asScalar().as('role_ids'), roles.select(names).$asScalar().as('role_name_list')] as const;

/** The same for roles granted by a position. */
export const gatheredByPosition = <DB, TB extends keyof DB>(roles: SelectQueryBuilder<DB, TB, object>) =>
  [
    roles.select(ids).$asScalar().as('position_role_ids'),
    roles.select(names).$asScalar().as('position_role_names'),
  ] as const;

/** The output for aggregated roles. */
export function rolesOf({ role_ids, role_name_list }: GatheredRoles): { roles: RoleName[]; role_ids: number[] } {
  const ids = role_ids ?? [];
  return { role_ids: ids, roles: ids.map((id, at) => ({ id, role_name: role_name_list?.[at] ?? '' })) };
}
