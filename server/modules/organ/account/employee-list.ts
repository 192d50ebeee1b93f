import { type Kysely, sql as ksql } from 'kysely';
import type { InputOf } from '../../../../contract/call/call.ts';
import { employeeExport, employeePage } from '../../../../contract/organ/account.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { holdsWords } from '../../../platform/records/search.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { rolesOf } from '../role/role-names.ts';

type Filters = Omit<InputOf<typeof employeePage>, 'page' | 'size' | 'sort'>;

export function serveEmployeeList(services: Services): void {
  serveList(services, {
    name: 'stafflist',
    page: employeePage,
    export: employeeExport,
    columns: [
      'account_name',
      'name',
      'account_type',
      'party_name',
      'depart_name',
      'position_name',
      'role_names',
      'phone',
      'email',
      'status',
      'last_login_at',
      'last_login_ip',
      'created_at',
      'updated_at',
    ],
    rows: (db, filters) => filtered(db, employees(db), filters),
    sort: {
      account_name: ksql.ref('a.account_name'),
      name: ksql.ref('a.name'),
      account_type: ksql.ref('a.account_type'),
      status: ksql.ref('a.status'),
      last_login_at: ksql.ref('a.last_login_at'),
      created_at: ksql.ref('a.created_at'),
      updated_at: ksql.ref('a.updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: ksql.ref('a.id'),
    present,
  });
}

const employees = (db: Kysely<Schema>) =>
  db
    .selectFrom('account as a')
    .leftJoin('factory as f', 'f.id', 'a.factory_id')
    .leftJoin('dealer as s', 's.id', 'a.dealer_id')
    .leftJoin('department as d', 'd.id', 'a.department_id')
    .leftJoin('position as p', 'p.id', 'a.position_id')
    .select([
      'a.id',
      'a.account_name',
      'a.name',
      'a.account_type',
      'a.factory_id',
      'a.dealer_id',
      'f.factory_name',
      's.dealer_name',
      'a.department_id',
      'd.depart_name',
      'a.position_id',
      'p.position_name',
      'a.administrator',
      'a.phone',
      'a.email',
      'a.status',
      'a.must_change_password',
      'a.two_step_since',
      'a.last_login_at',
      'a.last_login_ip',
      'a.created_at',
      'a.updated_at',
      (eb) =>
        eb
          .selectFrom('account_role as x')
          .innerJoin('role', 'role.id', 'x.role_id')
          .whereRef('x.account_id', '=', 'a.id')
          .select((given) => given.fn.agg<number[]>('array_agg', ['role.id']).orderBy('role.role_name').as('ids'))
          .as('role_ids'),
      (eb) =>
        eb
          .selectFrom('account_role as x')
          .innerJoin('role', 'role.id', 'x.role_id')
          .whereRef('x.account_id', '=', 'a.id')
          .select((given) =>
            given.fn.agg<string[]>('array_agg', ['role.role_name']).orderBy('role.role_name').as('names'),
          )
          .as('role_name_list'),
    ]);

type Employees = ReturnType<typeof employees>;
type EmployeeRow = Awaited<ReturnType<Employees['execute']>>[number];

function filtered(db: Kysely<Schema>, from: Employees, filters: Filters): Employees {
  const { keyword, account_name, name, department_id, role_id } = filters;
  let rows = from;
  if (keyword) {
    const pattern = containing(keyword);
    rows = rows.where((eb) =>
      eb.or([
        holdsWords('a', keyword),
        ...(['a.account_name', 'a.name', 'a.phone', 'a.email'] as const).map((column) => eb(column, 'ilike', pattern)),
      ]),
    );
  }
  if (account_name) rows = rows.where('a.account_name', 'ilike', containing(account_name));
  if (name) rows = rows.where('a.name', 'ilike', containing(name));
  for (const column of ['account_type', 'status', 'position_id', 'factory_id', 'dealer_id'] as const) {
    const wished = filters[column];
    if (wished !== undefined) rows = rows.where(`a.${column}`, '=', wished);
  }
  if (department_id) rows = rows.where('a.department_id', 'in', belowOf(db, department_id));
  if (role_id) {
    rows = rows.where((eb) =>
      eb.or([
        eb('a.id', 'in', eb.selectFrom('account_role').select('account_id').where('role_id', '=', role_id)),
        eb('a.position_id', 'in', eb.selectFrom('position_role').select('position_id').where('role_id', '=', role_id)),
      ]),
    );
  }
  return rows;
}

/** The ids of a department and of all below it. */
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

const present = ({ factory_name, dealer_name, two_step_since, role_ids, role_name_list, ...row }: EmployeeRow) => ({
  ...row,
  ...rolesOf({ role_ids, role_name_list }),
  role_names: role_name_list?.join(', ') ?? '',
  party_name: factory_name ?? dealer_name,
  two_step: two_step_since !== null,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
