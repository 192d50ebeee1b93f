import { type AccountType, isEnterpriseType, kindOfAccount } from '@suyuan/contract/access/account-type.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import { type Account, isOfEnterprise } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Status } from '#platform/records/master-data.ts';
import { badInput, notFound } from '#platform/refusal.ts';
import { requireGrantablePosition, requirePersonWithin, rolesOfAccount } from '../role/escalation.ts';

/** The columns of an account that its management needs. */
export interface Employee {
  readonly id: number;
  readonly account_name: string;
  readonly account_type: AccountType;
  readonly administrator: boolean;
  readonly status: Status;
  readonly department_id: number | null;
  readonly position_id: number | null;
  readonly role_ids: readonly number[];
  readonly updated_at: Date;
}

interface Assignment {
  readonly department_id: number | null;
  readonly position_id: number | null;
}

/** Locks an employee for the change. Throws 404 if there is none, 409 if the account may not change this person. */
export async function lockEmployee(change: Change, account: Account, id: number): Promise<Employee> {
  await change.changing('account', id);
  const row = await employeeOf(change.db, id);
  if (!row) throw notFound('account');
  await requirePersonWithin(change.db, account, row);
  return row;
}

async function employeeOf(db: Kysely<Schema>, id: number): Promise<Employee | undefined> {
  const row = await db
    .selectFrom('account')
    .select([
      'id',
      'account_name',
      'account_type',
      'administrator',
      'status',
      'department_id',
      'position_id',
      'updated_at',
    ])
    .where('id', '=', id)
    .where('key_of', 'is', null)
    .executeTakeFirst();
  return row && { ...row, role_ids: await rolesOfAccount(db, id) };
}

/** The party of a new account. People of a factory or dealer can only add people of their own party. */
export async function partyOf(
  db: Kysely<Schema>,
  account: Account,
  wish: { account_type: AccountType; factory_id?: number | null; dealer_id?: number | null },
): Promise<{ factory_id: number | null; dealer_id: number | null }> {
  const { account_type } = wish;
  if (!isOfEnterprise(account) && account_type !== account.account_type) {
    throw badInput({
      path: 'account_type',
      reason: 'not_a_choice',
      params: { choices: [String(account.account_type)] },
    });
  }
  const kind = kindOfAccount(account_type);
  if (!isOfEnterprise(account)) requireNoOther(kind === 'factory' ? 'dealer_id' : 'factory_id', wish);
  const own = account.party?.id ?? null;
  return {
    factory_id: kind === 'factory' ? await requireParty(db, kind, wish.factory_id ?? own) : null,
    dealer_id: kind === 'dealer' ? await requireParty(db, kind, wish.dealer_id ?? own) : null,
  };
}

/** People of a party cannot make somebody another party's as well. */
function requireNoOther(path: 'factory_id' | 'dealer_id', wish: Partial<Record<typeof path, number | null>>): void {
  if (wish[path]) throw badInput({ path, reason: 'enterprise_decides' });
}

async function requireParty(db: Kysely<Schema>, kind: 'factory' | 'dealer', id: number | null): Promise<number> {
  const path = `${kind}_id`;
  if (id === null) throw badInput({ path, reason: 'required' });
  const row = await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw badInput({ path, reason: 'no_such', params: { value: id } });
  return id;
}

/**
 * The department and position of an account after an update. A position belongs to its department, so it ends with a move to
 * another one. Throws if the position has roles that the caller may not grant.
 */
export async function assignmentOf(
  db: Kysely<Schema>,
  account: Account,
  row: Assignment & { account_type: AccountType },
  wish: { department_id?: number | null; position_id?: number | null },
): Promise<Assignment> {
  const department_id = wish.department_id === undefined ? row.department_id : wish.department_id;
  const fallback = department_id === row.department_id ? row.position_id : null;
  const position_id = wish.position_id === undefined ? fallback : wish.position_id;
  if (!isEnterpriseType(row.account_type)) requireUnassigned({ department_id, position_id });
  if (department_id !== null && department_id !== row.department_id) await requireDepartment(db, department_id);
  if (position_id !== null && position_id !== row.position_id) {
    await requirePosition(db, position_id, department_id);
    await requireGrantablePosition(db, account, position_id);
  }
  return { department_id, position_id };
}

function requireUnassigned(assignment: Assignment): void {
  const path = (['department_id', 'position_id'] as const).find((name) => assignment[name] !== null);
  if (path) throw badInput({ path, reason: 'enterprise_only' });
}

async function requireDepartment(db: Kysely<Schema>, id: number): Promise<void> {
  const rows = db.selectFrom('department').select('id').where('id', '=', id);
  if (!(await rows.forKeyShare().executeTakeFirst())) {
    throw badInput({ path: 'department_id', reason: 'no_such', params: { value: id } });
  }
}

async function requirePosition(db: Kysely<Schema>, id: number, department: number | null): Promise<void> {
  const rows = db.selectFrom('position').select('department_id').where('id', '=', id);
  const position = await rows.forKeyShare().executeTakeFirst();
  if (!position) throw badInput({ path: 'position_id', reason: 'no_such', params: { value: id } });
  if (position.department_id !== department) throw badInput({ path: 'position_id', reason: 'position_elsewhere' });
}

/** Whether an update of one's own account would change one's rights, which only others may do. */
export function ownChange(
  row: Employee,
  wish: {
    position_id: number | null;
    role_ids: readonly number[] | undefined;
    administrator: boolean | undefined;
    status: Status | undefined;
  },
  account: Account,
): boolean {
  const { role_ids, administrator, status, position_id } = wish;
  const roles = role_ids && new Set(role_ids).symmetricDifference(new Set(row.role_ids)).size > 0;
  return (
    roles === true ||
    (administrator !== undefined && administrator !== row.administrator) ||
    (status !== undefined && status !== row.status) ||
    // Positions do not matter for administrators, who may do everything.
    (position_id !== row.position_id && !account.administrator)
  );
}

/** Replaces the roles that are granted directly. */
export async function setRoles(
  { db }: Change,
  account_id: number,
  had: readonly number[],
  roles: readonly number[],
): Promise<void> {
  const additions = [...new Set(roles)].filter((role) => !had.includes(role));
  const removals = had.filter((role) => !roles.includes(role));
  if (removals.length > 0) {
    await db.deleteFrom('account_role').where('account_id', '=', account_id).where('role_id', 'in', removals).execute();
  }
  if (additions.length > 0) {
    await db
      .insertInto('account_role')
      .values(additions.map((role_id) => ({ account_id, role_id })))
      .execute();
  }
}
