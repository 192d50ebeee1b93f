import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { conflict } from '#platform/refusal.ts';

/**
 * Locks all enabled administrators, and resolves to a check that throws for the last one. To be called before an administrator
 * is disabled, deleted or demoted, and before any is locked: it serialises such changes, so that two cannot remove the last two
 * administrators.
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
