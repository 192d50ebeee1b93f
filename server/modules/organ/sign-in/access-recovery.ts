import { alwaysOn } from '@suyuan/contract/calls.ts';
import { type Kysely, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { searchText } from '#platform/lists/search.ts';
import type { Status } from '#platform/records/master-data.ts';
import { hashPassword, oneTimePassword } from '#platform/secrets/passwords.ts';
import { withoutTwoStep } from './two-step.ts';

// For operators of the server, when nobody who could fix it can sign in; see docs/operations.md.

/** The state that may keep people from signing in. */
export interface AccessState {
  readonly administrators: readonly AdministratorState[];
  /** The menu keys and button codes that are switched off. */
  readonly switchedOff: readonly string[];
  /** Roles that have holders but no permissions. */
  readonly emptyRoles: readonly string[];
}

export interface AdministratorState {
  readonly account_name: string;
  readonly status: Status;
  readonly must_change_password: boolean;
  readonly two_step: boolean;
  readonly last_login_at: Date | null;
}

export async function readAccessState(db: Kysely<Schema>): Promise<AccessState> {
  const administrators = await db
    .selectFrom('account')
    .leftJoin('last_sign_in as l', 'l.account_id', 'account.id')
    .select(['account_name', 'status', 'must_change_password', 'l.at as last_login_at'])
    .select(sql<boolean>`two_step_since is not null`.as('two_step'))
    .where('administrator', '=', true)
    .orderBy('status', 'desc')
    .orderBy('account_name')
    .execute();
  const menus = await db.selectFrom('menu_setting').select('menu_key as key').where('enabled', '=', false).execute();
  const buttons = await db
    .selectFrom('menu_button')
    .select('menu_button_code as key')
    .where('enabled', '=', false)
    .execute();
  const empty = await db
    .selectFrom('role as r')
    .select('r.role_name')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('role_permission as p').select('p.role_id').whereRef('p.role_id', '=', 'r.id'))),
    )
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('account_role as h').select('h.role_id').whereRef('h.role_id', '=', 'r.id')),
        exists(selectFrom('position_role as b').select('b.role_id').whereRef('b.role_id', '=', 'r.id')),
      ]),
    )
    .orderBy('r.role_name')
    .execute();
  return {
    administrators,
    switchedOff: [...menus, ...buttons].map(({ key }) => key).toSorted(),
    emptyRoles: empty.map(({ role_name }) => role_name),
  };
}

export interface Wish {
  readonly account: string;
  /** Make it an administrator if it is not one. */
  readonly administrator: boolean;
  /** Create it if it does not exist. */
  readonly create: boolean;
}

/** An administrator that can sign in with a one-time password. */
export interface Recovered {
  readonly id: number;
  readonly account_name: string;
  readonly one_time_password: string;
  /** What else was done to the account. */
  readonly done: readonly ('made' | 'enabled' | 'made administrator' | 'second step removed')[];
}

/** Makes an account an administrator that can sign in. Throws, with a message for the operator, if the wish forbids it. */
export async function recoverAccount(change: Change, wish: Wish): Promise<Recovered> {
  const one_time_password = oneTimePassword();
  const row = await accountNamed(change.db, wish.account);
  if (!row) {
    const administrator = await makeAdministrator(change, wish, one_time_password);
    return { ...administrator, one_time_password, done: ['made'] };
  }
  requireAllowed(row, wish);
  await change.changing('account', row.id);
  await change.db
    .updateTable('account')
    .set({
      ...withoutTwoStep,
      password_hash: await hashPassword(one_time_password),
      must_change_password: true,
      administrator: true,
      status: 'enabled',
      updated_at: new Date(),
    })
    .where('id', '=', row.id)
    .execute();
  return {
    id: row.id,
    account_name: row.account_name,
    one_time_password,
    done: [
      ...(row.status === 'enabled' ? [] : (['enabled'] as const)),
      ...(row.administrator ? [] : (['made administrator'] as const)),
      ...(row.two_step_since === null ? [] : (['second step removed'] as const)),
    ],
  };
}

/** Switches on everything that is off, or only what administrators need; resolves to what was switched on. */
export async function switchOn(change: Change, which: 'all' | 'needed'): Promise<string[]> {
  const { switchedOff } = await readAccessState(change.db);
  const keys = switchedOff.filter((key) => which === 'all' || alwaysOn.has(key));
  const [buttons, menus] = [keys.filter((key) => key.includes(':')), keys.filter((key) => !key.includes(':'))];
  const on = { enabled: true, updated_at: new Date() };
  await change.changing('menu_setting', ...menus);
  await change.changing('menu_button', ...buttons);
  if (menus.length > 0) {
    await change.db.updateTable('menu_setting').set(on).where('menu_key', 'in', menus).execute();
  }
  if (buttons.length > 0) {
    await change.db.updateTable('menu_button').set(on).where('menu_button_code', 'in', buttons).execute();
  }
  return keys;
}

const accountNamed = (db: Kysely<Schema>, name: string) =>
  db
    .selectFrom('account')
    .select(['id', 'account_name', 'account_type', 'administrator', 'status', 'two_step_since'])
    .where(sql`lower(account_name)`, '=', name.trim().toLowerCase())
    .executeTakeFirst();

type Found = NonNullable<Awaited<ReturnType<typeof accountNamed>>>;

function requireAllowed({ account_name, account_type, administrator }: Found, wish: Wish): void {
  if (wish.create) throw new Error(`The account ${account_name} exists already: omit --create.`);
  if (account_type !== 1) {
    throw new Error(
      `${account_name} is an account of a factory or dealer; administrators must be accounts of the enterprise.`,
    );
  }
  if (!administrator && !wish.administrator) {
    throw new Error(`${account_name} is not an administrator. Add --administrator to make it one.`);
  }
}

async function makeAdministrator(change: Change, { account, create, administrator }: Wish, password: string) {
  const account_name = account.trim();
  if (!create || !administrator) {
    throw new Error(
      `There is no account ${account_name}. Add --administrator --create to create it as an administrator.`,
    );
  }
  const { id } = await change.db
    .insertInto('account')
    .values({
      account_name,
      name: account_name,
      account_type: 1,
      administrator: true,
      search_text: searchText(account_name, account_name),
      password_hash: await hashPassword(password),
      must_change_password: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('account', id);
  return { id, account_name };
}
