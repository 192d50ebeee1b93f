import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { conflict } from '../../../platform/refusal.ts';

/**
 * To be called before an administrator is disabled, deleted or made an ordinary account, and before any of them is
 * locked: whoever does that waits for others who do, so that two at once cannot take away the last two. Answers a check
 * that refuses the last one.
 */
export async function lockAdministrators(db: Kysely<Schema>): Promise<(target: number) => void> {
  const enabled = await db
    .selectFrom('account')
    .select('id')
    .where('administrator', '=', true)
    .where('status', '=', 'enabled')
    .orderBy('id')
    .forUpdate()
    .execute();
  return (target) => {
    if (enabled.every(({ id }) => id === target)) throw conflict('last_administrator');
  };
}
