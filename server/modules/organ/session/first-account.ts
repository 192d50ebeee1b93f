import type { Sql } from '#platform/database/driver/sql.ts';
import { hashPassword, oneTimePassword } from '#platform/secrets/passwords.ts';

export const firstAccountName = 'admin';

/**
 * Adds the first account to an empty database, and resolves to its password if one was generated; a given one is never printed.
 * Works if two servers start at once.
 */
export async function makeFirstAccount(sql: Sql, preset: string | undefined): Promise<string | undefined> {
  const [any] = await sql`select 1 from account limit 1`;
  if (any) return undefined;
  const password = preset ?? oneTimePassword();
  const isMade = await addFirstAccount(sql, await hashPassword(password), preset === undefined);
  return isMade && preset === undefined ? password : undefined;
}

/** Adds it with the hash of its password, unless it is there; answers whether it was added. */
export async function addFirstAccount(sql: Sql, passwordHash: string, mustChange: boolean): Promise<boolean> {
  const rows = await sql`
    insert into account (account_name, account_type, name, password_hash, must_change_password, administrator)
    values (${firstAccountName}, 1, 'Administrator', ${passwordHash}, ${mustChange}, true)
    on conflict do nothing returning id`;
  return rows.length > 0;
}
