import { sql as ksql } from 'kysely';
import type { InputOf } from '../../../../contract/call/call.ts';
import { roleAdd, roleDelete, roleExport, roleList, roleUpdate } from '../../../../contract/organ/role.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import type { Account } from '../../../platform/caller.ts';
import { violates } from '../../../platform/database/violation.ts';
import { refuseUsed } from '../../../platform/records/in-use.ts';
import { badInput, conflict } from '../../../platform/refusal.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { requireHoldersWithin } from './escalation.ts';
import { givePermissions, lockRole } from './role-permissions.ts';

export function serveRoles(services: Services): void {
  const { routes } = services;

  serveList(services, {
    name: 'rolemanage',
    page: roleList,
    export: roleExport,
    columns: [
      'role_name',
      'description',
      'permissions',
      'holders',
      'positions',
      'two_step_required',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword }) => {
      const rows = from
        .selectFrom('role as r')
        .selectAll('r')
        .select((eb) => [
          eb
            .selectFrom('role_permission as p')
            .whereRef('p.role_id', '=', 'r.id')
            .select(eb.fn.countAll<number>().as('n'))
            .as('permissions'),
          eb
            .selectFrom('account_role as h')
            .whereRef('h.role_id', '=', 'r.id')
            .select(eb.fn.countAll<number>().as('n'))
            .as('holders'),
          eb
            .selectFrom('position_role as b')
            .whereRef('b.role_id', '=', 'r.id')
            .select(eb.fn.countAll<number>().as('n'))
            .as('positions'),
        ]);
      if (!keyword) return rows;
      const pattern = containing(keyword);
      return rows.where((eb) => eb.or([eb('r.role_name', 'ilike', pattern), eb('r.description', 'ilike', pattern)]));
    },
    sort: {
      role_name: ksql.ref('r.role_name'),
      created_at: ksql.ref('r.created_at'),
      updated_at: ksql.ref('r.updated_at'),
    },
    defaultSort: 'role_name',
    tieBreak: ksql.ref('r.id'),
    present: (row: RoleRow) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }),
  });

  routes.change(roleAdd, async (input, { account }, change) => {
    const { id } = await change.db
      .insertInto('role')
      .values({ ...columns(input), role_name: input.role_name.trim() })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(violates('role_name_key', () => taken(input)));
    await givePermissionsOf(input, id, account, change);
    change.made('role', id);
    return { id };
  });

  routes.change(roleUpdate, async ({ id, updated_at, ...input }, { account }, change) => {
    const role = await lockRole(id, account, updated_at, change);
    if (role.two_step_required && input.two_step_required === false) await requireMayRelax(id, account, change);
    await change.db
      .updateTable('role')
      .set({ ...columns(input), updated_at: new Date() })
      .where('id', '=', id)
      .execute()
      .catch(violates('role_name_key', () => taken(input)));
    await givePermissionsOf(input, id, account, change);
    return { id };
  });

  routes.change(roleDelete, async ({ id }, { account }, change) => {
    // The lock keeps it from being given to someone meanwhile.
    await lockRole(id, account, undefined, change);
    await requireUnused(id, change);
    await change.db.deleteFrom('role').where('id', '=', id).execute();
    return null;
  });
}

interface RoleRow {
  id: number;
  role_name: string;
  description: string;
  two_step_required: boolean;
  permissions: number;
  holders: number;
  positions: number;
  created_at: Date;
  updated_at: Date;
}

type RoleInput = Omit<InputOf<typeof roleUpdate>, 'id'>;

const columns = ({ role_name, description, two_step_required }: RoleInput) => ({
  ...(role_name === undefined ? {} : { role_name: role_name.trim() }),
  ...(description === undefined ? {} : { description: description.trim() }),
  ...(two_step_required === undefined ? {} : { two_step_required }),
});

const taken = ({ role_name }: RoleInput) =>
  badInput({ path: 'role_name', reason: 'taken', params: { value: role_name?.trim() ?? '' } });

async function givePermissionsOf({ permissions }: RoleInput, id: number, account: Account, change: Change) {
  if (!permissions) return;
  const wished = permissions.map((permission, index) => ({ permission, path: `permissions.${index}` }));
  await givePermissions(id, wished, account, change);
}

/** To ask for no second step any more: not of people beyond the account, and not of the account itself. */
async function requireMayRelax(id: number, account: Account, change: Change): Promise<void> {
  if (account.administrator) return;
  await requireHoldersWithin(change.db, account, { role: id });
  if (account.role_ids.has(id)) throw conflict('own_role_two_step');
}

const requireUnused = (id: number, change: Change): Promise<void> =>
  refuseUsed(
    'role_in_use',
    change.db
      .selectFrom('account_role as h')
      .innerJoin('account as a', 'a.id', 'h.account_id')
      .where('h.role_id', '=', id)
      .orderBy('a.account_name')
      .select('a.account_name as name'),
    change.db
      .selectFrom('position_role as b')
      .innerJoin('position as p', 'p.id', 'b.position_id')
      .where('b.role_id', '=', id)
      .orderBy('p.position_name')
      .select('p.position_name as name'),
  );
