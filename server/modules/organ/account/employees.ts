import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { Warning } from '@suyuan/contract/call/warnings.ts';
import { employee, employeeAllowCodes, employeePassword, employeePasswords } from '@suyuan/contract/organ/account.ts';
import { employeeResetTwoStep } from '@suyuan/contract/organ/own-account.ts';
import { type Kysely, sql } from 'kysely';
import type { GuessLimit } from '#identity/guess-limit.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller, Principal } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { isReferredTo, violates } from '#platform/database/statements/violation.ts';
import { messageOf, warning } from '#platform/http/envelope.ts';
import { searchText } from '#platform/lists/search.ts';
import { changedColumnsOf, columnsOf } from '#platform/records/columns.ts';
import { namesOf, serveUsers } from '#platform/records/in-use.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import { hashPassword, oneTimePassword } from '#platform/secrets/passwords.ts';
import type { Services } from '#platform/services.ts';
import { eachOf, serveBatch } from '#platform/things/batch.ts';
import type { AccountSecurity } from '../profile/account-security.ts';
import { requireGrantable } from '../role/escalation.ts';
import { lockAdministrators } from '../role/last-administrator.ts';
import { withoutTwoStep } from '../sign-in/two-step.ts';
import { assignmentOf, type Employee, lockEmployee, ownChange, partyOf, setRoles } from './employee.ts';

type NewEmployee = InputOf<typeof employee.add>;
type EmployeeChange = InputOf<typeof employee.update>;

