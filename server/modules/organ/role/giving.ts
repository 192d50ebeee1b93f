import type { Kysely } from 'kysely';
import type { Account } from '../../../platform/caller.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { badInput, conflict } from '../../../platform/refusal.ts';

/** What one may give to others, and to whom one may do what: nobody gets more by it than they have. */

/** The ids of roles that hold a permission the account does not hold itself. */
export async function rolesBeyond(db: Kysely<Schema>, account: Account, roleIds: readonly number[]): Promise<number[]> {
  if (account.administrator || roleIds.length === 0) return [];
  const held = await db
    .selectFrom('role_permission')
    .select(['role_id', 'permission'])
    .where('role_id', 'in', roleIds)
    .execute();
  const beyond = held.filter(({ permission }) => !account.permissions.has(permission));
  return [...new Set(beyond.map(({ role_id }) => role_id))];
}

/** Refuses roles that are not there, or that hold more than the account does. */
export async function requireGivable(
  db: Kysely<Schema>,
  account: Account,
  roleIds: readonly number[],
  path = 'role_ids',
): Promise<void> {
  if (roleIds.length === 0) return;
  // They must not be deleted before they are given.
  const rows = db.selectFrom('role').select(['id', 'role_name']).where('id', 'in', roleIds);
  const roles = await rows.forKeyShare().execute();
  const names = new Map(roles.map(({ id, role_name }) => [id, role_name]));
  const missing = roleIds.find((id) => !names.has(id));
  if (missing !== undefined) throw badInput({ path, reason: 'no_such', params: { value: missing } });
  const [beyond] = await rolesBeyond(db, account, roleIds);
  if (beyond !== undefined) {
    throw badInput({ path, reason: 'role_beyond_own', params: { role: names.get(beyond) as string } });
  }
}

/** Refuses a position whose roles hold more than the account does. */
export async function requireGivablePosition(db: Kysely<Schema>, account: Account, position: number): Promise<void> {
  const beyond = await rolesBeyond(db, account, await rolesOfPosition(db, position));
  if (beyond.length > 0) throw badInput({ path: 'position_id', reason: 'position_beyond_own' });
}

export async function rolesOfPosition(db: Kysely<Schema>, position: number): Promise<number[]> {
  const rows = await db.selectFrom('position_role').select('role_id').where('position_id', '=', position).execute();
  return rows.map(({ role_id }) => role_id);
}

export async function rolesOfAccount(db: Kysely<Schema>, account: number): Promise<number[]> {
  const rows = await db.selectFrom('account_role').select('role_id').where('account_id', '=', account).execute();
  return rows.map(({ role_id }) => role_id);
}

/** An administrator is managed by administrators only. */
export function requireMayManage(account: Account, target: { administrator: boolean }): void {
  if (target.administrator && !account.administrator) throw conflict('only_administrators');
}

/** Who can set a password can sign in with it: the person's rights must not go beyond one's own. */
export async function requireNotBeyond(
  db: Kysely<Schema>,
  account: Account,
  target: { id: number; administrator: boolean; position_id: number | null },
): Promise<void> {
  requireMayManage(account, target);
  const direct = await rolesOfAccount(db, target.id);
  const held = target.position_id === null ? [] : await rolesOfPosition(db, target.position_id);
  const beyond = await rolesBeyond(db, account, [...direct, ...held]);
  if (beyond.length > 0) throw conflict('person_beyond_own');
}

/**
 * To be called before an administrator is disabled, deleted or made an ordinary account, and before any of them is
 * locked: whoever does that waits for others who do, so that two at once cannot take away the last two. Answers a check
 * that refuses the last one.
 */
export async function lockAdministrators(db: Kysely<Schema>): Promise<(target: number) => void> {
  const enabled = await db
    .selectFrom('account')
    .select('id')
    .where('administrator', '=', true)
    .where('status', '=', 'enabled')
    .orderBy('id')
    .forUpdate()
    .execute();
  return (target) => {
    if (enabled.every(({ id }) => id === target)) throw conflict('last_administrator');
  };
}
