import { day } from '@suyuan/contract/durations.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { type Kysely, sql } from 'kysely';
import type { Decision, DecisionPart } from '#platform/access/separate-duties.ts';
import type { Schema } from '#platform/database/schema.ts';
import { conflict } from '#platform/refusal.ts';

// What counts as one person with two accounts, and why: docs/decisions/separation-of-duties.md.

/** How many days before the first part are examined, since an account may be prepared first and used later. */
const watchedDays = 7;

/**
 * Throws 409 if the second person may be the first one: it is the same account, or in the last days one of the accounts was
 * created or taken over by the other, or got its right from it, directly or through further accounts.
 */
export async function requireSeparateDuties(db: Kysely<Schema>, decision: Decision): Promise<void> {
  const { second, begunAt } = decision;
  // What a key begins, whoever made the key begins.
  const first = { ...decision.first, account: await personBehind(db, decision.first.account) };
  if (first.account === second.account) throw conflict('second_person');
  const since = new Date(begunAt.getTime() - watchedDays * day);
  const dependent = (await owesTo(db, second, first, since)) || (await owesTo(db, first, second, since));
  if (dependent) throw conflict('second_person_dependent', { days: watchedDays });
}

/** Who made the key that an account is of; the account itself if it is a person's. */
async function personBehind(db: Kysely<Schema>, account: number): Promise<number> {
  const row = await db.selectFrom('account').select('key_of').where('id', '=', account).executeTakeFirst();
  return row?.key_of ?? account;
}

/** Whether, according to the audit log since a time, an account owes itself or its right to another one. */
async function owesTo(
  db: Kysely<Schema>,
  { account, right }: DecisionPart,
  other: DecisionPart,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ owes: boolean }>`
    with recursive behind (id) as (
      select l.account_id from audit_change c join audit_log l on l.id = c.audit_id
      where l.at >= ${since} and (
        c.thing = 'account' and c.thing_id = ${String(account)} and (${controls} or ${empowers(right)})
        or c.thing = 'position' and ${gainsRole(right)}
          and c.thing_id = (select position_id::text from account where id = ${account})
        or c.thing = 'role' and c.after -> 'permissions' ? ${right} and not c.before -> 'permissions' ? ${right}
          and c.thing_id in (
            select role_id::text from account_role where account_id = ${account}
            union select r.role_id::text from position_role r join account a using (position_id) where a.id = ${account}
          )
      )
      union
      select l.account_id from behind
        join audit_change c on c.thing = 'account' and c.thing_id = behind.id::text
        join audit_log l on l.id = c.audit_id
      where l.at >= ${since} and ${controls}
    )
    select exists (select from behind where id = ${other.account}) as owes`.execute(db);
  return rows[0]?.owes === true;
}

/** SQL: a change after which its author could sign in as the account: it is new, has a new password, or lost its second step. */
const controls = sql`(
  c.before is null
  or c.before -> 'password_hash' is distinct from c.after -> 'password_hash'
  or jsonb_typeof(c.before -> 'two_step_since') = 'string' and jsonb_typeof(c.after -> 'two_step_since') = 'null'
)`;

/** SQL: a change by which an account gets a right. */
const empowers = (right: Permission) => sql`(
  ${gainsRole(right)}
  or c.after -> 'administrator' = 'true' and c.before -> 'administrator' = 'false'
  or c.after ->> 'status' = 'enabled' and c.before ->> 'status' = 'disabled'
  or c.after -> 'position_id' is distinct from c.before -> 'position_id' and exists (
    select from position_role r join role_permission p using (role_id)
    where p.permission = ${right} and r.position_id::text = c.after ->> 'position_id'
  )
)`;

/** SQL: a change by which an account or a position gets a role with a right. */
const gainsRole = (right: Permission) => sql`exists (
  select from role_permission p
  where p.permission = ${right} and c.after -> 'roles' @> to_jsonb(p.role_id) and not c.before -> 'roles' @> to_jsonb(p.role_id)
)`;