export function serveEmployees({ routes }: Services, { sessions, limit }: AccountSecurity, guesses: GuessLimit): void {
  routes.change(employee.add, async (input, caller, change) => {
    const one_time_password = oneTimePassword();
    const id = await addEmployee(input, await hashPassword(one_time_password), caller, change);
    return { id, one_time_password, warnings: await warningsOf(change.db, id, caller) };
  });

  routes.change(employee.update, async ({ id, updated_at, ...input }, caller, change) => {
    const { account } = caller;
    const requireAnother = losesAdministrator(input) ? await lockAdministrators(change.db) : undefined;
    const row = await lockEmployee(change, account, id);
    await requireFresh(change, 'account', row, updated_at, { roles: 'role_ids' });
    if (row.administrator) requireAnother?.(id);
    await applyChange(change, account, row, input);
    if (input.status === 'disabled') change.afterwards(() => sessions.closeAll(id));
    if (input.status === 'enabled' && row.status === 'disabled') change.afterwards(() => limit.lift(row.account_name));
    return { id, warnings: await warningsOf(change.db, id, caller) };
  });

  serveUsers(routes, employee, {
    table: 'account',
    users: (db, id) => ({
      employee_leads_departments: namesOf(db.selectFrom('department').where('leader_id', '=', id), 'depart_name'),
      employee_keeps_warehouses: namesOf(db.selectFrom('warehouse').where('keeper_id', '=', id), 'warehouse_name'),
      // They stop with the account.
      employee_made_keys: namesOf(db.selectFrom('account').where('key_of', '=', id), 'name'),
      employee_made_orders: namesOf(db.selectFrom('code_order').where('created_by', '=', id), 'order_no'),
    }),
  });

  routes.change(employee.remove, async ({ id }, { account }, change) => {
    if (id === account.id) throw conflict('own_account');
    const requireAnother = await lockAdministrators(change.db);
    const row = await lockEmployee(change, account, id);
    if (row.administrator) requireAnother(id);
    await change.db
      .deleteFrom('account')
      .where('id', '=', id)
      .execute()
      .catch(isReferredTo(() => conflict('employee_referred')));
    return null;
  });

  serveBatch(routes, employee);

  routes.change(employeePassword, async ({ id }, { account }, change) => {
    if (id === account.id) throw conflict('own_password');
    const one_time_password = oneTimePassword();
    const password_hash = await hashPassword(one_time_password);
    const row = await lockEmployee(change, account, id);
    await change.db
      .updateTable('account')
      .set({ password_hash, must_change_password: true, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    change.afterwards(() => sessions.closeAll(id));
    change.afterwards(() => limit.lift(row.account_name));
    return { id, one_time_password };
  });

  routes.change(employeePasswords, async ({ ids }, caller, change) => {
    const resetOne = routes.changeOf(employeePassword);
    const people: OutputOf<typeof employeePasswords>['done'] = [];
    // In the order of ids, so that two calls do not deadlock.
    const distinctIds = [...new Set(ids)].sort((one, other) => one - other);
    const refusals = await eachOf(distinctIds, change, async (id) => {
      const { one_time_password } = (await resetOne({ id }, caller, change)) as OutputOf<typeof employeePassword>;
      const { account_name, name } = await change.db
        .selectFrom('account')
        .select(['account_name', 'name'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      people.push({ id, account_name, name, one_time_password });
    });
    if (people.length === 0) change.undo();
    return {
      done: people,
      refused: [...refusals].map(([id, refusal]) => ({ id, message: messageOf(refusal, caller.language) })),
    };
  });

  routes.change(employeeResetTwoStep, async ({ id }, { account }, change) => {
    // Disabling one's own requires password and code; otherwise it would not protect against a stolen session.
    if (id === account.id) throw conflict('own_two_step');
    await lockEmployee(change, account, id);
    await change.db.updateTable('account').set(withoutTwoStep).where('id', '=', id).execute();
    change.afterwards(() => sessions.closeAll(id));
    return null;
  });

  routes.change(employeeAllowCodes, async ({ id }, { account }, change) => {
    // Whoever guesses must not go on by themselves.
    if (id === account.id) throw conflict('own_guesses');
    await lockEmployee(change, account, id);
    change.afterwards(() => guesses.lift([id]));
    return null;
  });
}

/** Adds an account whose password has to be changed at the first sign-in. */
export async function addEmployee(
  input: NewEmployee,
  password_hash: string,
  { account }: Principal,
  change: Change,
): Promise<number> {
  const { account_name, name, account_type, role_ids = [] } = input;
  const party = await partyOf(change.db, account, input);
  const assignment = await assignmentOf(
    change.db,
    account,
    { account_type, department_id: null, position_id: null },
    input,
  );
  await requireGrantable(change.db, account, role_ids);
  if (input.administrator) requireMayAppoint(account, account_type);
  const { id } = await change.db
    .insertInto('account')
    .values({
      ...columnsOf(employee, input),
      ...party,
      ...assignment,
      search_text: searchText(account_name, name),
      password_hash,
      must_change_password: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(violates('account_name_key', () => taken(account_name)));
  await setRoles(change, id, [], role_ids);
  change.made('account', id);
  return id;
}

async function applyChange(
  change: Change,
  account: Account,
  row: Employee,
  input: Omit<EmployeeChange, 'id' | 'updated_at'>,
): Promise<void> {
  const { role_ids, name, administrator, status } = input;
  const assignment = await assignmentOf(change.db, account, row, input);
  if (row.id === account.id && ownChange(row, { ...assignment, role_ids, administrator, status }, account)) {
    throw conflict('own_rights');
  }
  if (role_ids) {
    await requireGrantable(
      change.db,
      account,
      role_ids.filter((role) => !row.role_ids.includes(role)),
    );
    await setRoles(change, row.id, row.role_ids, role_ids);
  }
  if (administrator && !row.administrator) requireMayAppoint(account, row.account_type);
  await change.db
    .updateTable('account')
    .set({
      ...changedColumnsOf(employee, input),
      ...assignment,
      ...(name === undefined ? {} : { search_text: searchText(row.account_name, name) }),
      updated_at: new Date(),
    })
    .where('id', '=', row.id)
    .execute();
}

const losesAdministrator = ({ status, administrator }: Pick<EmployeeChange, 'status' | 'administrator'>): boolean =>
  status === 'disabled' || administrator === false;

function requireMayAppoint(account: Account, type: number): void {
  if (!account.administrator) throw badInput({ path: 'administrator', reason: 'administrator_only' });
  if (!isEnterpriseType(type)) throw badInput({ path: 'administrator', reason: 'enterprise_only' });
}

const taken = (name: string) => badInput({ path: 'account_name', reason: 'taken', params: { value: name.trim() } });

/** Warns of an account that can open nothing: it has no role of its own, and its position brings none. */
async function warningsOf(db: Kysely<Schema>, id: number, { language }: Pick<Caller, 'language'>): Promise<Warning[]> {
  const row = await db
    .selectFrom('account as a')
    .where('a.id', '=', id)
    .where('a.administrator', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account_role as r').whereRef('r.account_id', '=', 'a.id').select(sql.lit(1).as('one')))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('position_role as r').whereRef('r.position_id', '=', 'a.position_id').select(sql.lit(1).as('one')),
        ),
      ),
    )
    .select('a.id')
    .executeTakeFirst();
  return row ? [warning(language, 'account_without_role')] : [];
}
