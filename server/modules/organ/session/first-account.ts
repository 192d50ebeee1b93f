import type { Sql } from 'postgres';
import { hashPassword, oneTimePassword } from '../../../platform/secrets/passwords.ts';

export const firstAccountName = 'admin';

/**
 * Makes the first account of an empty database. Answers the password to print when it was made up here; a given one is
 * never repeated. With two servers starting at once one of them makes it.
 */
export async function makeFirstAccount(sql: Sql, given: string | undefined): Promise<string | undefined> {
  const [any] = await sql`select 1 from account limit 1`;
  if (any) return undefined;
  const password = given ?? oneTimePassword();
  const made = await sql`
    insert into account (account_name, account_type, name, password_hash, must_change_password, administrator)
    values (${firstAccountName}, 1, 'Administrator', ${await hashPassword(password)}, ${given === undefined}, true)
    on conflict do nothing returning id`;
  return made.length > 0 && given === undefined ? password : undefined;
}
