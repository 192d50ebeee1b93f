import { type Kysely, sql as ksql } from 'kysely';
import { position } from '../../../../contract/organ/position.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { asTold, heldIn } from '../../../platform/lists/declared-list.ts';
import { isThere } from '../../../platform/references/is-there.ts';
import { badInput } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import { serveThing } from '../../../platform/things/serve-thing.ts';
import { requireGrantable, requirePositionWithin } from '../role/escalation.ts';
import { gatheredFrom, rolesOf } from '../role/role-names.ts';
import { addRoles, setRoles } from './position-roles.ts';

export function servePositions(services: Services): void {
  serveThing(services, position, {
    table: 'position',
    few: true,
    rows: positions,
    narrow: { keyword: heldIn('position.position_name', 'd.depart_name') },
    sort: { depart_name: ksql.ref('d.depart_name') },
    defaultSort: 'depart_name',
    present: (row: PositionRow) => asTold(position, { ...row, ...rolesOf(row) }),
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
    users: (db, id) => ({
      position_held: db
        .selectFrom('account')
        .where('position_id', '=', id)
        .orderBy('account_name')
        .select('account_name as name'),
    }),
  });
}

const positions = (db: Kysely<Schema>) =>
  db
    .selectFrom('position')
    .innerJoin('department as d', 'd.id', 'position.department_id')
    .selectAll('position')
    .select([
      'd.depart_name',
      (eb) =>
        eb
          .selectFrom('account as a')
          .whereRef('a.position_id', '=', 'position.id')
          .select((held) => held.fn.countAll<number>().as('people'))
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
