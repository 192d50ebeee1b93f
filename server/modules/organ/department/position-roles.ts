import {
  positionRoleAdd,
  positionRoleDelete,
  positionRoleList,
  positionRoleUpdate,
} from '@suyuan/contract/organ/position.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { serveList } from '#platform/lists/list.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { requireGrantable, requireHoldersWithin, requirePositionWithin, rolesOfPosition } from '../role/escalation.ts';

/** Serves the roles that positions grant to their holders. */
export function servePositionRoles(services: Services): void {
  const { routes } = services;

  serveList(services, {
    name: 'departmentjob',
    page: positionRoleList,
    rows: (db, { position_id, role_id }) => {
      let rows = db
        .selectFrom('position_role as r')
        .innerJoin('position as p', 'p.id', 'r.position_id')
        .innerJoin('department as d', 'd.id', 'p.department_id')
        .innerJoin('role', 'role.id', 'r.role_id')
        .select([
          'r.position_id',
          'p.position_name',
          'p.department_id',
          'd.depart_name',
          'r.role_id',
          'role.role_name',
        ]);
      if (position_id) rows = rows.where('r.position_id', '=', position_id);
      if (role_id) rows = rows.where('r.role_id', '=', role_id);
      return rows;
    },
    sort: { position_name: ksql.ref('p.position_name'), role_name: ksql.ref('role.role_name') },
    defaultSort: 'position_name',
    tieBreak: ksql`(r.position_id, r.role_id)`,
    present: (row: PositionRoleRow) => row,
  });

  routes.change(positionRoleAdd, async ({ position_id, role_id }, { account }, change) => {
    await lockPosition(change, account, position_id);
    const roles = await rolesOfPosition(change.db, position_id);
    await setRoles(change, account, position_id, [...roles, role_id]);
    return null;
  });
  routes.change(positionRoleUpdate, async ({ position_id, role_ids }, { account }, change) => {
    await lockPosition(change, account, position_id);
    await setRoles(change, account, position_id, role_ids);
    return null;
  });
  routes.change(positionRoleDelete, async ({ position_id, role_id }, { account }, change) => {
    await lockPosition(change, account, position_id);
    const roles = await rolesOfPosition(change.db, position_id);
    if (!roles.includes(role_id)) throw notFound('position_role');
    await setRoles(
      change,
      account,
      position_id,
      roles.filter((id) => id !== role_id),
    );
    return null;
  });
}

interface PositionRoleRow {
  position_id: number;
  position_name: string;
  department_id: number;
  depart_name: string;
  role_id: number;
  role_name: string;
}

/** Locks a position for the change. Throws 404 if there is none, 409 if the account may not change it. */
async function lockPosition(change: Change, account: Account, id: number) {
  await change.changing('position', id);
  const row = await change.db.selectFrom('position').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('position');
  await requirePositionWithin(change.db, account, id);
  return row;
}

/** Replaces the roles of a position. New ones must be grantable by the account, and its own position is for others to change. */
export async function setRoles(change: Change, account: Account, id: number, roles: readonly number[]): Promise<void> {
  const had = await rolesOfPosition(change.db, id);
  const additions = [...new Set(roles)].filter((role) => !had.includes(role));
  const removals = had.filter((role) => !roles.includes(role));
  if (additions.length + removals.length === 0) return;
  if (!account.administrator && (await holds(change.db, account.id, id))) throw conflict('own_position_roles');
  await requireGrantable(change.db, account, additions, 'role_ids');
  if (removals.length > 0) {
    await requireHoldersWithin(change.db, account, { position: id });
    await change.db
      .deleteFrom('position_role')
      .where('position_id', '=', id)
      .where('role_id', 'in', removals)
      .execute();
  }
  await addRoles(change, id, additions);
  await change.db.updateTable('position').set({ updated_at: new Date() }).where('id', '=', id).execute();
}

async function holds(db: Kysely<Schema>, account: number, position: number): Promise<boolean> {
  const rows = db.selectFrom('account').select('id').where('id', '=', account).where('position_id', '=', position);
  return (await rows.executeTakeFirst()) !== undefined;
}

export async function addRoles({ db }: Change, position_id: number, roles: readonly number[]): Promise<void> {
  if (roles.length === 0) return;
  const rows = [...new Set(roles)].map((role_id) => ({ position_id, role_id }));
  await db.insertInto('position_role').values(rows).execute();
}
