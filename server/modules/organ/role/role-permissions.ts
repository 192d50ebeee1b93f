import { allRolesTree, saveTree } from '@suyuan/contract/organ/role.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { badInput, notFound, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { knownPermissions, menuTree, readMenuSettings } from '../menu/menu-tree.ts';
import { holdsOrAll, requireHoldersWithin, requireRoleWithin } from './escalation.ts';

/** Serves the permissions of roles, as a tree of menus and buttons. */
export function serveRolePermissions({ routes }: Services): void {
  routes.serve(allRolesTree, async ({ role_id }, { db, account, language }) => {
    const selected = new Set<string>();
    if (role_id !== undefined) {
      const role = await db.selectFrom('role').select('id').where('id', '=', role_id).executeTakeFirst();
      if (!role) throw notFound('role');
      const query = db.selectFrom('role_permission').select('permission').where('role_id', '=', role_id);
      for (const { permission } of await query.execute()) selected.add(permission);
    }
    const grantable = (permission: string) => holdsOrAll(account, permission);
    return menuTree(await readMenuSettings(db), { language, buttons: true, selected, grantable });
  });

  routes.change(saveTree, async ({ role_id, menus, updated_at }, { account }, change) => {
    await lockRole(role_id, account, updated_at, change);
    await change.db.updateTable('role').set({ updated_at: new Date() }).where('id', '=', role_id).execute();
    const wishes = menus.flatMap(({ menu_key, selected, listMenuButtons = [] }, index) => [
      { permission: menu_key, selected, path: `menus.${index}.menu_key` },
      ...listMenuButtons.map((button, position) => ({
        permission: button.menu_button_code,
        selected: button.selected,
        path: `menus.${index}.listMenuButtons.${position}.menu_button_code`,
      })),
    ]);
    await grantPermissions(
      role_id,
      wishes.filter(({ selected }) => selected),
      account,
      change,
    );
    return null;
  });
}

/** Locks a role for the change. Throws if it does not exist, has changed since the caller saw it, or is beyond the caller. */
async function lockRole(id: number, account: Account, version: string | undefined, change: Change) {
  await change.changing('role', id);
  const row = await change.db.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('role');
  await requireRoleWithin(change.db, account, row);
  await requireFresh(change, 'role', row, version);
  return row;
}

interface Wish {
  readonly permission: string;
  /** Its path in the request. */
  readonly path: string;
}

/** Replaces the permissions of a role. The grantor must hold all of them. */
export async function grantPermissions(
  role_id: number,
  wishes: readonly Wish[],
  grantor: Account,
  { db }: Change,
): Promise<void> {
  const permissions = knownPermissions(await readMenuSettings(db));
  const rows = await db.selectFrom('role_permission').select('permission').where('role_id', '=', role_id).execute();
  const current = new Set(rows.map(({ permission }) => permission));
  const problems = wishes.flatMap(({ permission, path }): Problem[] => {
    if (!permissions.has(permission)) return [{ path, reason: 'no_such', params: { value: permission } }];
    return holdsOrAll(grantor, permission) ? [] : [{ path, reason: 'not_yours_to_give' }];
  });
  if (problems.length > 0) throw badInput(...problems.slice(0, 20));
  const target = new Set(wishes.map(({ permission }) => permission));
  const removals = [...current].filter((permission) => !target.has(permission));
  const fresh = [...target].filter((permission) => !current.has(permission));
  if (removals.length > 0) {
    await requireHoldersWithin(db, grantor, { role: role_id });
    await db.deleteFrom('role_permission').where('role_id', '=', role_id).where('permission', 'in', removals).execute();
  }
  if (fresh.length > 0) {
    await db
      .insertInto('role_permission')
      .values(fresh.map((permission) => ({ role_id, permission })))
      .execute();
  }
}
