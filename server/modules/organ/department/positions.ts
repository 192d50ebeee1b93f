import { position } from '@suyuan/contract/organ/position.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn } from '#platform/lists/declared-list.ts';
import { isThere, referred, referredAll } from '#platform/references/references.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { requireGrantable, requirePositionWithin } from '../role/escalation.ts';
import { gatheredFrom, rolesOf } from '../role/role-names.ts';
import { addRoles, setRoles } from './position-roles.ts';

export function servePositions(services: Services): void {
  serveThing(services, position, {
    table: 'position',
    few: true,
    within: 'department_id',
    rows: positions,
    narrow: { keyword: heldIn('position.position_name', 'd.depart_name') },
    sort: { depart_name: ksql.ref('d.depart_name') },
    defaultSort: 'depart_name',
    present: ({ role_name_list, ...row }: PositionRow) =>
      declaredRow(position, {
        ...row,
        ...rolesOf({ ...row, role_name_list }),
        role_names: (role_name_list ?? []).join(', '),
      }),
    admit: ({ id }, change, { account }) => requirePositionWithin(change.db, account, id),
    inputNames: { roles: 'role_ids' },
    check: async ({ input: { department_id, role_ids = [] }, before, change, caller }) => {
      if (before) return;
      if (!(await isThere(change, 'department', department_id))) {
        throw badInput({ path: 'department_id', reason: 'no_such', params: { value: department_id } });
      }
      await requireGrantable(change.db, caller.account, role_ids);
    },
    keep: async (saved) => {
      for (const { id, input, before, change, caller } of saved) {
        const { role_ids } = input;
        if (!role_ids) continue;
        if (before) await setRoles(change, caller.account, id, role_ids);
        else await addRoles(change, id, role_ids);
      }
    },
    parts: rolesOfPositions,
    parsers: {
      department_id: referred('department', ['depart_code', 'depart_name']),
      role_ids: referredAll('role', ['role_names']),
    },
    users: (db, id) => ({
      position_held: db
        .selectFrom('account')
        .where('position_id', '=', id)
        .orderBy('account_name')
        .select('account_name as name'),
    }),
  });
}

/** The roles that positions bring, by which an import notices that nothing changes. */
async function rolesOfPositions(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await db
    .selectFrom('position_role')
    .selectAll()
    .where('position_id', 'in', ids)
    .orderBy('role_id')
    .execute();
  const byPosition = Map.groupBy(rows, ({ position_id }) => position_id);
  return new Map(ids.map((id) => [id, { role_ids: (byPosition.get(id) ?? []).map(({ role_id }) => role_id) }]));
}

const positions = (db: Kysely<Schema>) =>
  db
    .selectFrom('position')
    .innerJoin('department as d', 'd.id', 'position.department_id')
    .selectAll('position')
    .select([
      'd.depart_code',
      'd.depart_name',
      (eb) =>
        eb
          .selectFrom('account as a')
          .whereRef('a.position_id', '=', 'position.id')
          .select((accounts) => accounts.fn.countAll<number>().as('people'))
          .$asScalar()
          .$notNull()
          .as('people'),
    ])
    .select((eb) =>
      gatheredFrom(
        eb
          .selectFrom('position_role as x')
          .innerJoin('role', 'role.id', 'x.role_id')
          .whereRef('x.position_id', '=', 'position.id'),
      ),
    );

type PositionRow = Awaited<ReturnType<ReturnType<typeof positions>['execute']>>[number];
