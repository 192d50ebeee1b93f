import { role, roleHolder } from '@suyuan/contract/organ/role.ts';
import { roleView } from '@suyuan/contract/organ/session.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { ksql } from '#platform/database/schema.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { conflict, noAccess, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import type { Sessions } from '../session/sessions.ts';
import { requireHoldersWithin, requireRoleWithin } from './escalation.ts';
import { grantPermissions } from './role-permissions.ts';

export function serveRoles(services: Services): void {
  serveThing(services, role, {
    table: 'role',
    few: true,
    rows: roles,
    narrow: { keyword: heldIn('role_name', 'description') },
    defaultSort: 'role_name',
    present: (row: RoleRow) => declaredRow(role, row),
    // The lock keeps the role from being granted in the meantime.
    admit: ({ id, role_name }, change, { account }) =>
      requireRoleWithin(change.db, account, { id, role_name: role_name as string }),
    check: async ({ input, before, change, caller }) => {
      const relaxes = before?.two_step_required === true && input.two_step_required === false;
      if (relaxes) await requireMayRelax(before.id as number, caller.account, change);
    },
    keep: async (saved) => {
      for (const { id, input, change, caller } of saved) {
        const wishes = input.permissions?.map((permission, index) => ({ permission, path: `permissions.${index}` }));
        if (wishes) await grantPermissions(id, wishes, caller.account, change);
      }
    },
    users: (db, id) => ({ role_in_use: [holdersOf(db, id), positionsOf(db, id)] }),
  });
}

const roles = (db: Kysely<Schema>) =>
  db
    .selectFrom('role')
    .selectAll('role')
    .select((eb) => [
      eb
        .selectFrom('role_permission as p')
        .whereRef('p.role_id', '=', 'role.id')
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('permissions'),
      eb
        .selectFrom('account_role as h')
        .whereRef('h.role_id', '=', 'role.id')
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('holders'),
      eb
        .selectFrom('position_role as b')
        .whereRef('b.role_id', '=', 'role.id')
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('positions'),
    ]);

type RoleRow = Awaited<ReturnType<ReturnType<typeof roles>['execute']>>[number];

/** Throws 409 if the second step is no longer required, but a holder is beyond the account, or the account is a holder. */
async function requireMayRelax(id: number, account: Account, change: Change): Promise<void> {
  if (account.administrator) return;
  await requireHoldersWithin(change.db, account, { role: id });
  if (account.role_ids.has(id)) throw conflict('own_role_two_step');
}

const holdersOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('account_role as h')
    .innerJoin('account as a', 'a.id', 'h.account_id')
    .where('h.role_id', '=', id)
    .orderBy('a.account_name')
    .select('a.account_name as name');

const positionsOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('position_role as b')
    .innerJoin('position as p', 'p.id', 'b.position_id')
    .where('b.role_id', '=', id)
    .orderBy('p.position_name')
    .select('p.position_name as name');

/** Lets administrators view the console as a role sees it. Others could see more by it than they may. */
export function serveRoleView({ routes }: Services, sessions: Sessions): void {
  routes.serve(roleView, async ({ role_id }, { account, token, ip, userAgent }) => {
    if (!account.administrator) throw noAccess();
    const view = await sessions.openView(token ?? '', role_id, { ip, userAgent });
    if (view === undefined) throw notFound('role');
    return view;
  });
}

/** Serves the holders of a role, granted directly or by their position. */
export function serveRoleHolders(services: Services): void {
  serveDeclaredList(services, roleHolder, {
    rows: (db, { role_id }) => holders(db, role_id),
    handlesFilters: ['role_id'],
    sort: { account_name: ksql`lower(account.account_name)` },
    defaultSort: 'account_name',
    present: ({ direct, ...row }: HolderRow) => ({ ...row, direct: direct !== null }),
  });
}

const holders = (db: Kysely<Schema>, role: number) =>
  db
    .selectFrom('account')
    .leftJoin('account_role as h', (join) => join.onRef('h.account_id', '=', 'account.id').on('h.role_id', '=', role))
    .leftJoin('position_role as b', (join) =>
      join.onRef('b.position_id', '=', 'account.position_id').on('b.role_id', '=', role),
    )
    .leftJoin('position as p', 'p.id', 'b.position_id')
    .where((eb) => eb.or([eb('h.role_id', 'is not', null), eb('b.role_id', 'is not', null)]))
    .select([
      'account.id',
      'account.account_name',
      'account.name',
      'account.status',
      'h.role_id as direct',
      'p.id as position_id',
      'p.position_name',
    ]);

type HolderRow = Awaited<ReturnType<ReturnType<typeof holders>['execute']>>[number];
