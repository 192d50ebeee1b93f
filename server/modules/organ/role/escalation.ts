import type { Kysely } from 'kysely';
import type { Account } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { badInput, conflict } from '#platform/refusal.ts';

/**
 * Prevents escalation of privileges: nobody may change or grant what is beyond them. A role is beyond accounts that lack one of
 * its permissions; a position or person is beyond accounts that one of its roles is beyond; an administrator is beyond everybody
 * who is not one. All calls that change people, roles, positions or two-step sign-in check this.
 */

/** Whether an account holds a permission, even if it is switched off at present. */
export const holdsOrAll = ({ administrator, granted }: Account, permission: string): boolean =>
  administrator || granted.has(permission);

/** The ids of the roles with a permission that the account does not hold. */
export async function rolesBeyond(db: Kysely<Schema>, account: Account, roleIds: readonly number[]): Promise<number[]> {
  if (account.administrator || roleIds.length === 0) return [];
  const permissions = await db
    .selectFrom('role_permission')
    .select(['role_id', 'permission'])
    .where('role_id', 'in', roleIds)
    .execute();
  const beyond = permissions.filter(({ permission }) => !holdsOrAll(account, permission));
  return [...new Set(beyond.map(({ role_id }) => role_id))];
}

/** Throws 400 for roles that do not exist, or that have permissions the account lacks. */
export async function requireGrantable(
  db: Kysely<Schema>,
  account: Account,
  roleIds: readonly number[],
  path = 'role_ids',
): Promise<void> {
  if (roleIds.length === 0) return;
  // Locked against deletion until they are granted.
  const rows = db.selectFrom('role').select(['id', 'role_name']).where('id', 'in', roleIds);
  const roles = await rows.forKeyShare().execute();
  const names = new Map(roles.map(({ id, role_name }) => [id, role_name]));
  const unknownId = roleIds.find((id) => !names.has(id));
  if (unknownId !== undefined) throw badInput({ path, reason: 'no_such', params: { value: unknownId } });
  const [beyond] = await rolesBeyond(db, account, roleIds);
  if (beyond !== undefined) {
    throw badInput({ path, reason: 'role_beyond_own', params: { role: names.get(beyond) as string } });
  }
}

/** Throws 400 if the roles of a position have permissions the account lacks. */
export async function requireGrantablePosition(db: Kysely<Schema>, account: Account, position: number): Promise<void> {
  const beyond = await rolesBeyond(db, account, await rolesOfPosition(db, position));
  if (beyond.length > 0) throw badInput({ path: 'position_id', reason: 'position_beyond_own' });
}

/** Throws 409 if a role has permissions the account lacks. */
export async function requireRoleWithin(
  db: Kysely<Schema>,
  account: Account,
  role: { id: number; role_name: string },
): Promise<void> {
  const beyond = await rolesBeyond(db, account, [role.id]);
  if (beyond.length > 0) throw conflict('role_beyond_own', { role: role.role_name });
}

/** Throws 409 if a position grants permissions the account lacks. */
export async function requirePositionWithin(db: Kysely<Schema>, account: Account, position: number): Promise<void> {
  const beyond = await rolesBeyond(db, account, await rolesOfPosition(db, position));
  if (beyond.length > 0) throw conflict('position_beyond_own');
}

/** Throws 409 if a person has permissions the account lacks. */
export async function requirePersonWithin(
  db: Kysely<Schema>,
  account: Account,
  person: { id: number; administrator: boolean; position_id: number | null },
): Promise<void> {
  if (person.administrator && !account.administrator) throw conflict('only_administrators');
  if (await isBeyond(db, account, person)) throw conflict('person_beyond_own');
}

/**
 * Throws 409 if a person who is beyond the account has the role or position, because removing something from it would remove it
 * from that person.
 */
export async function requireHoldersWithin(
  db: Kysely<Schema>,
  account: Account,
  source: { readonly role: number } | { readonly position: number },
): Promise<void> {
  if (account.administrator) return;
  for (const holder of await holdersOf(db, source)) {
    if (await isBeyond(db, account, holder)) throw conflict('holder_beyond_own', { name: holder.account_name });
  }
}

async function isBeyond(
  db: Kysely<Schema>,
  account: Account,
  person: { id: number; administrator: boolean; position_id: number | null },
): Promise<boolean> {
  if (account.administrator) return false;
  if (person.administrator) return true;
  const direct = await rolesOfAccount(db, person.id);
  const indirect = person.position_id === null ? [] : await rolesOfPosition(db, person.position_id);
  return (await rolesBeyond(db, account, [...direct, ...indirect])).length > 0;
}

const holdersOf = (db: Kysely<Schema>, source: { readonly role: number } | { readonly position: number }) =>
  db
    .selectFrom('account as a')
    .select(['a.id', 'a.account_name', 'a.administrator', 'a.position_id'])
    .where((eb) =>
      'position' in source
        ? eb('a.position_id', '=', source.position)
        : eb.or([
            eb('a.id', 'in', eb.selectFrom('account_role').select('account_id').where('role_id', '=', source.role)),
            eb(
              'a.position_id',
              'in',
              eb.selectFrom('position_role').select('position_id').where('role_id', '=', source.role),
            ),
          ]),
    )
    .orderBy('a.account_name')
    .execute();

export async function rolesOfPosition(db: Kysely<Schema>, position: number): Promise<number[]> {
  const rows = await db.selectFrom('position_role').select('role_id').where('position_id', '=', position).execute();
  return rows.map(({ role_id }) => role_id);
}

export async function rolesOfAccount(db: Kysely<Schema>, account: number): Promise<number[]> {
  const rows = await db.selectFrom('account_role').select('role_id').where('account_id', '=', account).execute();
  return rows.map(({ role_id }) => role_id);
}
