import { employee } from '@suyuan/contract/organ/account.ts';
import { type Kysely, sql } from 'kysely';
import type { GuessLimit } from '#identity/guess-limit.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn, type Query, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { holdsWords } from '#platform/lists/search.ts';
import { storedIn } from '#platform/records/columns.ts';
import type { Services } from '#platform/services.ts';
import { gatheredByPosition, gatheredFrom, rolesOf } from '../role/role-names.ts';

export function serveEmployeeList(services: Services, guesses: GuessLimit): void {
  serveDeclaredList(services, employee, {
    rows: employees,
    narrow: {
      keyword: byWords,
      account_name: heldIn('account.account_name'),
      name: heldIn('account.name'),
      department_id: (rows, department, db) => rows.where('account.department_id', 'in', belowOf(db, department)),
      role_id: byRole,
    },
    sort: { last_login_at: sql.ref('l.at') },
    defaultSort: '-created_at',
    complete: async (rows) => {
      const stops = await guesses.stopped(rows.map(({ id }) => id));
      return rows.map((row) => ({ ...row, codes_stopped_until: stops.get(row.id) ?? null }));
    },
    present,
  });
}

const employees = (db: Kysely<Schema>) =>
  db
    .selectFrom('account')
    .leftJoin('factory as f', 'f.id', 'account.factory_id')
    .leftJoin('dealer as s', 's.id', 'account.dealer_id')
    .leftJoin('department as d', 'd.id', 'account.department_id')
    .leftJoin('position as p', 'p.id', 'account.position_id')
    .leftJoin('last_sign_in as l', 'l.account_id', 'account.id')
    // The accounts of keys are no people.
    .where('account.key_of', 'is', null)
    .select(storedIn(employee).map((column) => `account.${column}` as const))
    .select([
      'account.id',
      'account.must_change_password',
      'account.avatar',
      'account.introduction',
      'account.two_step_since',
      'l.at as last_login_at',
      'l.ip as last_login_ip',
      'account.created_at',
      'account.updated_at',
      'f.factory_name',
      's.dealer_name',
      'd.depart_name',
      'p.position_name',
    ])
    .select((eb) =>
      gatheredFrom(
        eb
          .selectFrom('account_role as x')
          .innerJoin('role', 'role.id', 'x.role_id')
          .whereRef('x.account_id', '=', 'account.id'),
      ),
    )
    .select((eb) =>
      gatheredByPosition(
        eb
          .selectFrom('position_role as y')
          .innerJoin('role', 'role.id', 'y.role_id')
          .whereRef('y.position_id', '=', 'account.position_id'),
      ),
    );

type EmployeeRow = Awaited<ReturnType<ReturnType<typeof employees>['execute']>>[number] & {
  readonly codes_stopped_until?: Date | null;
};

const byWords = (rows: Query, words: string): Query =>
  rows.where((eb) =>
    eb.or([
      holdsWords('account', words),
      ...['account_name', 'name', 'phone', 'email'].map((column) =>
        eb(`account.${column}`, 'ilike', containing(words)),
      ),
    ]),
  );

const byRole = (rows: Query, role: number, db: Kysely<Schema>): Query =>
  rows.where((eb) =>
    eb.or([
      eb('account.id', 'in', db.selectFrom('account_role').select('account_id').where('role_id', '=', role)),
      eb('account.position_id', 'in', db.selectFrom('position_role').select('position_id').where('role_id', '=', role)),
    ]),
  );

/** The ids of a department and its descendants. */
const belowOf = (db: Kysely<Schema>, department: number) =>
  db
    .withRecursive('below', (within) =>
      within
        .selectFrom('department')
        .select('department.id')
        .where('department.id', '=', department)
        .union(
          within
            .selectFrom('department')
            .innerJoin('below', 'below.id', 'department.parent_id')
            .select('department.id'),
        ),
    )
    .selectFrom('below')
    .select('below.id');

const present = (row: EmployeeRow) =>
  declaredRow(employee, {
    ...row,
    ...rolesOf(row),
    position_roles: rolesOf({ role_ids: row.position_role_ids, role_name_list: row.position_role_names }).roles,
    role_names: row.role_name_list?.join(', ') ?? '',
    party_name: row.factory_name ?? row.dealer_name,
    two_step: row.two_step_since !== null,
    codes_stopped_until: row.codes_stopped_until?.toISOString() ?? null,
  });
